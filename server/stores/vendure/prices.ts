import { z } from "zod";
import { badAnswer } from "@/server/stores/http";
import { StoreError, type StoreReading, type WriteAnswer, type WriteRequest } from "@/server/stores/port";
import { fromStored, toStored } from "@/server/stores/vendure/amounts";
import { runAsAdministrator, type VendureConnection } from "@/server/stores/vendure/session";
import { cachedShop, demandMarkerField, type VendureShop } from "@/server/stores/vendure/shop";
import { checkCurrency, checkWriteRequest } from "@/server/stores/write-request";

/**
 * `price` of a variant is net of tax in a channel whose prices include it. `prices` holds what the merchant
 * typed and what an update sets, so it is the one that is read.
 */
const pricesShape = z.array(z.object({ price: z.number().int().nonnegative(), currencyCode: z.string() }));
export const customFieldsShape = z.record(z.string(), z.unknown()).nullish();

const pricedVariant = z.object({ id: z.string(), prices: pricesShape, customFields: customFieldsShape });
const readAnswer = z.object({
  activeChannel: z.object({ defaultCurrencyCode: z.string() }),
  productVariant: pricedVariant.nullable(),
});
const writeAnswer = z.object({ updateProductVariants: z.array(pricedVariant.nullable()) });

/** The price in the channel's currency now, with the write key beside it. Throws StoreError. */
export async function readVendurePrice(connection: VendureConnection, ref: string): Promise<StoreReading> {
  const shop = await cachedShop(connection);
  const marker = demandMarkerField(shop, connection);
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
  const reading = toReading(answer.productVariant, currency, shop);
  if (!reading)
    throw new StoreError(
      "bad_answer",
      "definite",
      `The store has no usable price in ${currency} for this variant.`,
    );
  return reading;
}

/** Sets price and write key in one mutation, which Vendure carries out whole or not at all. Throws StoreError. */
export async function writeVendurePrice(
  connection: VendureConnection,
  ref: string,
  request: WriteRequest,
): Promise<WriteAnswer> {
  checkWriteRequest(request);
  const shop = await cachedShop(connection);
  const marker = demandMarkerField(shop, connection);
  checkCurrency(request.currency, shop.currency);
  const query = `mutation SetPrice($input: [UpdateProductVariantInput!]!) {
    updateProductVariants(input: $input) { id prices { price currencyCode } customFields { ${marker} } }
  }`;
  const price = toStored(request.target, request.currency, shop);
  // Naming the currency keeps the amount from being taken for another one if the channel's has just changed.
  const prices = [{ price, currencyCode: request.currency }];
  const input = [{ id: ref, prices, customFields: { [marker]: request.marker } }];
  const answer = await runAsAdministrator(
    connection,
    { query, variables: { input }, effect: "write" },
    writeAnswer,
  );
  const [updated] = answer.updateProductVariants;
  const reading = updated?.id === ref ? toReading(updated, request.currency, shop) : null;
  if (!reading) throw badAnswer({ effect: "write" }, "The store answered about another variant or price.");
  return {
    ...reading,
    storeAnswer: JSON.stringify({ id: ref, price: reading.price.toString(), marker: reading.marker }),
  };
}

function toReading(
  variant: z.output<typeof pricedVariant>,
  currency: string,
  shop: VendureShop,
): StoreReading | null {
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
