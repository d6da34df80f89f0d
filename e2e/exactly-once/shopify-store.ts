import { ofEach } from "@/server/testing/random";
import { editAsMerchant, refOfVariant } from "@/server/testing/shopify/bench";
import { centsOf, fillShop } from "@/server/testing/shopify/seed";
import { ACCESS_TOKEN, CRASHES, type ShopVariant, variantGid } from "@/server/testing/shopify/shop";
import { startShopifyStandIn } from "@/server/testing/shopify/stand-in";
import type { ExperimentStore } from "./store";

const PRODUCTS = 120;

/**
 * Starts a shop that answers as Shopify's Admin API is documented, with products of one and of several variants. It
 * dies before the transaction of a write, and after it.
 * @param now the shop's clock, in milliseconds since 1970; default: this machine's
 */
export async function startShopifyStore(now?: () => number): Promise<ExperimentStore> {
  const { shop, url, stop } = await startShopifyStandIn({ taxesIncluded: false }, now);
  fillShop(shop, PRODUCTS);
  const others = new Map([...shop.variants.values()].map((each) => [each.id, othersOf(each)]));
  const byId = (id: number) => shop.variants.get(id) as ShopVariant;
  return {
    kind: "shopify",
    url,
    credentials: { accessToken: ACCESS_TOKEN },
    writeMatch: "productVariantsBulkUpdate",
    // The currency is asked for after the price was read.
    priceless: "query Shop ",
    hasCatalog: true,
    breakWrites: async (times, random) => void shop.crashes.push(...ofEach(CRASHES, times, random)),
    setPrice: async (ref, price) => editAsMerchant(shop, ref, BigInt(price)),
    prices: async () =>
      new Map(
        [...shop.variants.values()].map((variant) => {
          const price = Number(centsOf(variant.price));
          // A write that changed another field of the variant is as wrong as one of the charged price.
          const charged = othersOf(variant) === others.get(variant.id) ? price : Number.NaN;
          return [refOfVariant(variant), { price, charged }];
        }),
      ),
    writes: async () =>
      shop.events.map(({ variantId, marker }) => ({
        ref: refOfVariant(byId(variantId)),
        writeKey: marker,
        complete: true,
      })),
    stop,
  };
}

/** Everything of a variant but its price and our key, as one text. */
const othersOf = ({
  id,
  sku,
  title,
  compareAtPrice,
  cost,
  tracked,
  stock,
  metafields,
}: ShopVariant): string =>
  JSON.stringify([
    variantGid(id),
    sku,
    title,
    compareAtPrice,
    cost,
    tracked,
    stock,
    [...metafields.keys()].length > 1,
  ]);
