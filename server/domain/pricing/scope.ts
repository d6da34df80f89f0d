import type { Policy } from "@/server/domain/pricing/compile";
import type { CompiledMatch, CompiledScope } from "@/server/domain/pricing/compile-scope";
import type { MarketSubject } from "@/server/domain/pricing/inputs";

/**
 * The scope an item falls under: the one that asks for most and has all of it, of equals the one with the
 * higher priority, then the earlier in the document, else the policy's defaults. A price band takes prices from `price_from` up to, not including, `price_to`.
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
