import { DAY_MS } from "@/server/domain/durations";
import type { MarginFactors } from "@/server/domain/margin";
import { parseAmount } from "@/server/domain/money";
import { type CompiledConstraints, compileConstraints } from "@/server/domain/pricing/engine/constraints";
import { compileBands, endingsText, type Rounding } from "@/server/domain/pricing/engine/endings";
import {
  type CompiledStrategy,
  compileSoldOut,
  compileStrategy,
} from "@/server/domain/pricing/engine/strategy";
import type { FullRules, ScopeMatch } from "@/server/domain/pricing/policy";
import { type Ratio, ratioOrNull } from "@/server/domain/ratio";

export type CompiledGates = {
  readonly maxCostAgeMs: number | null;
  readonly maxObservationAgeMs: number | null;
  readonly minObservations: number;
  readonly inStockOnly: boolean;
  /** The outlier limits: distance from the item's own price, and distance from the other observations. */
  readonly outlierRatio: Ratio | null;
  readonly outlierRatioOthers: Ratio | null;
  readonly packSize: FullRules["gates"]["pack_size"];
};

/** Which items a scope or a limit applies to; null means no condition. Within one list any value matches. */
export type CompiledMatch = {
  readonly tags: ReadonlySet<string> | null;
  readonly categories: ReadonlySet<string> | null;
  readonly brands: ReadonlySet<string> | null;
  readonly priceFrom: bigint | null;
  readonly priceTo: bigint | null;
};

/** One scope's rules in exact numbers, with the texts that evidence and reasons use for them. */
export type CompiledScope = CompiledConstraints &
  Rounding & {
    readonly name: string;
    readonly match: CompiledMatch | null;
    readonly strategy: CompiledStrategy;
    readonly strategyLabel: string;
    /** The rules of an item without stock, where they are others. */
    readonly soldOut: Pick<CompiledScope, "strategy" | "strategyLabel"> | null;
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
  const soldOut = compileSoldOut(rules.when_sold_out);
  const labelled = ({ label }: CompiledStrategy) => (match === null ? label : `${label} (${name})`);
  return {
    name,
    match,
    strategy: compiled,
    strategyLabel: labelled(compiled),
    soldOut: soldOut && { strategy: soldOut, strategyLabel: labelled(soldOut) },
    ...compileConstraints(constraints, marginFactors, currency, null),
    bands: compileBands(rules.rounding, currency),
    endingsText: endingsText(rules.rounding),
    roundingDirection: rules.rounding.direction ?? null,
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

/** Compiles the conditions of a scope or a limit to exact numbers. */
export function compileMatch({ match }: Pick<ScopeMatch, "match">, currency: string): CompiledMatch {
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
