import { z } from "zod";
import type { ShopWindow } from "@/server/domain/items/shop-window";
import { invalidResponse } from "@/server/stores/http";
import { type KeyedPrice, StoreError, type WriteReceipt, type WriteRequest } from "@/server/stores/port";
import { fromStored, toStored } from "@/server/stores/vendure/amounts";
import { runAsAdministrator, type VendureConnection } from "@/server/stores/vendure/session";
import {
  cachedShop,
  currencyOf,
  loadShop,
  requireWriteKeyField,
  type VendureShop,
} from "@/server/stores/vendure/shop";
import { checkCurrency, checkWriteRequest } from "@/server/stores/write-request";

/**
 * A variant's `price` is without tax even in a channel whose prices include it. `prices` contains what the merchant
 * typed and what an update sets, so it is read instead.
 */
const pricesShape = z.array(z.object({ price: z.number().int().nonnegative(), currencyCode: z.string() }));
export const customFieldsShape = z.record(z.string(), z.unknown()).nullish();

const pricedVariant = z.object({ id: z.string(), prices: pricesShape, customFields: customFieldsShape });
const priceResponse = z.object({
  activeChannel: z.object({
    defaultCurrencyCode: z.string(),
    availableCurrencyCodes: z.array(z.string()),
  }),
  productVariant: pricedVariant.nullable(),
});
const writeResponse = z.object({ updateProductVariants: z.array(pricedVariant.nullable()) });

/**
 * Returns the present price in the connection's currency, and the write key beside it.
 * @throws StoreError; `rejected` for a variant without a usable price, which no wait will change
 */
export async function readVendurePrice(connection: VendureConnection, ref: string): Promise<KeyedPrice> {
  // Read before the price, for the write that may follow: amounts are whole numbers of the store's precision, and a
  // call between reading and write would give a merchant's edit time to be overwritten.
  const shop = await loadShop(connection);
  const query = `query Price($id: ID!) {
    activeChannel { defaultCurrencyCode availableCurrencyCodes }
    productVariant(id: $id) { ${pricedFields(shop, connection)} }
  }`;
  const response = await runAsAdministrator(
    connection,
    { query, variables: { id: ref }, access: "read" },
    priceResponse,
  );
  if (!response.productVariant) {
    throw new StoreError("not_found", "definite", "The store no longer has this variant.");
  }
  const currency = currencyOf(response.activeChannel, connection.vendure.currency);
  const storePrice = toStorePrice(response.productVariant, currency, shop);
  if (!storePrice)
    throw new StoreError(
      "rejected",
      "definite",
      `The store has no usable price in ${currency} for this variant.`,
    );
  return storePrice;
}

/** Sets price and write key in one mutation, which Vendure runs completely or not at all. @throws StoreError */
export async function writeVendurePrice(
  connection: VendureConnection,
  ref: string,
  request: WriteRequest,
): Promise<WriteReceipt> {
  checkWriteRequest(request);
  const shop = await cachedShop(connection);
  const writeKeyField = requireWriteKeyField(shop, connection);
  checkCurrency(request.currency, shop.currency);
  const query = `mutation SetPrice($input: [UpdateProductVariantInput!]!) {
    updateProductVariants(input: $input) { ${pricedFields(shop, connection)} }
  }`;
  const price = toStored(request.target, request.currency, shop);
  // The currency is sent explicitly, in case the channel's has just changed.
  const prices = [{ price, currencyCode: request.currency }];
  const input = [{ id: ref, prices, customFields: { [writeKeyField]: request.writeKey } }];
  const response = await runAsAdministrator(
    connection,
    { query, variables: { input }, access: "write" },
    writeResponse,
  );
  const [updated] = response.updateProductVariants;
  const storePrice = updated?.id === ref ? toStorePrice(updated, request.currency, shop) : null;
  if (!storePrice)
    throw invalidResponse({ access: "write" }, "The store answered about another variant or price.");
  return {
    ...storePrice,
    receipt: JSON.stringify({ id: ref, price: storePrice.price.toString(), marker: storePrice.writeKey }),
  };
}

/** The fields of a variant that `toStorePrice` reads. @throws StoreError `rejected` without a write key's field */
function pricedFields(shop: VendureShop, connection: VendureConnection): string {
  const custom = [requireWriteKeyField(shop, connection), shop.fields.compareAt];
  return `id prices { price currencyCode } customFields { ${custom.filter((name) => name !== null).join(" ")} }`;
}

/**
 * Returns an amount that a merchant keeps in a custom field, in minor units; null without the field, a value, or a
 * value above zero.
 */
export function customAmount(
  fields: z.output<typeof customFieldsShape>,
  name: string | null,
  shop: VendureShop,
): bigint | null {
  const stored = name === null ? null : fields?.[name];
  const known = typeof stored === "number" && Number.isInteger(stored) && stored > 0;
  return known ? fromStored(stored, shop.currency, shop) : null;
}

/** What shoppers see: Vendure has no sale price of a variant, and its promotions count in the cart only. */
export const windowOf = (
  price: bigint | null,
  fields: z.output<typeof customFieldsShape>,
  shop: VendureShop,
): ShopWindow => ({
  shopperPrice: price,
  compareAt: customAmount(fields, shop.fields.compareAt, shop),
  sale: null,
});

function toStorePrice(
  variant: z.output<typeof pricedVariant>,
  currency: string,
  shop: VendureShop,
): KeyedPrice | null {
  const found = variant.prices.find(({ currencyCode }) => currencyCode === currency);
  const price = found ? fromStored(found.price, currency, shop) : null;
  if (price === null) return null;
  const writeKey = shop.fields.writeKey === null ? null : variant.customFields?.[shop.fields.writeKey];
  return {
    price,
    currency,
    writeKey: typeof writeKey === "string" && writeKey !== "" ? writeKey : null,
    ...windowOf(price, variant.customFields, shop),
    // Vendure sets price and custom fields in one transaction.
    complete: true,
  };
}
