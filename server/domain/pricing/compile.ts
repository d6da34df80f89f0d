import { type MarginTerms, marginTerms, type PricePerCost, priceForMargin } from "@/server/domain/margin";
import { parseAmount } from "@/server/domain/money";
import { compileBands, type EndingBand, endingsText } from "@/server/domain/pricing/endings";
import type { FullPolicy, FullRules, PolicyDocument, PolicyScope } from "@/server/domain/pricing/policy";
import { resolvePolicy, resolveRules } from "@/server/domain/pricing/resolve";
import { type CompiledStrategy, compileStrategy } from "@/server/domain/pricing/strategy";
import { formatPercent, parseRatio, type Ratio } from "@/server/domain/ratio";

const DAY_MS = 86_400_000;

export type CompiledGates = {
  readonly maxCostAgeMs: number | null;
  readonly maxObservationAgeMs: number | null;
  readonly minObservations: number;
  readonly inStockOnly: boolean;
  readonly outlierRatio: Ratio | null;
};

/** Which items a scope is for; null means the scope does not ask. Within one list any value will do. */
export type CompiledMatch = {
  readonly tags: ReadonlySet<string> | null;
  readonly categories: ReadonlySet<string> | null;
  readonly brands: ReadonlySet<string> | null;
  readonly priceFrom: bigint | null;
  readonly priceTo: bigint | null;
};

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
  readonly maxChange: { readonly ratio: Ratio; readonly percent: string } | null;
  readonly itemLimits: boolean;
  readonly map: boolean;
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
};

/**
 * Turns a document that `readPolicyDocument` accepted into exact numbers. Throws AmountError or RangeError when the
 * document was never checked and holds a value that cannot be read.
 */
export function compilePolicy(document: PolicyDocument): Policy {
  const full = resolvePolicy(document);
  const terms = compileTerms(full.pricing);
  const scopes = full.scopes
    .map((scope) => ({ scope, asks: criteria(scope.match) }))
    .sort((a, b) => b.asks - a.asks)
    .map(({ scope }) =>
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
  const change = ratioOrNull(constraints.max_change);
  return {
    name,
    match,
    strategy: compiled,
    strategyLabel: match === null ? compiled.label : `${compiled.label} (${name})`,
    marginFloor:
      floor === null
        ? null
        : { ratio: floor, price: priceForMargin(floor, terms), percent: formatPercent(floor.num, floor.den) },
    maxChange: change === null ? null : { ratio: change, percent: formatPercent(change.num, change.den) },
    itemLimits: constraints.item_limits,
    map: constraints.map,
    bands: compileBands(rules.rounding, policy.currency),
    endingsText: endingsText(rules.rounding),
    gates: {
      maxCostAgeMs: gates.max_cost_age_days === null ? null : gates.max_cost_age_days * DAY_MS,
      maxObservationAgeMs:
        gates.max_observation_age_days === null ? null : gates.max_observation_age_days * DAY_MS,
      minObservations: gates.min_observations,
      inStockOnly: gates.in_stock_only,
      outlierRatio: ratioOrNull(gates.outlier_ratio),
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

/** How much a scope asks: each list counts once, and so does a price band, whether it has one end or two. */
const criteria = (match: PolicyScope["match"]): number =>
  [match.tags, match.categories, match.brands, match.price_from ?? match.price_to].filter(
    (value) => value !== undefined,
  ).length;

const ratioOrNull = (text: string | null): Ratio | null => (text === null ? null : parseRatio(text));
