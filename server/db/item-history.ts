import type { Tx } from "./transaction";

/** An item's own price and cost from that moment on; amounts in minor units. */
export interface OwnPoint {
  readonly at: Date;
  readonly source: string;
  readonly price: bigint | null;
  readonly cost: bigint | null;
  readonly currency: string;
}

/**
 * The market on one day: of each seller the last observation made on it in the item's currency, those left out that a
 * person reported as wrong or that were out of stock.
 */
export interface MarketDay {
  readonly day: Date;
  readonly lowest: bigint;
  readonly median: bigint;
  readonly sellers: number;
}

/** The last price seen at a seller on one day, in the item's currency; one out of stock is among them. */
export interface SellerPoint {
  readonly id: string;
  readonly seller: string;
  readonly at: Date;
  readonly price: bigint;
  readonly inStock: boolean | null;
}

export interface ItemHistory {
  readonly currency: string;
  readonly own: readonly OwnPoint[];
  readonly market: readonly MarketDay[];
  readonly sellers: readonly SellerPoint[];
}

const LAST_OF_DAY = `
  SELECT DISTINCT ON (seller, date_trunc('day', observed_at, 'UTC'))
    id, seller, observed_at AS at, price, in_stock AS "inStock", date_trunc('day', observed_at, 'UTC') AS day
  FROM observations
  WHERE workspace_id = $1 AND item_id = $2 AND observed_at >= $3 AND currency = $4 AND wrong_at IS NULL
  ORDER BY seller, date_trunc('day', observed_at, 'UTC'), observed_at DESC`;
/** More than ten sellers over a year; what lies further back than the newest of them is left out. */
const MOST_POINTS = 5_000;

/** The history of one item since that moment, oldest first; null where the workspace has no such item. */
export async function itemHistory(tx: Tx, itemId: string, since: Date): Promise<ItemHistory | null> {
  const { workspaceId } = tx.tenant;
  const item = await tx.prisma.catalogItem.findUnique({
    where: { workspaceId_id: { workspaceId, id: itemId } },
    select: { currency: true },
  });
  if (!item) return null;
  const own = await tx.sql<OwnPoint>(
    `SELECT at, source, price, cost, currency FROM item_changes
     WHERE workspace_id = $1 AND item_id = $2 AND at >= COALESCE(
       (SELECT max(at) FROM item_changes WHERE workspace_id = $1 AND item_id = $2 AND at <= $3), $3)
     ORDER BY at, id`,
    [workspaceId, itemId, since],
  );
  const market = await tx.sql<MarketDay>(
    `SELECT day, min(price) AS lowest, percentile_disc(0.5) WITHIN GROUP (ORDER BY price) AS median,
            count(*)::int AS sellers
     FROM (${LAST_OF_DAY}) seen WHERE "inStock" IS NOT FALSE GROUP BY day ORDER BY day`,
    [workspaceId, itemId, since, item.currency],
  );
  const sellers = await tx.sql<SellerPoint & Record<string, unknown>>(
    `SELECT id, seller, at, price, "inStock" FROM (
       SELECT * FROM (${LAST_OF_DAY}) seen ORDER BY at DESC LIMIT ${MOST_POINTS}) newest
     ORDER BY seller, at`,
    [workspaceId, itemId, since, item.currency],
  );
  return { currency: item.currency, own, market, sellers };
}
