import { invalidResponse } from "@/server/stores/http";
import { type KeyedPrice, StoreError, type WriteReceipt, type WriteRequest } from "@/server/stores/port";
import { toShop } from "@/server/stores/woocommerce/amounts";
import {
  hasOwnPrice,
  MARKER_KEY,
  PRICED_FIELDS,
  placeOf,
  pricedShape,
  toStorePrice,
} from "@/server/stores/woocommerce/product";
import { callWoo, type WooConnection } from "@/server/stores/woocommerce/rest";
import { cachedShop, loadShop } from "@/server/stores/woocommerce/shop";
import { checkCurrency, checkWriteRequest } from "@/server/stores/write-request";

const query = { _fields: PRICED_FIELDS };

/**
 * Returns the present price, and the write key beside it.
 * @throws StoreError; `rejected` for a variant without a usable price, which no wait will change
 */
export async function readWooPrice(connection: WooConnection, ref: string): Promise<KeyedPrice> {
  const { path } = placeOf(ref);
  // Read before the price, for the write that may follow: the shop rounds nothing that it is sent, and a call between
  // reading and write would give a merchant's edit time to be overwritten.
  const { currency } = await loadShop(connection);
  const { data } = await callWoo(connection, { method: "GET", path, query, access: "read" }, pricedShape);
  if (!hasOwnPrice(data))
    throw new StoreError("not_found", "definite", "The shop no longer sells this at a price of its own.");
  const storePrice = toStorePrice(data, currency, connection.now());
  if (storePrice) return storePrice;
  throw new StoreError("rejected", "definite", `The shop has no usable price in ${currency} for this.`);
}

/**
 * Sets regular price and write key in one request, by POST, because firewalls refuse PUT and the shop takes both. The
 * shop carries it out in parts: the key, the regular price, the price that the cart charges. A price that it has stored
 * in part already would change nothing, so a write that completes one also sends the price as a sale price: the shop
 * drops a sale price that is not lower, and computes what the cart charges again. Its answer may show another writer's
 * values.
 * @throws StoreError
 */
export async function writeWooPrice(
  connection: WooConnection,
  ref: string,
  request: WriteRequest,
): Promise<WriteReceipt> {
  checkWriteRequest(request);
  const { path, id } = placeOf(ref);
  const { currency, decimals } = await cachedShop(connection);
  checkCurrency(request.currency, currency);
  const price = toShop(request.target, currency, decimals);
  const body = {
    regular_price: price,
    ...(request.completes ? { sale_price: price } : {}),
    meta_data: [{ key: MARKER_KEY, value: request.writeKey }],
  };
  const call = { method: "POST", path, query, body, access: "write" } as const;
  const { data } = await callWoo(connection, call, pricedShape);
  const storePrice = data.id === id ? toStorePrice(data, currency, connection.now()) : null;
  if (!storePrice)
    throw invalidResponse({ access: "write" }, "The shop answered about another product or without a price.");
  const { writeKey: marker } = storePrice;
  return { ...storePrice, receipt: JSON.stringify({ ref, price: storePrice.price.toString(), marker }) };
}
