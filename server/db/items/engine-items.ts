import type { EngineItem } from "@/server/domain/pricing/inputs";
import { dayPriceSql } from "./day-price";
import { columnsSql } from "./item-columns";
import { type StoredWindowColumns, storedWindowOf, storedWindowSql } from "./shop-windows";

/** The columns of an item that prices are computed from. */
const COLUMNS = [
  "id",
  "sku",
  "currency",
  "price",
  "cost",
  "cost_updated_at",
  "map_price",
  "min_price",
  "max_price",
  "msrp",
  "pack_size",
  "stock",
  "tags",
  "category",
  "brand",
  "baseline_price",
  "baseline_cost",
];

/** A row of the engine's input for one item. */
export interface EngineItemRow
  extends Omit<EngineItem, "costUpdatedAtMs" | "shopWindow">,
    StoredWindowColumns {
  readonly costUpdatedAt: Date | null;
}

/**
 * SQL: the select list of an `EngineItemRow`; needs the join of `windowStoreSql` with the same alias.
 * @param item alias of a row of `catalog_items`
 * @param at parameter with the end of the 24 hours of a day's price change
 * @param withDayPrice SQL: whether to look up the price before them, which takes as long as all the rest
 */
export const engineItemSql = (item: string, at: string, withDayPrice = "true"): string =>
  `${columnsSql(item, COLUMNS)}, ${storedWindowSql(item)},
    CASE WHEN ${withDayPrice} THEN ${dayPriceSql(item, at)} END AS "dayPrice"`;

/** Builds the engine's input for one item from its row. */
export const engineItemOf = (row: EngineItemRow): EngineItem => ({
  id: row.id,
  sku: row.sku,
  currency: row.currency,
  price: row.price,
  shopWindow: storedWindowOf(row),
  cost: row.cost,
  costUpdatedAtMs: row.costUpdatedAt?.getTime() ?? null,
  mapPrice: row.mapPrice,
  minPrice: row.minPrice,
  maxPrice: row.maxPrice,
  msrp: row.msrp,
  packSize: row.packSize,
  dayPrice: row.dayPrice,
  stock: row.stock,
  tags: row.tags,
  category: row.category,
  brand: row.brand,
  baselinePrice: row.baselinePrice,
  baselineCost: row.baselineCost,
});
