import { z } from "zod";
import { type JourneyShop, LAMP, MUG } from "./journey";
import { SHOWN_PRICES, ShownPrices } from "./merchant";
import { startVendure } from "./vendure-peer";

const PRODUCTS = "{ products(options: { take: 1000 }) { items { id } } }";
const DELETE_PRODUCTS = "mutation($ids: [ID!]!) { deleteProducts(ids: $ids) { result } }";
const NEW_PRODUCT = "mutation($i: CreateProductInput!) { createProduct(input: $i) { id } }";
const NEW_VARIANT = "mutation($i: [CreateProductVariantInput!]!) { createProductVariants(input: $i) { id } }";
const ONE_VARIANT = `query($id: ID!) { productVariant(id: $id) { ${SHOWN_PRICES} } }`;
const cents = (decimal: string): number => Math.round(Number(decimal) * 100);
const decimal = (minor: number): string => (minor / 100).toFixed(2);

/** The real store, which sells the two items in place of its own. */
export async function openVendure(): Promise<JourneyShop> {
  const peer = await startVendure();
  const merchant = await peer.merchant();
  const created = z.object({ createProduct: z.object({ id: z.string() }) });
  const added = z.object({ createProductVariants: z.tuple([z.object({ id: z.string() })]) });
  const own = z.object({ products: z.object({ items: z.array(z.object({ id: z.string() })) }) });
  const { items } = own.parse(await merchant.ask(PRODUCTS)).products;
  await merchant.ask(DELETE_PRODUCTS, { ids: items.map(({ id }) => id) });
  const ids = new Map<string, string>();
  for (const item of [LAMP, MUG]) {
    const named = { languageCode: "en", name: item.title };
    const product = { translations: [{ ...named, slug: item.sku.toLowerCase(), description: "" }] };
    const { createProduct } = created.parse(await merchant.ask(NEW_PRODUCT, { i: product }));
    const customFields = {
      costPrice: cents(item.cost),
      compareAtPrice: "compareAt" in item ? cents(item.compareAt) : null,
    };
    const variant = {
      productId: createProduct.id,
      sku: item.sku,
      price: cents(item.price),
      stockOnHand: 12,
      customFields,
    };
    const i = [{ ...variant, translations: [named] }];
    ids.set(item.sku, added.parse(await merchant.ask(NEW_VARIANT, { i })).createProductVariants[0].id);
  }
  const shown = z.object({ productVariant: ShownPrices });
  const { username, password } = peer.credentials;
  return {
    title: "Vendure",
    fields: { "Admin API address": peer.url, "User name": username, Password: password },
    ask: async ({ sku }) => {
      const answer = await merchant.ask(ONE_VARIANT, { id: ids.get(sku) });
      const { price, compareAt } = shown.parse(answer).productVariant;
      return {
        price: decimal(price),
        sale: null,
        compareAt: compareAt === null ? null : decimal(compareAt),
      };
    },
    stop: peer.stop,
  };
}
