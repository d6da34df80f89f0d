import type { Tx } from "./transaction";

/** An item's own price and cost from that moment on; amounts in minor units. */
export interface OwnPoint {
  readonly at: Date;
  readonly source: string;
  readonly price: bigint | null;
  readonly cost: bigint | null;
  readonly currency: string;
}

/** The market on one day, from the observations made on it in the item's currency. */
export interface MarketDay {
  readonly day: Date;
  readonly lowest: bigint;
  readonly median: bigint;
  readonly sellers: number;
}

export interface ItemHistory {
  readonly currency: string;
  readonly own: readonly OwnPoint[];
  readonly market: readonly MarketDay[];
}

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
    `SELECT date_trunc('day', observed_at, 'UTC') AS day, min(price) AS lowest,
            percentile_disc(0.5) WITHIN GROUP (ORDER BY price) AS median, count(DISTINCT seller)::int AS sellers
     FROM observations
     WHERE workspace_id = $1 AND item_id = $2 AND observed_at >= $3 AND currency = $4
     GROUP BY 1 ORDER BY 1`,
    [workspaceId, itemId, since, item.currency],
  );
  return { currency: item.currency, own, market };
}
