import type { EngineItem } from "@/server/domain/pricing/inputs";
import { dayPriceSql } from "./day-price";
import { columnsSql } from "./item-columns";
import { lastPriceChangeSql } from "./price-changes";
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
  extends Omit<EngineItem, "costUpdatedAtMs" | "shopWindow" | "priceChangedAtMs">,
    StoredWindowColumns {
  readonly costUpdatedAt: Date | null;
  readonly priceChangedAt: Date | null;
}

/**
 * SQL: the select list of an `EngineItemRow`; needs the join of `windowStoreSql` with the same alias.
 * @param item alias of a row of `catalog_items`
 * @param at parameter with the time from which it is looked back
 * @param past.dayPrice SQL: whether to look up the price of the day before, which takes as long as all the rest
 * @param past.lastChange SQL: whether to look up when the price last changed
 */
export const engineItemSql = (
  item: string,
  at: string,
  {
    dayPrice = "true",
    lastChange = "false",
  }: { readonly dayPrice?: string; readonly lastChange?: string } = {},
): string =>
  `${columnsSql(item, COLUMNS)}, ${storedWindowSql(item)},
    CASE WHEN ${dayPrice} THEN ${dayPriceSql(item, at)} END AS "dayPrice",
    CASE WHEN ${lastChange} THEN ${lastPriceChangeSql(item, at)} END AS "priceChangedAt"`;

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
  priceChangedAtMs: row.priceChangedAt?.getTime() ?? null,
  stock: row.stock,
  tags: row.tags,
  category: row.category,
  brand: row.brand,
  baselinePrice: row.baselinePrice,
  baselineCost: row.baselineCost,
});
