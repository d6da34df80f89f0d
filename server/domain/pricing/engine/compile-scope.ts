import type { MarginFactors } from "@/server/domain/margin";
import { parseAmount } from "@/server/domain/money";
import { type CompiledConstraints, compileConstraints } from "@/server/domain/pricing/engine/constraints";
import { whoseText } from "@/server/domain/pricing/engine/counted";
import { compileBands, endingsText, type Rounding } from "@/server/domain/pricing/engine/endings";
import { type CompiledGates, compileGates } from "@/server/domain/pricing/engine/gates";
import {
  type CompiledStrategy,
  compileSoldOut,
  compileStrategy,
} from "@/server/domain/pricing/engine/strategy";
import type { FullRules, ScopeMatch } from "@/server/domain/pricing/policy";

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
  const compiled = compileStrategy(strategy, currency, marginFactors, whoseText(gates.sellers));
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
    gates: compileGates(gates, currency, marginFactors),
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
