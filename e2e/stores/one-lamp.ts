import { z } from "zod";
import type { Merchant } from "@/e2e/stores/merchant";

/** The only variant that these tests sell, in any currency. */
export const LAMP_SKU = "EMBMOKPOT-021";

/** The merchant's setup of a shop: the VAT rate in percent, and whether the store knows the lamp's cost. */
export type ShopSetup = {
  readonly currency: "EUR" | "USD";
  readonly includesTax: boolean;
  readonly vat: number;
  readonly knowsCost?: boolean;
};

/**
 * Sets the shop up as its merchant: one channel, one lamp at 25.99 with a cost of 19.00, taxed as given.
 * @returns the lamp's variant id
 */
export async function setUpShop(merchant: Merchant, setup: ShopSetup): Promise<string> {
  const { currency, includesTax, vat, knowsCost = true } = setup;
  const shape = z.object({
    activeChannel: z.object({ id: z.string() }),
    taxRates: z.object({ items: z.array(z.object({ id: z.string() })) }),
  });
  const { activeChannel, taxRates } = shape.parse(
    await merchant.ask("{ activeChannel { id } taxRates { items { id } } }"),
  );
  for (const { id } of taxRates.items)
    await merchant.ask("mutation($i: UpdateTaxRateInput!) { updateTaxRate(input: $i) { id } }", {
      i: { id, value: vat },
    });
  await merchant.ask("mutation($i: UpdateChannelInput!) { updateChannel(input: $i) { __typename } }", {
    i: {
      id: activeChannel.id,
      availableCurrencyCodes: ["EUR", "USD"],
      defaultCurrencyCode: currency,
      pricesIncludeTax: includesTax,
    },
  });
  const variant = (await merchant.variants()).find(({ sku }) => sku === LAMP_SKU);
  if (!variant) throw new Error(`the store has no ${LAMP_SKU}`);
  const lamp = {
    id: variant.id,
    prices: [{ price: 2599, currencyCode: currency }],
    customFields: { costPrice: knowsCost ? 1900 : null },
  };
  await merchant.ask(
    "mutation($i: [UpdateProductVariantInput!]!) { updateProductVariants(input: $i) { id } }",
    { i: [lamp] },
  );
  return variant.id;
}

/** Returns the store's price in cents of the currency, read without our connector. */
export async function storePrice(
  merchant: Merchant,
  id: string,
  currency: string,
): Promise<number | undefined> {
  const shape = z.object({
    productVariant: z.object({ prices: z.array(z.object({ price: z.number(), currencyCode: z.string() })) }),
  });
  const query = "query($id: ID!) { productVariant(id: $id) { prices { price currencyCode } } }";
  const { productVariant } = shape.parse(await merchant.ask(query, { id }));
  return productVariant.prices.find((each) => each.currencyCode === currency)?.price;
}

/** Returns a CSV of two competitors' prices for the lamp, one hour before `nowMs`; their median is 26.49. */
export function lampOffers(currency: string, nowMs: number): string {
  const at = new Date(nowMs - 60 * 60_000).toISOString();
  return `sku,seller,price,currency,in_stock,observed_at
${LAMP_SKU},one.example,25.99,${currency},true,${at}
${LAMP_SKU},two.example,26.99,${currency},true,${at}
`;
}
