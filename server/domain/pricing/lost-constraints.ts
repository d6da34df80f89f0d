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
  const held = heldByScopes(policy, factors);
  const order = orderOfScopes(policy.scopes);
  return order.flatMap((winner, place) =>
    order.slice(place + 1).flatMap((loser) => {
      const kinds = kindsLost(held[winner], held[loser], policy.currency, factors);
      return kinds.length === 0 ? [] : [{ winner, loser, kinds }];
    }),
  );
}

/** A scope, with the constraints by which it decides and those of the limits that hold for all of its items. */
type HeldByScope = {
  readonly scope: PolicyScope;
  readonly own: CompiledConstraints;
  readonly limits: readonly CompiledConstraints[];
};

/** For each scope once: a policy has as many pairs as its scopes squared. */
function heldByScopes(
  { scopes, limits = [], defaults, currency }: FullPolicy,
  factors: MarginFactors,
): HeldByScope[] {
  const compiled = limits.map(({ name, match, constraints }) => ({
    match,
    constraints: compileConstraints(constraints, factors, currency, name),
  }));
  return scopes.map((scope) => ({
    scope,
    own: compileConstraints(resolveRules(scope, defaults).constraints, factors, currency, null),
    limits: compiled
      .filter(({ match }) => covers(match, scope.match, currency))
      .map(({ constraints }) => constraints),
  }));
}

function kindsLost(
  winner: HeldByScope | undefined,
  loser: HeldByScope | undefined,
  currency: string,
  factors: MarginFactors,
): LostConstraints["kinds"] {
  const lost = loser?.scope.constraints;
  if (winner === undefined || loser === undefined || lost === undefined) return [];
  if (!mayOverlap(winner.scope.match, loser.scope.match, currency)) return [];
  const beside = tightest([winner.own, ...new Set([...winner.limits, ...loser.limits])]);
  return tighterKinds(compileConstraints(lost, factors, currency, null), beside).map((kind) => ({
    kind,
    isException:
      winner.scope.constraints?.[kind] !== undefined &&
      covers(loser.scope.match, winner.scope.match, currency),
  }));
}
