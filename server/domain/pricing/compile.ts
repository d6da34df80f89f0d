import { type MarginTerms, marginTerms, type PricePerCost, priceForMargin } from "@/server/domain/margin";
import { parseAmount } from "@/server/domain/money";
import { compileBands, type EndingBand, endingsText } from "@/server/domain/pricing/endings";
import type { FullPolicy, FullRules, PolicyDocument, PolicyScope } from "@/server/domain/pricing/policy";
import type { PACK_GATES } from "@/server/domain/pricing/policy-rules";
import { byPrecedence } from "@/server/domain/pricing/precedence";
import { compileReference, type Reference } from "@/server/domain/pricing/reference";
import { resolvePolicy, resolveRules } from "@/server/domain/pricing/resolve";
import { type CompiledStrategy, compileStrategy } from "@/server/domain/pricing/strategy";
import { formatPercent, parseRatio, type Ratio } from "@/server/domain/ratio";
import { ENGINE_VERSION } from "@/server/domain/run";

const DAY_MS = 86_400_000;

export type CompiledGates = {
  readonly maxCostAgeMs: number | null;
  readonly maxObservationAgeMs: number | null;
  readonly minObservations: number;
  readonly inStockOnly: boolean;
  /** How far from the item's own price an observation may lie, and how far from the others. */
  readonly outlierRatio: Ratio | null;
  readonly outlierRatioOthers: Ratio | null;
  readonly packSize: (typeof PACK_GATES)[number];
};

/** Which items a scope is for; null means the scope does not ask. Within one list any value will do. */
export type CompiledMatch = {
  readonly tags: ReadonlySet<string> | null;
  readonly categories: ReadonlySet<string> | null;
  readonly brands: ReadonlySet<string> | null;
  readonly priceFrom: bigint | null;
  readonly priceTo: bigint | null;
};

/** A ratio with its words: "15 %". */
export type CompiledShare = { readonly ratio: Ratio; readonly percent: string };

/** One scope's rules in exact numbers, with the words that evidence and reasons use for them. */
export type CompiledScope = {
  readonly name: string;
  readonly match: CompiledMatch | null;
  readonly strategy: CompiledStrategy;
  readonly strategyLabel: string;
  readonly marginFloor: {
    readonly ratio: Ratio;
    readonly price: PricePerCost | null;
    readonly percent: string;
  } | null;
  readonly maxChange: CompiledShare | null;
  readonly maxChangePerDay: CompiledShare | null;
  readonly marketDistance: {
    readonly reference: Reference;
    readonly above: CompiledShare | null;
    readonly below: CompiledShare | null;
  } | null;
  readonly itemLimits: boolean;
  readonly map: boolean;
  readonly msrp: boolean;
  readonly bands: readonly EndingBand[];
  readonly endingsText: string;
  readonly gates: CompiledGates;
};

/** A policy in exact numbers, made once per run. Scopes stand most specific first; the last one takes every item. */
export type Policy = {
  readonly currency: string;
  readonly terms: MarginTerms;
  readonly scopes: readonly CompiledScope[];
  readonly fallback: CompiledScope;
  readonly reopenThreshold: Ratio;
  readonly undercut: Ratio;
  readonly costSpike: Ratio;
  readonly breaker: {
    readonly maxShare: Ratio | null;
    readonly maxMedianMove: Ratio | null;
    readonly minItems: number;
  };
  /** Whether a price is offered only where it would stand once applied. */
  readonly settles: boolean;
};

/**
 * Turns a document that `readPolicyDocument` accepted into exact numbers, for this engine or, to compute an old run
 * again, for an earlier one. Throws AmountError or RangeError when the document was never checked and holds a value
 * that cannot be read.
 */
export function compilePolicy(document: PolicyDocument, engineVersion: string = ENGINE_VERSION): Policy {
  const full = resolvePolicy(document);
  const terms = compileTerms(full.pricing);
  const scopes = full.scopes
    .slice()
    .sort(byPrecedence)
    .map((scope) =>
      compileScope(
        scope.name,
        compileMatch(scope, full.currency),
        resolveRules(scope, full.defaults),
        full,
        terms,
      ),
    );
  return {
    currency: full.currency,
    terms,
    scopes,
    fallback: compileScope("Everything else", null, full.defaults, full, terms),
    reopenThreshold: parseRatio(full.reopen_threshold),
    undercut: parseRatio(full.alerts.undercut),
    costSpike: parseRatio(full.alerts.cost_spike),
    breaker: {
      maxShare: ratioOrNull(full.breaker.max_share),
      maxMedianMove: ratioOrNull(full.breaker.max_median_move),
      minItems: full.breaker.min_items,
    },
    settles: engineVersion !== "1",
  };
}

/** The VAT and fee part of a complete policy in integers. */
export const compileTerms = (pricing: FullPolicy["pricing"]): MarginTerms =>
  marginTerms({
    includesVat: pricing.includes_vat,
    vatRate: parseRatio(pricing.vat_rate),
    feeRate: parseRatio(pricing.fee_rate),
    feeBase: pricing.fee_base,
  });

function compileScope(
  name: string,
  match: CompiledMatch | null,
  rules: FullRules,
  policy: FullPolicy,
  terms: MarginTerms,
): CompiledScope {
  const { strategy, constraints, gates } = rules;
  const compiled = compileStrategy(strategy, policy.currency, terms);
  const floor = ratioOrNull(constraints.margin_floor);
  return {
    name,
    match,
    strategy: compiled,
    strategyLabel: match === null ? compiled.label : `${compiled.label} (${name})`,
    marginFloor:
      floor === null
        ? null
        : { ratio: floor, price: priceForMargin(floor, terms), percent: formatPercent(floor.num, floor.den) },
    maxChange: shareOrNull(constraints.max_change),
    maxChangePerDay: shareOrNull(constraints.max_change_per_day),
    marketDistance: compileDistance(constraints.market_distance),
    itemLimits: constraints.item_limits,
    map: constraints.map,
    msrp: constraints.msrp,
    bands: compileBands(rules.rounding, policy.currency),
    endingsText: endingsText(rules.rounding),
    gates: {
      maxCostAgeMs: gates.max_cost_age_days === null ? null : gates.max_cost_age_days * DAY_MS,
      maxObservationAgeMs:
        gates.max_observation_age_days === null ? null : gates.max_observation_age_days * DAY_MS,
      minObservations: gates.min_observations,
      inStockOnly: gates.in_stock_only,
      outlierRatio: ratioOrNull(gates.outlier_ratio),
      outlierRatioOthers: ratioOrNull(gates.outlier_ratio_others),
      packSize: gates.pack_size,
    },
  };
}

function compileMatch({ match }: PolicyScope, currency: string): CompiledMatch {
  const names = (list: string[] | undefined) => (list === undefined ? null : new Set(list));
  const amount = (text: string | undefined) => (text === undefined ? null : parseAmount(text, currency));
  return {
    tags: names(match.tags),
    categories: names(match.categories),
    brands: names(match.brands),
    priceFrom: amount(match.price_from),
    priceTo: amount(match.price_to),
  };
}

const compileDistance = (
  given: FullRules["constraints"]["market_distance"],
): CompiledScope["marketDistance"] =>
  given === null
    ? null
    : {
        reference: compileReference(given),
        above: shareOrNull(given.above ?? null),
        below: shareOrNull(given.below ?? null),
      };

const ratioOrNull = (text: string | null): Ratio | null => (text === null ? null : parseRatio(text));

function shareOrNull(text: string | null): CompiledShare | null {
  const ratio = ratioOrNull(text);
  return ratio === null ? null : { ratio, percent: formatPercent(ratio.num, ratio.den) };
}
