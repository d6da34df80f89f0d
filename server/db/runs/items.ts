import type { AskedOfPast } from "@/server/domain/pricing/engine";
import type { EngineItem, EngineObservation } from "@/server/domain/pricing/inputs";
import { queryInKeyOrder, type Tx } from "../database/transaction";
import { type EngineItemRow, engineItemOf, engineItemSql } from "../items/engine-items";
import { type OfferTuple, observationsOf, offersSql } from "../items/offers";
import { windowStoreSql } from "../items/shop-windows";
import { activeSql } from "../items/states";

/** An item as input of the engine, with the newest offer of every seller. */
export interface RunItem {
  readonly item: EngineItem;
  readonly observations: readonly EngineObservation[];
}

interface RunItemRow extends EngineItemRow {
  readonly offers: readonly OfferTuple[] | null;
}

const PAGE = `
  SELECT ${engineItemSql("i", "$5", { dayPrice: "$7", lastChange: "$8" })}, ${offersSql("i")} AS offers
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
 * @param scope.asOfMs the time of the evaluation, from which it is looked back; milliseconds since 1970
 * @param scope.past what to look up of the past
 */
export async function pageOfRunItems(
  tx: Tx,
  {
    tags,
    itemIds = [],
    after,
    limit,
    asOfMs,
    past,
  }: RunScope & { after: string | null; limit: number; asOfMs: number; past: AskedOfPast },
): Promise<RunItem[]> {
  const rows = await queryInKeyOrder<RunItemRow>(tx, PAGE, [
    tx.tenant.workspaceId,
    after ?? "",
    tags,
    limit,
    new Date(asOfMs),
    itemIds,
    past.dayPrices,
    past.lastChanges,
  ]);
  return rows.map(runItemOf);
}

// OFFSET 0 makes the planner look every id up by its key, however many rows it expects.
const BY_ID = `
  SELECT ${engineItemSql("i", "$3", { lastChange: "$4" })}, ${offersSql("i")} AS offers FROM unnest($2::text[]) AS chosen (id)
  JOIN LATERAL (SELECT * FROM catalog_items c WHERE c.workspace_id = $1 AND c.id = chosen.id OFFSET 0) i ON true
  ${windowStoreSql("i")}`;

/**
 * Returns the items with these ids, watched or not, in no particular order, each with its current offers.
 * @param asOfMs the time from which it is looked back, milliseconds since 1970
 * @param options.lastChanges whether to look up when their prices last changed, which decisions may need and guards do
 *   not
 */
export async function runItemsById(
  tx: Tx,
  ids: readonly string[],
  asOfMs: number,
  { lastChanges = false }: { readonly lastChanges?: boolean } = {},
): Promise<RunItem[]> {
  const values = [tx.tenant.workspaceId, ids, new Date(asOfMs), lastChanges];
  const rows = await tx.sql<RunItemRow>(BY_ID, values);
  return rows.map(runItemOf);
}

const runItemOf = (row: RunItemRow): RunItem => ({
  item: engineItemOf(row),
  observations: observationsOf(row.offers),
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
