import { type ConnectionRow, findConnection } from "@/server/db/connections/connections";
import type { Tx } from "@/server/db/database/transaction";
import { itemsBySku } from "@/server/db/items/items";
import { notFound } from "@/server/domain/errors";
import { type Money, toWire } from "@/server/domain/money";
import { StoreError, sandboxStore } from "@/server/stores";
import { resolveStore } from "../connections/store";
import { fieldError } from "../input";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { readTransaction, writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { lockRehearsedStore } from "./rehearsed-store";

/** What a person in the shop sets for an item. */
export interface ShopEdit {
  readonly sku: string;
  readonly price: Money;
  /** Shoppers pay it from now on; null ends the sale. */
  readonly salePrice: Money | null;
  /** The struck-through price; null for none. */
  readonly compareAtPrice: Money | null;
}

/**
 * Edits an item's price in a sandbox store as a person in the shop does. The catalog learns of it by the next sync, as
 * with any edit.
 * @throws DomainError not_found; validation_error naming `sku`, `price` or `sale_price`, or `store` if it does not take
 * the edit; conflict for another kind of store; plan_limit in a suspended workspace
 */
export async function editShopPrice(
  context: RequestContext,
  integrationId: string,
  edit: ShopEdit,
): Promise<ShopEdit> {
  const row = await readTransaction(context, (tx) => rehearsedStoreOf(tx, integrationId, edit));
  requireWritableWorkspace(context);
  const { sku, price, salePrice, compareAtPrice } = edit;
  const set = {
    price: price.minor,
    salePrice: salePrice?.minor ?? null,
    compareAt: compareAtPrice?.minor ?? null,
    currency: price.currency,
  };
  try {
    await sandboxStore.editAsMerchant(resolveStore(context, row).connection, sku, set);
  } catch (error) {
    if (error instanceof StoreError) throw fieldError("store", error.reason, error.message);
    throw error;
  }
  // The event follows the edit: no transaction waits for a store, and no event tells of an edit that it refused.
  return writeTransaction(context, async (tx) => {
    await recordChange(context, tx, {
      action: "rehearsal.edit_price",
      subject: integrationId,
      after: {
        sku,
        price: toWire(price).amount,
        sale_price: salePrice && toWire(salePrice).amount,
        compare_at_price: compareAtPrice && toWire(compareAtPrice).amount,
      },
    });
    return edit;
  });
}

/**
 * Returns the store in which an item can be edited so.
 * @throws DomainError not_found; validation_error naming what does not fit; conflict for another kind of store
 */
async function rehearsedStoreOf(tx: Tx, integrationId: string, edit: ShopEdit): Promise<ConnectionRow> {
  await lockRehearsedStore(tx, integrationId);
  const [item] = (await itemsBySku(tx, [edit.sku])).values();
  if (!item) throw fieldError("sku", "unknown", "The catalog has no item with this SKU.");
  requireFitting(edit, item.currency);
  const row = await findConnection(tx, integrationId);
  if (!row) throw notFound("store");
  return row;
}

/** @throws DomainError validation_error naming the amount that does not fit */
function requireFitting({ price, salePrice, compareAtPrice }: ShopEdit, currency: string): void {
  for (const [path, money] of Object.entries({
    price,
    sale_price: salePrice,
    compare_at_price: compareAtPrice,
  }))
    if (money !== null && money.currency !== currency)
      throw fieldError(path, "currency", `The item is priced in ${currency}.`);
  if (salePrice !== null && salePrice.minor >= price.minor)
    throw fieldError("sale_price", "not_below", "A sale price is below the price.");
}
