import type { EngineObservation, MarketSubject } from "@/server/domain/pricing/inputs";
import type { Tx } from "../database/transaction";

/** An item's own price and cost, valid from `at` on; amounts in minor units. */
export interface OwnPoint {
  readonly at: Date;
  readonly source: string;
  readonly price: bigint | null;
  readonly cost: bigint | null;
  readonly currency: string;
}

/** The last price seen at a seller on one day, in the item's currency, in stock or not. */
export interface SellerPoint {
  readonly id: string;
  readonly seller: string;
  readonly at: Date;
  readonly price: bigint;
  readonly inStock: boolean | null;
}

export interface ItemHistory {
  /** The item's current fields that decide which competitor prices count. */
  readonly item: MarketSubject;
  readonly own: readonly OwnPoint[];
  readonly sellers: readonly SellerPoint[];
}

const LAST_OF_DAY = `
  SELECT DISTINCT ON (seller, date_trunc('day', observed_at, 'UTC'))
    id, seller, observed_at AS at, price, in_stock AS "inStock", date_trunc('day', observed_at, 'UTC') AS day
  FROM observations
  WHERE workspace_id = $1 AND item_id = $2 AND observed_at >= $3 AND currency = $4 AND wrong_at IS NULL
  ORDER BY seller, date_trunc('day', observed_at, 'UTC'), observed_at DESC`;
/** Maximum number of points, more than ten sellers have in a year; older points are left out. */
const MAX_POINTS = 5_000;
/** Maximum number of observations; older ones do not count on any of the requested days. */
const MAX_SEEN = 20_000;

/** Returns the history of one item since `since`, oldest first; null when the workspace has no such item. */
export async function itemHistory(tx: Tx, itemId: string, since: Date): Promise<ItemHistory | null> {
  const { workspaceId } = tx.tenant;
  const item = await tx.prisma.catalogItem.findUnique({
    where: { workspaceId_id: { workspaceId, id: itemId } },
    select: {
      sku: true,
      currency: true,
      price: true,
      cost: true,
      stock: true,
      packSize: true,
      tags: true,
      category: true,
      brand: true,
    },
  });
  if (!item) return null;
  const own = await tx.sql<OwnPoint>(
    `SELECT at, source, price, cost, currency FROM item_changes
     WHERE workspace_id = $1 AND item_id = $2 AND at >= COALESCE(
       (SELECT max(at) FROM item_changes WHERE workspace_id = $1 AND item_id = $2 AND at <= $3), $3)
     ORDER BY at, id`,
    [workspaceId, itemId, since],
  );
  const sellers = await tx.sql<SellerPoint & Record<string, unknown>>(
    `SELECT id, seller, at, price, "inStock" FROM (
       SELECT * FROM (${LAST_OF_DAY}) seen ORDER BY at DESC LIMIT ${MAX_POINTS}) newest
     ORDER BY seller, at`,
    [workspaceId, itemId, since, item.currency],
  );
  return { item, own, sellers };
}

const SEEN = `
  SELECT * FROM (
    SELECT DISTINCT ON (seller, date_trunc('day', observed_at, 'UTC'))
      id, seller, price, currency, in_stock AS "inStock", (extract(epoch FROM observed_at) * 1000)::float8 AS "observedAtMs",
      url, pack_size AS "packSize", shipping
    FROM observations
    WHERE workspace_id = $1 AND item_id = $2 AND ($3::timestamptz IS NULL OR observed_at >= $3) AND wrong_at IS NULL
    ORDER BY seller, date_trunc('day', observed_at, 'UTC'), observed_at DESC) AS seen
  ORDER BY "observedAtMs" DESC LIMIT ${MAX_SEEN}`;

/**
 * Returns the last price of each seller on every day since `since`, or ever, in any currency and with or without
 * stock, oldest first. Prices reported as wrong are left out.
 */
export async function observationsSince(
  tx: Tx,
  itemId: string,
  since: Date | null,
): Promise<EngineObservation[]> {
  const values = [tx.tenant.workspaceId, itemId, since];
  return (await tx.sql<EngineObservation & Record<string, unknown>>(SEEN, values)).reverse();
}
