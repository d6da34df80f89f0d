import { DAY_MS } from "@/server/domain/durations";
import { type MarginFactors, type PricePerCost, priceForMargin } from "@/server/domain/margin";
import { parseAmount } from "@/server/domain/money";
import { compileBands, type EndingBand, endingsText } from "@/server/domain/pricing/endings";
import type { FullRules, ScopeMatch } from "@/server/domain/pricing/policy";
import type { PACK_GATES } from "@/server/domain/pricing/policy-rules";
import { compileReference, type Reference } from "@/server/domain/pricing/reference";
import { type CompiledStrategy, compileStrategy } from "@/server/domain/pricing/strategy";
import { formatPercent, parseRatio, type Ratio } from "@/server/domain/ratio";

export type CompiledGates = {
  readonly maxCostAgeMs: number | null;
  readonly maxObservationAgeMs: number | null;
  readonly minObservations: number;
  readonly inStockOnly: boolean;
  /** The outlier limits: distance from the item's own price, and distance from the other observations. */
  readonly outlierRatio: Ratio | null;
  readonly outlierRatioOthers: Ratio | null;
  readonly packSize: (typeof PACK_GATES)[number];
};

/** Which items a scope applies to; null means no condition. Within one list any value matches. */
export type CompiledMatch = {
  readonly tags: ReadonlySet<string> | null;
  readonly categories: ReadonlySet<string> | null;
  readonly brands: ReadonlySet<string> | null;
  readonly priceFrom: bigint | null;
  readonly priceTo: bigint | null;
};

/** A ratio with its text: "15 %". */
export type CompiledShare = { readonly ratio: Ratio; readonly percent: string };

/** One scope's rules in exact numbers, with the texts that evidence and reasons use for them. */
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

/** Compiles one set of rules to exact numbers. `match` is null for the rules of all other items. */
export function compileScope(
  name: string,
  match: CompiledMatch | null,
  rules: FullRules,
  currency: string,
  marginFactors: MarginFactors,
): CompiledScope {
  const { strategy, constraints, gates } = rules;
  const compiled = compileStrategy(strategy, currency, marginFactors);
  const floor = ratioOrNull(constraints.margin_floor);
  return {
    name,
    match,
    strategy: compiled,
    strategyLabel: match === null ? compiled.label : `${compiled.label} (${name})`,
    marginFloor:
      floor === null
        ? null
        : {
            ratio: floor,
            price: priceForMargin(floor, marginFactors),
            percent: formatPercent(floor.num, floor.den),
          },
    maxChange: shareOrNull(constraints.max_change),
    maxChangePerDay: shareOrNull(constraints.max_change_per_day),
    marketDistance: compileDistance(constraints.market_distance),
    itemLimits: constraints.item_limits,
    map: constraints.map,
    msrp: constraints.msrp,
    bands: compileBands(rules.rounding, currency),
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

/** Compiles the conditions of a scope to exact numbers. */
export function compileMatch({ match }: ScopeMatch, currency: string): CompiledMatch {
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
  distance: FullRules["constraints"]["market_distance"],
): CompiledScope["marketDistance"] =>
  distance === null
    ? null
    : {
        reference: compileReference(distance),
        above: shareOrNull(distance.above ?? null),
        below: shareOrNull(distance.below ?? null),
      };

/** Null stays null: the rule is not set. */
export const ratioOrNull = (text: string | null): Ratio | null => (text === null ? null : parseRatio(text));

function shareOrNull(text: string | null): CompiledShare | null {
  const ratio = ratioOrNull(text);
  return ratio === null ? null : { ratio, percent: formatPercent(ratio.num, ratio.den) };
}
