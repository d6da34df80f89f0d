import { compileMarginFactors } from "@/server/domain/pricing/engine/compile";
import {
  type ConstraintKind,
  compileConstraints,
  tighterKinds,
} from "@/server/domain/pricing/engine/constraints";
import { lostConstraints } from "@/server/domain/pricing/lost-constraints";
import { mayOverlap } from "@/server/domain/pricing/match-sets";
import type { FullPolicy, PolicyDocument, PolicyLimit, PolicyScope } from "@/server/domain/pricing/policy";
import { orderOfScopes } from "@/server/domain/pricing/precedence";
import { resolvePolicy } from "@/server/domain/pricing/resolve";

type Given = PolicyLimit["constraints"];

/**
 * Returns the document with what its scopes lose to one another as limits, which hold whatever scope decides; null when
 * nothing is lost. The constraints leave their scope, unless the defaults would then ask the items of the scope for
 * more. A scope of which nothing is left goes as well, if it decides nothing by being there: no later scope could take
 * its items, and no lane tells items apart by their scope. What is meant as an exception stays as it is.
 */
export function moveToLimits(document: PolicyDocument): PolicyDocument | null {
  const policy = resolvePolicy(document);
  const moved = new Map<number, ConstraintKind[]>();
  for (const { loser, kinds } of lostConstraints(policy)) {
    const known = moved.get(loser) ?? [];
    const lost = kinds.filter(({ kind, isException }) => !isException && !known.includes(kind));
    if (lost.length > 0) moved.set(loser, [...known, ...lost.map(({ kind }) => kind)]);
  }
  if (moved.size === 0) return null;
  const names = new Set((document.limits ?? []).map(({ name }) => name));
  const limits = [...moved]
    .sort(([a], [b]) => a - b)
    .flatMap(([index, kinds]) => {
      const scope = policy.scopes[index];
      return scope === undefined ? [] : [limitOf(scope, kinds, names)];
    });
  const scopes = policy.scopes
    .map((scope, index) => without(scope, moved.get(index) ?? [], policy))
    .filter((scope, index) => !moved.has(index) || !isNeedless(scope, policy));
  return { ...document, scopes, limits: [...(document.limits ?? []), ...limits] };
}

function limitOf(
  { name, match, constraints }: PolicyScope,
  kinds: readonly ConstraintKind[],
  names: Set<string>,
) {
  const limit: PolicyLimit = {
    name: freeName(name, names),
    match,
    constraints: pick(constraints ?? {}, kinds),
  };
  names.add(limit.name);
  return limit;
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  // Names have up to 100 characters.
  for (let number = 2; ; number += 1) {
    const next = `${name.slice(0, 95)} ${number}`;
    if (!taken.has(next)) return next;
  }
}

const pick = (constraints: Given, kinds: readonly ConstraintKind[]): Given =>
  Object.fromEntries(Object.entries(constraints).filter(([key]) => kinds.some((kind) => kind === key)));

/** The scope without what was moved, as far as its items are then decided as before. */
function without(
  scope: PolicyScope,
  kinds: readonly ConstraintKind[],
  { defaults, pricing, currency }: FullPolicy,
): PolicyScope {
  if (scope.constraints === undefined || kinds.length === 0) return scope;
  const factors = compileMarginFactors(pricing, currency);
  const own = compileConstraints(scope.constraints, factors, currency, null);
  const kept = tighterKinds(compileConstraints(defaults.constraints, factors, currency, null), own);
  const removed = kinds.filter((kind) => !kept.includes(kind));
  const { constraints, ...rest } = scope;
  const left = Object.entries(constraints).filter(([key]) => !removed.some((kind) => kind === key));
  return left.length === 0 ? rest : { ...rest, constraints: Object.fromEntries(left) };
}

/** Whether a scope sets nothing, and its items would be decided alike without it. */
function isNeedless(scope: PolicyScope, { scopes, lanes = [], currency }: FullPolicy): boolean {
  const { name, match: _match, priority: _priority, ...rules } = scope;
  if (Object.keys(rules).length > 0 || lanes.some(({ items }) => items !== undefined)) return false;
  const order = orderOfScopes(scopes);
  const later = order.slice(order.findIndex((index) => scopes[index]?.name === name) + 1);
  return !later.some((index) => mayOverlap(scope.match, scopes[index]?.match ?? {}, currency));
}
