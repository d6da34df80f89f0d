import type { EarlierPrice } from "@/server/domain/items/earlier-price";
import type { Tx } from "../database/transaction";

interface EarlierPriceRow extends Record<string, unknown> {
  readonly itemId: string;
  readonly validFrom: Date;
  readonly validUntil: Date | null;
  readonly currency: string;
  readonly price: bigint;
  readonly compareAt: bigint | null;
}

/** A stated price of an item. */
export interface ItemEarlierPrice extends EarlierPrice {
  readonly itemId: string;
}

const COLUMNS = `e.item_id AS "itemId", e.valid_from AS "validFrom", e.valid_until AS "validUntil", e.currency, e.price,
  e.compare_at AS "compareAt"`;

const priceOf = ({ itemId, validFrom, validUntil, currency, price, compareAt }: EarlierPriceRow) => ({
  itemId,
  fromMs: validFrom.getTime(),
  untilMs: validUntil?.getTime() ?? null,
  currency,
  price,
  compareAt,
});

/**
 * Holds off other changes of the workspace's earlier prices until the transaction ends, so that two with rows in
 * different order do not deadlock.
 */
export const lockEarlierPrices = (tx: Tx): Promise<unknown> =>
  tx.run("SELECT pg_advisory_xact_lock(hashtextextended('earlier prices ' || $1, 0))", [
    tx.tenant.workspaceId,
  ]);

/** Returns what people state of the time before the prices of these items were recorded, by item, oldest first. */
export async function earlierPrices(
  tx: Tx,
  itemIds: readonly string[],
): Promise<Map<string, ItemEarlierPrice[]>> {
  const rows = await tx.sql<EarlierPriceRow>(
    `SELECT ${COLUMNS} FROM unnest($2::text[]) AS asked (id) CROSS JOIN LATERAL (
       SELECT * FROM earlier_prices p WHERE p.workspace_id = $1 AND p.item_id = asked.id OFFSET 0) e
     ORDER BY e.item_id, e.valid_from`,
    [tx.tenant.workspaceId, itemIds],
  );
  const byItem = new Map<string, ItemEarlierPrice[]>();
  for (const row of rows) {
    const entries = byItem.get(row.itemId);
    if (entries) entries.push(priceOf(row));
    else byItem.set(row.itemId, [priceOf(row)]);
  }
  return byItem;
}

/** What is known of an item that an earlier price is stated of. */
export interface StatedItem {
  /** Since when what its shop shows is recorded, in milliseconds since 1970; null without a recorded price. */
  readonly recordedMs: number | null;
  /** How many prices are stated of it. */
  readonly stated: number;
}

/** Returns what is recorded and stated of items, by their id. */
export async function statedItems(tx: Tx, itemIds: readonly string[]): Promise<Map<string, StatedItem>> {
  const rows = await tx.sql<{ itemId: string; at: Date | null; stated: number }>(
    `SELECT asked.id AS "itemId", first.at, counted.n AS stated FROM unnest($2::text[]) AS asked (id)
     LEFT JOIN LATERAL (SELECT p.at FROM shop_prices p WHERE p.workspace_id = $1 AND p.item_id = asked.id
       AND p.is_known AND (p.price IS NOT NULL OR p.shopper_price IS NOT NULL) ORDER BY p.seq LIMIT 1) first ON true
     CROSS JOIN LATERAL (SELECT count(*)::int AS n FROM earlier_prices e
       WHERE e.workspace_id = $1 AND e.item_id = asked.id) counted`,
    [tx.tenant.workspaceId, itemIds],
  );
  return new Map(
    rows.map(({ itemId, at, stated }) => [itemId, { recordedMs: at?.getTime() ?? null, stated }]),
  );
}

/** A stored price, and whether the transaction has written it. */
export interface StoredEarlierPrice extends ItemEarlierPrice {
  readonly isOwn: boolean;
}

/** Returns what is stated of items at moments, in any order. */
export async function earlierPricesAt(
  tx: Tx,
  moments: readonly Pick<ItemEarlierPrice, "itemId" | "fromMs">[],
): Promise<StoredEarlierPrice[]> {
  const rows = await tx.sql<EarlierPriceRow & { readonly isOwn: boolean }>(
    `SELECT ${COLUMNS}, e.xmin = pg_current_xact_id()::xid AS "isOwn"
     FROM unnest($2::text[], $3::timestamptz[]) AS asked (id, at) CROSS JOIN LATERAL (
       SELECT p.*, p.xmin FROM earlier_prices p
       WHERE p.workspace_id = $1 AND p.item_id = asked.id AND p.valid_from = asked.at OFFSET 0) e`,
    [
      tx.tenant.workspaceId,
      moments.map(({ itemId }) => itemId),
      moments.map(({ fromMs }) => new Date(fromMs)),
    ],
  );
  return rows.map((row) => ({ ...priceOf(row), isOwn: row.isOwn }));
}

/** Stores prices of which no two are of one item and moment; one that is stored already is replaced. */
export async function upsertEarlierPrices(tx: Tx, prices: readonly ItemEarlierPrice[]): Promise<void> {
  if (prices.length === 0) return;
  const column = <T>(of: (each: ItemEarlierPrice) => T) => prices.map(of);
  await tx.run(
    `INSERT INTO earlier_prices (workspace_id, item_id, valid_from, valid_until, currency, price, compare_at)
     SELECT $1, given.* FROM unnest($2::text[], $3::timestamptz[], $4::timestamptz[], $5::text[], $6::bigint[],
       $7::bigint[]) AS given (item_id, valid_from, valid_until, currency, price, compare_at)
     ON CONFLICT (workspace_id, item_id, valid_from) DO UPDATE SET valid_until = EXCLUDED.valid_until,
       currency = EXCLUDED.currency, price = EXCLUDED.price, compare_at = EXCLUDED.compare_at`,
    [
      tx.tenant.workspaceId,
      column(({ itemId }) => itemId),
      column(({ fromMs }) => new Date(fromMs)),
      column(({ untilMs }) => (untilMs === null ? null : new Date(untilMs))),
      column(({ currency }) => currency),
      column(({ price }) => price),
      column(({ compareAt }) => compareAt),
    ],
  );
}

/** Deletes everything that is stated of an item. */
export const deleteEarlierPrices = (tx: Tx, itemId: string): Promise<unknown> =>
  tx.prisma.earlierPrice.deleteMany({ where: { workspaceId: tx.tenant.workspaceId, itemId } });
