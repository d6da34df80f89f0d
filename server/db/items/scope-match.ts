import type { CompiledMatch } from "@/server/domain/pricing/engine";
import type { Bind } from "../database/bind";

/** Returns the condition that an item matches a scope, as in `scopeFor`, for a statement about `catalog_items`. */
export function scopeMatchSql({ except, ...conditions }: CompiledMatch, bind: Bind): string {
  const met = conditionsSql(conditions, bind);
  return except === null ? met : `(${met} AND NOT ${conditionsSql(except, bind)})`;
}

/** SQL: whether an item meets the conditions; false, and never null, where a figure is unknown. */
function conditionsSql(match: Omit<CompiledMatch, "except">, bind: Bind): string {
  const names = (list: ReadonlySet<string> | readonly string[]) => `${bind([...list])}::text[]`;
  const { skus, tags, allTags, categories, brands, priceFrom, priceTo, stockFrom, stockTo } = match;
  const conditions = [
    skus && `sku = ANY(${names(skus)})`,
    tags && `tags && ${names(tags)}`,
    allTags && `tags @> ${names(allTags)}`,
    categories && `category = ANY(${names(categories)})`,
    brands && `brand = ANY(${names(brands)})`,
    priceFrom === null ? null : `price >= ${bind(priceFrom)}::bigint`,
    priceTo === null ? null : `price < ${bind(priceTo)}::bigint`,
    stockFrom === null ? null : `stock >= ${bind(stockFrom)}::int`,
    stockTo === null ? null : `stock < ${bind(stockTo)}::int`,
  ].filter((condition) => condition !== null);
  return `coalesce(${conditions.join(" AND ") || "true"}, false)`;
}
