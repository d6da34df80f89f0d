import type { EngineItem, EngineObservation } from "@/server/domain/pricing/inputs";
import { queryInKeyOrder, type Tx } from "../database/transaction";
import { dayPriceSql } from "../items/day-price";
import { type OfferTuple, observationsOf, offersSql } from "../items/offers";
import {
  type StoredWindowColumns,
  storedWindowOf,
  storedWindowSql,
  windowStoreSql,
} from "../items/shop-windows";
import { activeSql } from "../items/states";

/** An item as input of the engine, with the newest offer of every seller. */
export interface RunItem {
  readonly item: EngineItem;
  readonly observations: readonly EngineObservation[];
}

interface ItemRow extends StoredWindowColumns {
  id: string;
  sku: string;
  currency: string;
  price: bigint | null;
  cost: bigint | null;
  cost_updated_at: Date | null;
  map_price: bigint | null;
  min_price: bigint | null;
  max_price: bigint | null;
  msrp: bigint | null;
  pack_size: string | null;
  day_price: bigint | null;
  stock: number | null;
  tags: string[];
  category: string | null;
  brand: string | null;
  baseline_price: bigint | null;
  baseline_cost: bigint | null;
  offers: readonly OfferTuple[] | null;
}

/** Returns the select list of an ItemRow; `dayPrice` is SQL for the reference of a day's price change. */
const columns = (dayPrice: string): string =>
  `i.id, i.sku, i.currency, i.price, i.cost, i.cost_updated_at, i.map_price, i.min_price, i.max_price, i.msrp,
    i.pack_size, ${dayPrice} AS day_price, i.stock, i.tags, i.category, i.brand, i.baseline_price, i.baseline_cost,
    ${storedWindowSql("i")}, ${offersSql("i")} AS offers`;

const PAGE = `
  SELECT ${columns(`CASE WHEN $7 THEN ${dayPriceSql("i", "$5")} END`)}
  FROM catalog_items i ${windowStoreSql("i")}
  WHERE i.workspace_id = $1 AND i.id > $2 AND ${activeSql("i")}
    AND (cardinality($3::text[]) = 0 OR i.tags && $3)
    AND (cardinality($6::text[]) = 0 OR i.id = ANY($6))
  ORDER BY i.id LIMIT $4`;

/**
 * The watched items that a run covers: those with any of the tags and with one of the ids; an empty list does not
 * restrict.
 */
export interface RunScope {
  readonly tags: readonly string[];
  readonly itemIds?: readonly string[];
}

/**
 * Returns the next items of a run in order of id, each with its current offers, in one statement.
 * @param scope.after id of the last item already read; null for the first page
 * @param scope.asOfMs the time of the evaluation, which ends the 24 hours of a day's price change; milliseconds since
 *   1970
 * @param scope.dayPrices whether to look up the reference of a day's price change, which takes as long as all the
 *   rest
 */
export async function pageOfRunItems(
  tx: Tx,
  {
    tags,
    itemIds = [],
    after,
    limit,
    asOfMs,
    dayPrices,
  }: RunScope & { after: string | null; limit: number; asOfMs: number; dayPrices: boolean },
): Promise<RunItem[]> {
  const rows = await queryInKeyOrder<ItemRow>(tx, PAGE, [
    tx.tenant.workspaceId,
    after ?? "",
    tags,
    limit,
    new Date(asOfMs),
    itemIds,
    dayPrices,
  ]);
  return rows.map(runItemOf);
}

// OFFSET 0 makes the planner look every id up by its key, however many rows it expects.
const BY_ID = `
  SELECT ${columns(dayPriceSql("i", "$3"))} FROM unnest($2::text[]) AS chosen (id)
  JOIN LATERAL (SELECT * FROM catalog_items c WHERE c.workspace_id = $1 AND c.id = chosen.id OFFSET 0) i ON true
  ${windowStoreSql("i")}`;

/**
 * Returns the items with these ids, watched or not, in no particular order, each with its current offers.
 * @param asOfMs end of the 24 hours of a day's price change, milliseconds since 1970
 */
export async function runItemsById(tx: Tx, ids: readonly string[], asOfMs: number): Promise<RunItem[]> {
  const rows = await tx.sql<ItemRow>(BY_ID, [tx.tenant.workspaceId, ids, new Date(asOfMs)]);
  return rows.map(runItemOf);
}

const runItemOf = ({ offers, ...row }: ItemRow): RunItem => ({
  item: itemOf(row),
  observations: observationsOf(offers),
});

/** Counts the items that a run covers. */
export async function countRunItems(tx: Tx, { tags, itemIds = [] }: RunScope): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM catalog_items i
     WHERE i.workspace_id = $1 AND ${activeSql("i")} AND (cardinality($2::text[]) = 0 OR i.tags && $2)
       AND (cardinality($3::text[]) = 0 OR i.id = ANY($3))`,
    [tx.tenant.workspaceId, tags, itemIds],
  );
  return row?.count ?? 0;
}

const itemOf = (row: Omit<ItemRow, "offers">): EngineItem => ({
  id: row.id,
  sku: row.sku,
  currency: row.currency,
  price: row.price,
  shopWindow: storedWindowOf(row),
  cost: row.cost,
  costUpdatedAtMs: row.cost_updated_at?.getTime() ?? null,
  mapPrice: row.map_price,
  minPrice: row.min_price,
  maxPrice: row.max_price,
  msrp: row.msrp,
  packSize: row.pack_size,
  dayPrice: row.day_price,
  stock: row.stock,
  tags: row.tags,
  category: row.category,
  brand: row.brand,
  baselinePrice: row.baseline_price,
  baselineCost: row.baseline_cost,
});
