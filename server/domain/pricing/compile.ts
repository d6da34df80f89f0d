import { currencyDecimals } from "@/server/domain/currency";
import { type MarginTerms, marginTerms, type PricePerCost, priceForMargin } from "@/server/domain/margin";
import { MAX_MINOR, parseAmount } from "@/server/domain/money";
import { type EndingBand, parseEnding } from "@/server/domain/pricing/endings";
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

/** Bands in the document's order, the first that holds a price wins; what they leave open has the general endings. */
function compileBands(rounding: FullRules["rounding"], currency: string): EndingBand[] {
  const decimals = currencyDecimals(currency) ?? 0;
  const read = (texts: readonly string[]) =>
    texts.map((text) => {
      const ending = parseEnding(text, decimals);
      if (ending === null) throw new RangeError(`"${text}" is not the ending of a price in ${currency}.`);
      return ending;
    });
  const bands: EndingBand[] = [];
  let open: { from: bigint; to: bigint }[] = [{ from: 1n, to: MAX_MINOR }];
  for (const band of rounding.bands) {
    const from = band.price_from === undefined ? 1n : parseAmount(band.price_from, currency);
    const to = band.price_to === undefined ? MAX_MINOR : parseAmount(band.price_to, currency) - 1n;
    const endings = read(band.endings);
    bands.push(...open.map((gap) => ({ ...overlap(gap, from, to), endings })).filter((b) => b.from <= b.to));
    open = open
      .flatMap((gap) => [overlap(gap, gap.from, from - 1n), overlap(gap, to + 1n, gap.to)])
      .filter((gap) => gap.from <= gap.to);
  }
  const general = read(rounding.endings);
  return [...bands, ...open.map((gap) => ({ ...gap, endings: general }))];
}

const overlap = (gap: { from: bigint; to: bigint }, from: bigint, to: bigint) => ({
  from: gap.from > from ? gap.from : from,
  to: gap.to < to ? gap.to : to,
});

function endingsText(rounding: FullRules["rounding"]): string {
  const all = [...new Set([...rounding.endings, ...rounding.bands.flatMap((band) => band.endings)])].sort();
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} or ${all.at(-1)}`;
}

const ratioOrNull = (text: string | null): Ratio | null => (text === null ? null : parseRatio(text));
