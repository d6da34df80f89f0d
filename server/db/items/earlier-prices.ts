import type { EarlierPrice } from "@/server/domain/items/earlier-price";
import type { Tx } from "../database/transaction";

/** The most entries that are read of an item, of eighty days of hourly changes; what is older is unknown then. */
export const MAX_ENTRIES = 2_000;

interface EarlierPriceRow extends Record<string, unknown> {
  readonly itemId: string;
  readonly validFrom: Date;
  readonly validUntil: Date | null;
  readonly currency: string;
  readonly price: bigint;
  readonly compareAt: bigint | null;
}

const NEWEST = `SELECT e.item_id AS "itemId", e.valid_from AS "validFrom", e.valid_until AS "validUntil", e.currency, e.price,
    e.compare_at AS "compareAt"
  FROM unnest($2::text[]) AS asked (id) CROSS JOIN LATERAL (
    SELECT * FROM earlier_prices p WHERE p.workspace_id = $1 AND p.item_id = asked.id
    ORDER BY p.valid_from DESC LIMIT ${MAX_ENTRIES}) e
  ORDER BY e.item_id, e.valid_from`;

/** Returns what people state of the time before the prices of these items were recorded, by item, oldest first. */
export async function earlierPrices(
  tx: Tx,
  itemIds: readonly string[],
): Promise<Map<string, EarlierPrice[]>> {
  const rows = await tx.sql<EarlierPriceRow>(NEWEST, [tx.tenant.workspaceId, itemIds]);
  const byItem = new Map<string, EarlierPrice[]>();
  for (const { itemId, validFrom, validUntil, currency, price, compareAt } of rows) {
    const entry = {
      fromMs: validFrom.getTime(),
      untilMs: validUntil?.getTime() ?? null,
      currency,
      price,
      compareAt,
    };
    const entries = byItem.get(itemId);
    if (entries) entries.push(entry);
    else byItem.set(itemId, [entry]);
  }
  return byItem;
}

/** Returns since when what the shop shows of these items is recorded, in milliseconds since 1970, by item. */
export async function recordedSince(tx: Tx, itemIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.sql<{ itemId: string; at: Date }>(
    `SELECT asked.id AS "itemId", first.at FROM unnest($2::text[]) AS asked (id) CROSS JOIN LATERAL (
       SELECT p.at FROM shop_prices p WHERE p.workspace_id = $1 AND p.item_id = asked.id ORDER BY p.seq LIMIT 1) first`,
    [tx.tenant.workspaceId, itemIds],
  );
  return new Map(rows.map(({ itemId, at }) => [itemId, at.getTime()]));
}

/** A price to be stored, of one item. */
export interface NewEarlierPrice extends EarlierPrice {
  readonly itemId: string;
}

/**
 * Stores prices of which no two are of one item and moment; one of the same item and moment as before replaces that.
 * @returns what became of each, in the same order
 */
export async function putEarlierPrices(
  tx: Tx,
  prices: readonly NewEarlierPrice[],
): Promise<("created" | "updated" | "unchanged")[]> {
  const column = <T>(of: (each: NewEarlierPrice) => T) => prices.map(of);
  const stored = await tx.sql<{ itemId: string; validFrom: Date; isNew: boolean }>(
    `INSERT INTO earlier_prices AS e (workspace_id, item_id, valid_from, valid_until, currency, price, compare_at)
     SELECT $1, given.* FROM unnest($2::text[], $3::timestamptz[], $4::timestamptz[], $5::text[], $6::bigint[],
       $7::bigint[]) AS given (item_id, valid_from, valid_until, currency, price, compare_at)
     ORDER BY given.item_id, given.valid_from
     ON CONFLICT (workspace_id, item_id, valid_from) DO UPDATE SET valid_until = EXCLUDED.valid_until,
       currency = EXCLUDED.currency, price = EXCLUDED.price, compare_at = EXCLUDED.compare_at
     WHERE (e.valid_until, e.currency, e.price, e.compare_at)
       IS DISTINCT FROM (EXCLUDED.valid_until, EXCLUDED.currency, EXCLUDED.price, EXCLUDED.compare_at)
     RETURNING e.item_id AS "itemId", e.valid_from AS "validFrom", (e.xmax = 0) AS "isNew"`,
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
  const outcomes = new Map(
    stored.map(({ itemId, validFrom, isNew }) => [keyOf(itemId, validFrom.getTime()), isNew]),
  );
  return prices.map(({ itemId, fromMs }) => {
    const isNew = outcomes.get(keyOf(itemId, fromMs));
    if (isNew === undefined) return "unchanged";
    return isNew ? "created" : "updated";
  });
}

const keyOf = (itemId: string, fromMs: number): string => `${itemId} ${fromMs}`;

/** Removes everything that is stated of an item. @returns how many prices that were */
export const removeEarlierPrices = async (tx: Tx, itemId: string): Promise<number> =>
  (await tx.prisma.earlierPrice.deleteMany({ where: { workspaceId: tx.tenant.workspaceId, itemId } })).count;
