import type { MarginFactors } from "@/server/domain/margin";
import { type CompiledConstraints, compileConstraints } from "@/server/domain/pricing/engine/constraints";
import { whoseText } from "@/server/domain/pricing/engine/counted";
import { compileBands, endingsText, type Rounding } from "@/server/domain/pricing/engine/endings";
import { type CompiledGates, compileGates } from "@/server/domain/pricing/engine/gates";
import type { CompiledMatch } from "@/server/domain/pricing/engine/match";
import {
  type CompiledStrategy,
  compileSoldOut,
  compileStrategy,
} from "@/server/domain/pricing/engine/strategy";
import type { FullRules } from "@/server/domain/pricing/policy";

/** A strategy in a scope: what it aims for, and how the trail calls it there. */
export type Aim = { readonly strategy: CompiledStrategy; readonly strategyLabel: string };

/** Strategies of which the one with the lowest or the highest price is followed, or the only one. */
export type AimChoice = { readonly pick: "lowest" | "highest" | null; readonly of: readonly Aim[] };

/** What is tried in this order. */
export type Aims = readonly [AimChoice, ...AimChoice[]];

/** One scope's rules in exact numbers, with the texts that evidence and reasons use for them. */
export type CompiledScope = CompiledConstraints &
  Rounding & {
    readonly name: string;
    readonly match: CompiledMatch | null;
    readonly aims: Aims;
    /** The same for each tier of sellers, which its texts name; in their order. */
    readonly tierAims: readonly Aims[];
    /** What an item without stock aims for, where it is something else. */
    readonly soldOut: Aims | null;
    readonly gates: CompiledGates;
  };

/** The rules of an item with the strategy that is followed. */
export type FollowedScope = CompiledScope & Aim;

/** Compiles one set of rules to exact numbers. `match` is null for the rules of all other items. */
export function compileScope(
  name: string,
  match: CompiledMatch | null,
  rules: FullRules,
  currency: string,
  marginFactors: MarginFactors,
): CompiledScope {
  const { strategy, fallback = [], constraints, gates } = rules;
  const compiledGates = compileGates(gates, currency, marginFactors);
  const soldOut = compileSoldOut(rules.when_sold_out);
  const aimOf = (compiled: CompiledStrategy, among = ""): Aim => ({
    strategy: { ...compiled, purpose: `${compiled.purpose}${among}` },
    strategyLabel: `${compiled.label}${among}${match === null ? "" : ` (${name})`}`,
  });
  const choose = (given: FullRules["strategy"], whose: string): AimChoice => {
    const { pick, of: parts } = given.type === "best_of" ? given : { pick: null, of: [given] };
    const among = pick === null ? "" : `, the ${pick} of ${parts.length}`;
    return {
      pick,
      of: parts.map((part) => aimOf(compileStrategy(part, currency, marginFactors, whose), among)),
    };
  };
  const aimsOf = (whose: string): Aims => [
    choose(strategy, whose),
    ...fallback.map((each) => choose(each, whose)),
  ];
  const withDelivery = compiledGates.delivered === null ? "" : " with delivery";
  return {
    name,
    match,
    aims: aimsOf(`${whoseText(gates.sellers)}${withDelivery}`),
    tierAims: compiledGates.tiers.map(({ label }) => aimsOf(` of ${label}${withDelivery}`)),
    soldOut: soldOut && [{ pick: null, of: [aimOf(soldOut)] }],
    ...compileConstraints(constraints, marginFactors, currency, null),
    bands: compileBands(rules.rounding, currency),
    endingsText: endingsText(rules.rounding),
    roundingDirection: rules.rounding.direction ?? null,
    gates: compiledGates,
  };
}
