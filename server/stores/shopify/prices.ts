import { z } from "zod";
import { formatAmount } from "@/server/domain/money";
import { invalidResponse } from "@/server/stores/http";
import { type KeyedPrice, StoreError, type WriteReceipt, type WriteRequest } from "@/server/stores/port";
import { callShopify } from "@/server/stores/shopify/admin-api";
import { DOCUMENTS, MARKER } from "@/server/stores/shopify/documents";
import type { ShopifyConnection } from "@/server/stores/shopify/session";
import { cachedShop } from "@/server/stores/shopify/shop";
import { placeOf } from "@/server/stores/shopify/variant-place";
import { pricedShape, toStorePrice } from "@/server/stores/shopify/variants";
import { checkCurrency, checkWriteRequest } from "@/server/stores/write-request";

const priceShape = z.object({
  shop: z.object({ currencyCode: z.string() }),
  productVariant: pricedShape.extend({ product: z.object({ id: z.string() }) }).nullable(),
});
const writeShape = z.object({
  productVariantsBulkUpdate: z.object({
    productVariants: z.array(pricedShape).nullable(),
    userErrors: z.array(z.object({ code: z.string().nullable(), message: z.string() })),
  }),
});

const gone = () => new StoreError("not_found", "definite", "The shop no longer has this variant.");

/**
 * Returns the present price in the shop's own currency, and the write key beside it. A price that a market's price list
 * fixes is another one, which is not read.
 * @throws StoreError; `rejected` for a variant without a usable price, which no wait will change
 */
export async function readShopifyPrice(connection: ShopifyConnection, ref: string): Promise<KeyedPrice> {
  const { productId, variantId } = placeOf(ref);
  const operation = { query: DOCUMENTS.price, variables: { id: variantId }, access: "read" } as const;
  const { data } = await callShopify(connection, operation, priceShape);
  const { productVariant: variant, shop } = data;
  if (variant?.product.id !== productId) throw gone();
  const storePrice = toStorePrice(variant, shop.currencyCode);
  if (storePrice) return storePrice;
  const message = `The shop has no usable price in ${shop.currencyCode} for this.`;
  throw new StoreError("rejected", "definite", message);
}

/**
 * Sets price and write key in one mutation, which the shop carries out completely or not at all. The struck-through
 * price is not part of it and stays.
 * @throws StoreError
 */
export async function writeShopifyPrice(
  connection: ShopifyConnection,
  ref: string,
  request: WriteRequest,
): Promise<WriteReceipt> {
  checkWriteRequest(request);
  const { productId, variantId } = placeOf(ref);
  const { currency } = await cachedShop(connection);
  checkCurrency(request.currency, currency);
  const variant = {
    id: variantId,
    price: formatAmount(request.target, currency),
    metafields: [{ ...MARKER, value: request.writeKey }],
  };
  const variables = { productId, variants: [variant] };
  const operation = { query: DOCUMENTS.setPrice, variables, access: "write" } as const;
  const { data } = await callShopify(connection, operation, writeShape);
  const { productVariants, userErrors } = data.productVariantsBulkUpdate;
  const updated = productVariants?.find(({ id }) => id === variantId);
  if (userErrors.length > 0) throw refusalOf(userErrors, updated !== undefined);
  const storePrice = updated && toStorePrice(updated, currency);
  if (!storePrice)
    throw invalidResponse(operation, "The shop answered about another variant or without a price.");
  const { price, writeKey: marker } = storePrice;
  return { ...storePrice, receipt: JSON.stringify({ ref, price: price.toString(), marker }) };
}

const GONE: ReadonlySet<string> = new Set(["PRODUCT_DOES_NOT_EXIST", "PRODUCT_VARIANT_DOES_NOT_EXIST"]);

/** An answer with errors and the variant contradicts itself, so that only a read tells what the shop did. */
function refusalOf(
  errors: readonly { readonly code: string | null; readonly message: string }[],
  isShown: boolean,
): StoreError {
  const message = `The shop says: ${errors.map((each) => each.message).join(" ")}`;
  if (isShown) return invalidResponse({ access: "write" }, message);
  if (errors.some(({ code }) => GONE.has(code ?? ""))) return gone();
  return new StoreError("rejected", "definite", message);
}
