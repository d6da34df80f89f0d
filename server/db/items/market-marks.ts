import type { MarketSubject } from "@/server/domain/pricing/inputs";
import { anyKey, queryInKeyOrder, runWithHashJoins, type Tx } from "../database/transaction";
import { columnsSql } from "./item-columns";
import { type OfferTuple, offersSql } from "./offers";
import { type WindowColumns, windowSql } from "./shop-windows";

/** An item whose market is to be computed, with its current offers; amounts in minor units. */
export interface MarketItemRow extends MarketSubject, WindowColumns {
  readonly id: string;
  readonly offers: readonly OfferTuple[] | null;
}

/** What is stored of an item's market. */
export interface StoredPosition {
  readonly id: string;
  /** What shoppers pay divided by the market price; null where one of them is unknown. */
  readonly priceIndex: number | null;
  /** Until when that holds, in milliseconds since 1970; null if time alone does not change it. */
  readonly untilMs: number | null;
}

/** Marks every item with an offer, if every item of the workspace is marked as one. */
export async function spreadMark(tx: Tx): Promise<void> {
  const { workspaceId } = tx.tenant;
  const spread = await tx.run("DELETE FROM market_marks WHERE workspace_id = $1 AND item_id = ''", [
    workspaceId,
  ]);
  if (spread > 0)
    await tx.run(
      `INSERT INTO market_marks (workspace_id, item_id)
       SELECT DISTINCT workspace_id, item_id FROM current_offers WHERE workspace_id = $1`,
      [workspaceId],
    );
}

/**
 * An item whose position is to be computed, with the marks that it had when they were read; an expired one may have
 * none.
 */
export interface Due {
  readonly itemId: string;
  readonly marks: readonly string[];
}

/** Returns up to `limit` of the workspace's marks behind an item, by item. */
export async function marksAfter(
  tx: Tx,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<Due[]> {
  const rows = await queryInKeyOrder<{ item_id: string; mark: string }>(
    tx,
    `SELECT item_id, mark FROM market_marks WHERE workspace_id = $1 AND item_id > $2 ORDER BY item_id, mark LIMIT $3`,
    [tx.tenant.workspaceId, after, limit],
  );
  const byItem = new Map<string, string[]>();
  for (const { item_id, mark } of rows) byItem.set(item_id, [...(byItem.get(item_id) ?? []), mark]);
  return [...byItem].map(([itemId, marks]) => ({ itemId, marks }));
}

/** Returns the ids of up to `limit` items whose position has expired at `at`, those first that have waited longest. */
export async function expiredPositions(
  tx: Tx,
  { at, limit }: { readonly at: Date; readonly limit: number },
): Promise<string[]> {
  const rows = await queryInKeyOrder<{ id: string }>(
    tx,
    "SELECT id FROM catalog_items WHERE workspace_id = $1 AND market_until <= $2 ORDER BY workspace_id, market_until LIMIT $3",
    [tx.tenant.workspaceId, at, limit],
  );
  return rows.map(({ id }) => id);
}

/**
 * Locks those of the items that nobody else has locked, and returns them with their offers. It never waits for an item,
 * so that it cannot be part of a deadlock.
 */
export async function lockMarketItems(tx: Tx, ids: readonly string[]): Promise<MarketItemRow[]> {
  const values = [tx.tenant.workspaceId, ids];
  const locked = await tx.sql<{ id: string }>(
    `SELECT found.id FROM unnest($2::text[]) AS chosen (id) CROSS JOIN LATERAL (
       SELECT id FROM catalog_items WHERE workspace_id = $1 AND id = chosen.id OFFSET 0
       FOR NO KEY UPDATE SKIP LOCKED) AS found`,
    values,
  );
  // A statement of its own: it sees what was committed until the lock was taken.
  return tx.sql<MarketItemRow>(
    `SELECT ${columnsSql("i", ["id", "sku", "currency", "price", "cost", "stock", "pack_size", "tags", "category", "brand"])}, ${windowSql("i")},
       ${offersSql("i")} AS offers
     FROM unnest($2::text[]) AS chosen (id)
     CROSS JOIN LATERAL (SELECT * FROM catalog_items WHERE workspace_id = $1 AND id = chosen.id OFFSET 0) AS i`,
    [tx.tenant.workspaceId, locked.map(({ id }) => id)],
  );
}

/** Stores positions of locked items; a row that says the same already is not written again. */
export async function storePositions(tx: Tx, positions: readonly StoredPosition[]): Promise<void> {
  await runWithHashJoins(
    tx,
    `UPDATE catalog_items i SET price_index = r.price_index, market_until = r.until
     FROM unnest($2::text[], $3::float8[], $4::timestamptz[]) AS r (id, price_index, until)
     WHERE i.workspace_id = $1 AND i.id = ${anyKey("$2::text[]")} AND i.id = r.id
       AND (i.price_index IS DISTINCT FROM r.price_index OR i.market_until IS DISTINCT FROM r.until)`,
    [
      tx.tenant.workspaceId,
      positions.map(({ id }) => id),
      positions.map(({ priceIndex }) => priceIndex),
      positions.map(({ untilMs }) => (untilMs === null ? null : new Date(untilMs))),
    ],
  );
}

/** Takes the marks of these items away. */
export async function takeMarks(tx: Tx, due: readonly Due[]): Promise<void> {
  await runWithHashJoins(
    tx,
    `DELETE FROM market_marks m USING unnest($2::text[], $3::uuid[]) AS r (item_id, mark)
     WHERE m.workspace_id = $1 AND m.item_id = ${anyKey("$2::text[]")} AND m.item_id = r.item_id AND m.mark = r.mark`,
    [
      tx.tenant.workspaceId,
      due.flatMap(({ itemId, marks }) => marks.map(() => itemId)),
      due.flatMap(({ marks }) => marks),
    ],
  );
}
