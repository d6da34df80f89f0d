import type { MarginFactors } from "@/server/domain/margin";
import { compileMarginFactors } from "@/server/domain/pricing/engine/compile";
import {
  type CompiledConstraints,
  type ConstraintKind,
  compileConstraints,
  tighterKinds,
  tightest,
} from "@/server/domain/pricing/engine/constraints";
import { covers, mayOverlap } from "@/server/domain/pricing/match-sets";
import type { FullPolicy, PolicyScope } from "@/server/domain/pricing/policy";
import { orderOfScopes } from "@/server/domain/pricing/precedence";
import { resolveRules } from "@/server/domain/pricing/resolve";

/** Two scopes that one item may match, where the one that loses asks for more than what then holds. */
export type LostConstraints = {
  /** The index of the scope that decides. */
  readonly winner: number;
  /** The index of the scope that matches as well. */
  readonly loser: number;
  /** What the losing scope sets itself and what does not hold, with whether the winner is an exception from it. */
  readonly kinds: readonly { readonly kind: ConstraintKind; readonly isException: boolean }[];
};

/**
 * Returns the pairs of scopes by which a constraint is lost. Limits that hold for all items of one of the two count as
 * held. An exception is a narrower scope that sets the same constraint itself, and by that names what it is an
 * exception from.
 */
export function lostConstraints(policy: FullPolicy): LostConstraints[] {
  const factors = compileMarginFactors(policy.pricing, policy.currency);
  const order = orderOfScopes(policy.scopes);
  return order.flatMap((winner, place) =>
    order.slice(place + 1).flatMap((loser) => {
      const kinds = kindsLost(policy.scopes[winner], policy.scopes[loser], policy, factors);
      return kinds.length === 0 ? [] : [{ winner, loser, kinds }];
    }),
  );
}

function kindsLost(
  winner: PolicyScope | undefined,
  loser: PolicyScope | undefined,
  policy: FullPolicy,
  factors: MarginFactors,
): LostConstraints["kinds"] {
  if (winner === undefined || loser?.constraints === undefined) return [];
  if (!mayOverlap(winner.match, loser.match, policy.currency)) return [];
  const own = compileConstraints(loser.constraints, factors, policy.currency, null);
  return tighterKinds(own, heldBeside(winner, loser, policy, factors)).map((kind) => ({
    kind,
    isException:
      winner.constraints?.[kind] !== undefined && covers(loser.match, winner.match, policy.currency),
  }));
}

/** What holds for an item of both scopes: the constraints of the one that decides, and the limits. */
function heldBeside(
  winner: PolicyScope,
  loser: PolicyScope,
  { defaults, limits = [], currency }: FullPolicy,
  factors: MarginFactors,
): CompiledConstraints {
  const holding = limits.filter(
    ({ match }) => covers(match, winner.match, currency) || covers(match, loser.match, currency),
  );
  return tightest([
    compileConstraints(resolveRules(winner, defaults).constraints, factors, currency, null),
    ...holding.map(({ name, constraints }) => compileConstraints(constraints, factors, currency, name)),
  ]);
}
