import type { CompiledMatch } from "@/server/domain/pricing/engine";
import type { Bind } from "../database/bind";

/** Returns the condition that an item matches a scope, as in `scopeFor`, for a statement about `catalog_items`. */
export function scopeMatchSql(
  { tags, categories, brands, priceFrom, priceTo }: CompiledMatch,
  bind: Bind,
): string {
  const conditions = [
    tags && `tags && ${bind([...tags])}::text[]`,
    categories && `category = ANY(${bind([...categories])}::text[])`,
    brands && `brand = ANY(${bind([...brands])}::text[])`,
    priceFrom === null ? null : `price >= ${bind(priceFrom)}::bigint`,
    priceTo === null ? null : `price < ${bind(priceTo)}::bigint`,
  ].filter((condition) => condition !== null);
  return `coalesce(${conditions.join(" AND ") || "true"}, false)`;
}
