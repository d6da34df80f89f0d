import { z } from "zod";
import { badAnswer } from "@/server/stores/http";
import { type KeyedPrice, StoreError, type WriteAnswer, type WriteRequest } from "@/server/stores/port";
import { fromStored, toStored } from "@/server/stores/vendure/amounts";
import { runAsAdministrator, type VendureConnection } from "@/server/stores/vendure/session";
import { cachedShop, requireMarkerField, type VendureShop } from "@/server/stores/vendure/shop";
import { checkCurrency, checkWriteRequest } from "@/server/stores/write-request";

/**
 * A variant's `price` is without tax even in a channel whose prices include it. `prices` contains what the merchant
 * typed and what an update sets, so it is read instead.
 */
const pricesShape = z.array(z.object({ price: z.number().int().nonnegative(), currencyCode: z.string() }));
export const customFieldsShape = z.record(z.string(), z.unknown()).nullish();

const pricedVariant = z.object({ id: z.string(), prices: pricesShape, customFields: customFieldsShape });
const readAnswer = z.object({
  activeChannel: z.object({ defaultCurrencyCode: z.string() }),
  productVariant: pricedVariant.nullable(),
});
const writeAnswer = z.object({ updateProductVariants: z.array(pricedVariant.nullable()) });

/** Returns the present price in the channel's currency, and the write key beside it. @throws StoreError */
export async function readVendurePrice(connection: VendureConnection, ref: string): Promise<KeyedPrice> {
  const shop = await cachedShop(connection);
  const marker = requireMarkerField(shop, connection);
  const query = `query Price($id: ID!) {
    activeChannel { defaultCurrencyCode }
    productVariant(id: $id) { id prices { price currencyCode } customFields { ${marker} } }
  }`;
  const answer = await runAsAdministrator(
    connection,
    { query, variables: { id: ref }, effect: "read" },
    readAnswer,
  );
  if (!answer.productVariant) {
    throw new StoreError("not_found", "definite", "The store no longer has this variant.");
  }
  const currency = answer.activeChannel.defaultCurrencyCode;
  const storePrice = toStorePrice(answer.productVariant, currency, shop);
  if (!storePrice)
    throw new StoreError(
      "bad_answer",
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
): Promise<WriteAnswer> {
  checkWriteRequest(request);
  const shop = await cachedShop(connection);
  const marker = requireMarkerField(shop, connection);
  checkCurrency(request.currency, shop.currency);
  const query = `mutation SetPrice($input: [UpdateProductVariantInput!]!) {
    updateProductVariants(input: $input) { id prices { price currencyCode } customFields { ${marker} } }
  }`;
  const price = toStored(request.target, request.currency, shop);
  // The currency is sent explicitly, in case the channel's has just changed.
  const prices = [{ price, currencyCode: request.currency }];
  const input = [{ id: ref, prices, customFields: { [marker]: request.marker } }];
  const answer = await runAsAdministrator(
    connection,
    { query, variables: { input }, effect: "write" },
    writeAnswer,
  );
  const [updated] = answer.updateProductVariants;
  const storePrice = updated?.id === ref ? toStorePrice(updated, request.currency, shop) : null;
  if (!storePrice) throw badAnswer({ effect: "write" }, "The store answered about another variant or price.");
  return {
    ...storePrice,
    storeAnswer: JSON.stringify({ id: ref, price: storePrice.price.toString(), marker: storePrice.marker }),
  };
}

function toStorePrice(
  variant: z.output<typeof pricedVariant>,
  currency: string,
  shop: VendureShop,
): KeyedPrice | null {
  const found = variant.prices.find(({ currencyCode }) => currencyCode === currency);
  const price = found ? fromStored(found.price, currency, shop) : null;
  if (price === null) return null;
  const marker = shop.fields.marker === null ? null : variant.customFields?.[shop.fields.marker];
  return {
    price,
    currency,
    marker: typeof marker === "string" && marker !== "" ? marker : null,
  };
}
