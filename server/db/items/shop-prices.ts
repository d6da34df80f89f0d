import type { ShopPrice } from "@/server/domain/items/shop-prices";
import type { Tx } from "../database/transaction";

interface ShopPriceRow extends Record<string, unknown> {
  readonly itemId: string;
  readonly at: Date;
  readonly currency: string;
  readonly price: bigint | null;
  readonly shopperPrice: bigint | null;
  readonly compareAt: bigint | null;
  readonly salePrice: bigint | null;
  readonly saleFrom: Date | null;
  readonly saleUntil: Date | null;
}

/** The most entries that are read of an item, more than daily changes make in two years; older ones are left out. */
const MAX_ENTRIES = 1_000;

const NEWEST = `SELECT s.item_id AS "itemId", s.at, s.currency, s.price, s.shopper_price AS "shopperPrice",
    s.compare_at AS "compareAt", s.sale_price AS "salePrice", s.sale_from AS "saleFrom", s.sale_until AS "saleUntil"
  FROM unnest($2::text[]) AS asked (id) CROSS JOIN LATERAL (
    SELECT * FROM shop_prices p WHERE p.workspace_id = $1 AND p.item_id = asked.id
    ORDER BY p.at DESC, p.seq DESC LIMIT ${MAX_ENTRIES}) s
  ORDER BY s.item_id, s.at, s.seq`;

/** Returns what the shop showed of these items, by item, oldest first; an item without entries is left out. */
export async function shopPrices(tx: Tx, itemIds: readonly string[]): Promise<Map<string, ShopPrice[]>> {
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
  currency: row.currency,
  price: row.price,
  shopperPrice: row.shopperPrice,
  compareAt: row.compareAt,
  sale: row.salePrice === null ? null : { price: row.salePrice, from: row.saleFrom, until: row.saleUntil },
});
