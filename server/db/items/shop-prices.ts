import { withEarlier } from "@/server/domain/items/earlier-price";
import type { Span } from "@/server/domain/items/read-times";
import type { ShopPrice } from "@/server/domain/items/shop-prices";
import type { Tx } from "../database/transaction";
import { earlierPrices } from "./earlier-prices";

interface ShopPriceRow extends Record<string, unknown> {
  readonly itemId: string;
  readonly at: Date;
  readonly integrationId: string | null;
  readonly isKnown: boolean;
  readonly currency: string;
  readonly price: bigint | null;
  readonly shopperPrice: bigint | null;
  readonly compareAt: bigint | null;
  readonly salePrice: bigint | null;
  readonly saleFrom: Date | null;
  readonly saleUntil: Date | null;
}

/** The most entries that are read of an item, of eighty days of hourly changes; what is older is unknown then. */
const MAX_ENTRIES = 2_000;

const NEWEST = `SELECT s.item_id AS "itemId", s.at, s.integration_id AS "integrationId", s.is_known AS "isKnown",
    s.currency, s.price, s.shopper_price AS "shopperPrice",
    s.compare_at AS "compareAt", s.sale_price AS "salePrice", s.sale_from AS "saleFrom", s.sale_until AS "saleUntil"
  FROM unnest($2::text[]) AS asked (id) CROSS JOIN LATERAL (
    SELECT * FROM shop_prices p WHERE p.workspace_id = $1 AND p.item_id = asked.id
    ORDER BY p.seq DESC LIMIT ${MAX_ENTRIES}) s
  ORDER BY s.item_id, s.seq`;

/**
 * Returns what the shop showed of these items, by item and in the order in which it was written, with what people state
 * of the time before.
 */
export async function shopPrices(
  tx: Tx,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ShopPrice[]>> {
  const recorded = await recordedPrices(tx, itemIds);
  const earlier = await earlierPrices(tx, itemIds);
  // Where older entries are not read, nobody knows when the first one was written.
  const isWhole = (entries: readonly ShopPrice[]) => entries.length < MAX_ENTRIES;
  return new Map(
    itemIds.map((id) => {
      const entries = recorded.get(id) ?? [];
      return [id, isWhole(entries) ? withEarlier(entries, earlier.get(id) ?? []) : entries];
    }),
  );
}

async function recordedPrices(tx: Tx, itemIds: readonly string[]): Promise<Map<string, ShopPrice[]>> {
  const rows = await tx.sql<ShopPriceRow>(NEWEST, [tx.tenant.workspaceId, itemIds]);
  const byItem = new Map<string, ShopPrice[]>();
  for (const row of rows) {
    const entry = entryOf(row);
    const entries = byItem.get(row.itemId);
    if (entries) entries.push(entry);
    else byItem.set(row.itemId, [entry]);
  }
  return byItem;
}

const entryOf = (row: ShopPriceRow): ShopPrice => ({
  atMs: row.at.getTime(),
  integrationId: row.integrationId,
  isKnown: row.isKnown,
  isStated: false,
  currency: row.currency,
  price: row.price,
  shopperPrice: row.shopperPrice,
  compareAt: row.compareAt,
  sale: row.salePrice === null ? null : { price: row.salePrice, from: row.saleFrom, until: row.saleUntil },
});

/** Returns when the workspace's stores were read, by store, oldest first. */
export async function storeReads(tx: Tx): Promise<Map<string, Span[]>> {
  const rows = await tx.prisma.storeRead.findMany({
    where: { workspaceId: tx.tenant.workspaceId },
    orderBy: { fromAt: "asc" },
  });
  const byStore = new Map<string, Span[]>();
  for (const { integrationId, fromAt, untilAt } of rows) {
    const times = byStore.get(integrationId) ?? [];
    times.push({ fromMs: fromAt.getTime(), untilMs: untilAt.getTime() });
    byStore.set(integrationId, times);
  }
  return byStore;
}
