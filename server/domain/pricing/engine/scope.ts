import type { CompiledLimit, Policy } from "@/server/domain/pricing/engine/compile";
import type { CompiledScope } from "@/server/domain/pricing/engine/compile-scope";
import { tightest } from "@/server/domain/pricing/engine/constraints";
import { matches } from "@/server/domain/pricing/engine/match";
import type { EngineItem, ScopeSubject } from "@/server/domain/pricing/inputs";

/**
 * Returns the rules of an item: those of its scope, with the constraints of every limit that it meets as well; of each
 * kind the tightest holds. The scope is, of the scopes whose conditions it meets, the one with most conditions, then
 * the higher priority, then the earlier in the document; the policy's defaults when none matches. The same scope and
 * limits give the same object.
 */
export function scopeFor(policy: Policy, item: ScopeSubject): CompiledScope {
  const scope = policy.scopes.find(({ match }) => match !== null && matches(match, item)) ?? policy.fallback;
  const limits = policy.limits.filter(({ match }) => matches(match, item));
  return limits.length === 0 ? scope : limited(policy, scope, limits);
}

/**
 * Returns the rules by which an item is decided: those of its scope, or what that says about items without stock.
 * Unknown stock is not none.
 */
export function rulesFor(policy: Policy, item: EngineItem): CompiledScope {
  const scope = scopeFor(policy, item);
  if (scope.soldOut === null || item.stock === null || item.stock > 0) return scope;
  const rules = SOLD_OUT.get(scope) ?? { ...scope, aims: scope.soldOut, tierAims: [] };
  SOLD_OUT.set(scope, rules);
  return rules;
}

/** The rules of scopes for items without stock: the same scope gives the same object. */
const SOLD_OUT = new WeakMap<CompiledScope, CompiledScope>();

/** Scopes with the limits that hold beside them, kept because most items of a policy share a few of them. */
const LIMITED = new WeakMap<CompiledScope, Map<string, CompiledScope>>();

function limited(policy: Policy, scope: CompiledScope, limits: readonly CompiledLimit[]): CompiledScope {
  const known = LIMITED.get(scope) ?? new Map<string, CompiledScope>();
  LIMITED.set(scope, known);
  const key = limits.map((limit) => policy.limits.indexOf(limit)).join();
  const found = known.get(key);
  if (found !== undefined) return found;
  const rules = { ...scope, ...tightest([scope, ...limits.map(({ constraints }) => constraints)]) };
  known.set(key, rules);
  return rules;
}
