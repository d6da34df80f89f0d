import { z } from "zod";
import { invalidResponse } from "@/server/stores/http";
import type { MedusaConnection } from "@/server/stores/medusa/admin-api";
import { type ListPrice, readListPrices, windowOf } from "@/server/stores/medusa/price-lists";
import {
  basePriceOf,
  isSamePriceSet,
  PRICE_ROW_FIELDS,
  type PriceRow,
  priceRowShape,
  priceSetJson,
  priceSetWith,
} from "@/server/stores/medusa/price-rows";
import { askAdmin } from "@/server/stores/medusa/session";
import { cachedShop } from "@/server/stores/medusa/shop";
import { MARKER_KEY, placeOf, type VariantPlace } from "@/server/stores/medusa/variant-place";
import { type KeyedPrice, StoreError, type WriteReceipt, type WriteRequest } from "@/server/stores/port";
import { checkCurrency, checkWriteRequest } from "@/server/stores/write-request";

/** What a variant says about its price. */
export const pricedShape = z.object({
  id: z.string(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  prices: z.array(priceRowShape).default([]),
});
export type PricedVariant = z.output<typeof pricedShape>;

const PRICED_FIELDS = `id,metadata,${PRICE_ROW_FIELDS}`;
// The answer to a write is the product; of it, only the prices of its variants are needed.
const WRITTEN_FIELDS =
  "id,variants.id,variants.metadata,*variants.prices,variants.prices.price_rules.attribute,variants.prices.price_rules.value";
const oneVariant = z.object({ variant: pricedShape.optional() });
const writtenProduct = z.object({ product: z.object({ variants: z.array(pricedShape).default([]) }) });

/**
 * Returns the present price, what shoppers see beside it, and the write key.
 * @throws StoreError; `rejected` for a variant without a usable price, which no wait will change
 */
export async function readMedusaPrice(connection: MedusaConnection, ref: string): Promise<KeyedPrice> {
  const place = placeOf(ref);
  const { currency } = await cachedShop(connection);
  const variant = await readVariant(connection, place);
  const lists = await readListPrices(connection, currency, place.variantId);
  const storePrice = toStorePrice(variant, lists.get(place.variantId) ?? [], currency, connection.now());
  if (storePrice) return storePrice;
  throw new StoreError("rejected", "definite", `The shop has no usable price in ${currency} for this.`);
}

/**
 * Sends the variant's whole price set, with its rows' ids, and the write key in one request, which the shop carries out
 * in two transactions: the key, then the prices. A write that completes one is the same request again. The prices that
 * are carried along are read just before, and nothing is sent if the price to replace is no longer the expected one.
 * @throws StoreError
 */
export async function writeMedusaPrice(
  connection: MedusaConnection,
  ref: string,
  request: WriteRequest,
): Promise<WriteReceipt> {
  checkWriteRequest(request);
  const place = placeOf(ref);
  const { currency } = await cachedShop(connection);
  checkCurrency(request.currency, currency);
  const { prices } = await readVariant(connection, place);
  const wanted = priceSetWith(prices, request.target, currency);
  checkExpected(prices, request, currency);
  const written = await sendPriceSet(connection, place, wanted, request.writeKey);
  const storePrice = toStorePrice(written, [], currency, connection.now());
  if (!storePrice || !isSamePriceSet(written.prices, wanted))
    throw invalidResponse(
      { access: "write" },
      "The shop's prices after the write are not those that were sent.",
    );
  const { price, writeKey: marker } = storePrice;
  return {
    ...storePrice,
    receipt: JSON.stringify({ ref, price: price.toString(), marker, rows: wanted.length }),
  };
}

/** @throws StoreError `bad_answer`, definite, so that the caller reads again and finds out who changed the price */
function checkExpected(rows: readonly PriceRow[], { expected }: WriteRequest, currency: string): void {
  if (expected !== undefined && basePriceOf(rows, currency)?.price !== expected)
    throw new StoreError("bad_answer", "definite", "The price changed just before it was to be written.");
}

/** The server answers 200 with nothing in it for a variant that it does not have. */
async function readVariant(connection: MedusaConnection, { path }: VariantPlace): Promise<PricedVariant> {
  const query = { fields: PRICED_FIELDS };
  const { variant } = await askAdmin(connection, { method: "GET", path, query, access: "read" }, oneVariant);
  if (variant) return variant;
  throw new StoreError("not_found", "definite", "The shop no longer has this variant.");
}

/** Returns the variant of the answer; of one that it does not have, the server writes nothing and answers 200. */
async function sendPriceSet(
  connection: MedusaConnection,
  { path, variantId }: VariantPlace,
  rows: readonly PriceRow[],
  writeKey: string,
): Promise<PricedVariant> {
  const metadata = JSON.stringify({ [MARKER_KEY]: writeKey });
  const bodyText = `{"prices":${priceSetJson(rows)},"metadata":${metadata}}`;
  const call = {
    method: "POST",
    path,
    query: { fields: WRITTEN_FIELDS },
    bodyText,
    access: "write",
  } as const;
  const { product } = await askAdmin(connection, call, writtenProduct);
  const written = product.variants.find(({ id }) => id === variantId);
  if (written) return written;
  throw invalidResponse(call, "The shop answered about another variant.");
}

/**
 * Returns a variant's price and what shoppers see; null without a price for everybody, or where an amount that counts
 * cannot be expressed in the currency's minor unit.
 * @param listPrices the variant's, of price lists
 * @param nowMs milliseconds since 1970
 */
export function toStorePrice(
  { metadata, prices }: PricedVariant,
  listPrices: readonly ListPrice[],
  currency: string,
  nowMs: number,
): KeyedPrice | null {
  const base = basePriceOf(prices, currency);
  const window = base && windowOf(base.price, listPrices, currency, nowMs);
  if (!base || !window) return null;
  const marker = metadata?.[MARKER_KEY];
  return {
    ...window,
    ...base,
    currency,
    writeKey: typeof marker === "string" && marker !== "" ? marker : null,
  };
}
