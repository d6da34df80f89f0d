import type { Policy } from "@/server/domain/pricing/compile";
import type { CompiledMatch, CompiledScope } from "@/server/domain/pricing/compile-scope";
import type { MarketSubject } from "@/server/domain/pricing/inputs";

/**
 * Returns the scope of an item: of the scopes whose conditions it meets, the one with most conditions, then the
 * higher priority, then the earlier in the document; the policy's defaults when none matches. A price band is
 * half-open: [`price_from`, `price_to`).
 */
export function scopeFor(policy: Policy, item: MarketSubject): CompiledScope {
  for (const scope of policy.scopes) {
    if (scope.match !== null && matches(scope.match, item)) return scope;
  }
  return policy.fallback;
}

function matches(match: CompiledMatch, item: MarketSubject): boolean {
  const { tags, categories, brands, priceFrom, priceTo } = match;
  if (tags !== null && !item.tags.some((tag) => tags.has(tag))) return false;
  if (categories !== null && (item.category === null || !categories.has(item.category))) return false;
  if (brands !== null && (item.brand === null || !brands.has(item.brand))) return false;
  if (priceFrom !== null && (item.price === null || item.price < priceFrom)) return false;
  return priceTo === null || (item.price !== null && item.price < priceTo);
}
