import type { Tx } from "../database/transaction";
import { sellerKeySql } from "../policy/sellers";

/** The newest price of one seller for an item; the amount in minor units of `currency`. */
export interface OfferRow {
  readonly id: string;
  readonly seller: string;
  readonly price: bigint;
  readonly currency: string;
  readonly in_stock: boolean | null;
  readonly pack_size: string | null;
  readonly shipping: bigint | null;
  readonly url: string | null;
  readonly observed_at: Date;
}

const MAX_OFFERS = 200;

/** Returns the current offers for an item, cheapest first; null when there is no such item. */
export async function currentOffers(tx: Tx, itemId: string): Promise<OfferRow[] | null> {
  const values = [tx.tenant.workspaceId, itemId];
  const found = await tx.sql("SELECT 1 FROM catalog_items WHERE workspace_id = $1 AND id = $2", values);
  if (found.length === 0) return null;
  return tx.sql<OfferRow>(
    `SELECT id, seller, price, currency, in_stock, pack_size, shipping, url, observed_at FROM current_offers
     WHERE workspace_id = $1 AND item_id = $2 ORDER BY currency, price, seller LIMIT ${MAX_OFFERS}`,
    values,
  );
}

/** Returns what a seller takes for the delivery of an item, in minor units of that currency; null where unknown. */
export async function knownShipping(
  tx: Tx,
  {
    itemId,
    seller,
    currency,
  }: { readonly itemId: string; readonly seller: string; readonly currency: string },
): Promise<bigint | null> {
  const [row] = await tx.sql<{ shipping: bigint | null }>(
    `SELECT shipping FROM current_offers
     WHERE workspace_id = $1 AND item_id = $2 AND ${sellerKeySql("seller")} = ${sellerKeySql("$3")} AND currency = $4
     ORDER BY observed_at DESC LIMIT 1`,
    [tx.tenant.workspaceId, itemId, seller, currency],
  );
  return row?.shipping ?? null;
}

/**
 * Takes away what an item's pages of a seller were said to take for delivery, where its current offer has it from a
 * check of a page: what somebody recorded with a price stays. The caller has locked the observations.
 * @param said what was said, in minor units of that currency
 */
export async function forgetShipping(
  tx: Tx,
  {
    itemId,
    seller,
    currency,
    said,
  }: {
    readonly itemId: string;
    readonly seller: string;
    readonly currency: string;
    readonly said: bigint;
  },
): Promise<void> {
  await tx.run(
    `UPDATE current_offers c SET shipping = NULL
     WHERE c.workspace_id = $1 AND c.item_id = $2 AND ${sellerKeySql("c.seller")} = ${sellerKeySql("$3")}
       AND c.currency = $4 AND c.shipping = $5
       AND EXISTS (SELECT FROM observations o WHERE o.workspace_id = $1 AND o.id = c.id AND o.check_id IS NOT NULL)`,
    [tx.tenant.workspaceId, itemId, seller, currency, said],
  );
}
