import { fillShop as fillMedusa } from "@/server/testing/medusa/bench";
import { SECRET_KEY } from "@/server/testing/medusa/shop";
import { startMedusaStandIn } from "@/server/testing/medusa/stand-in";
import { addProduct, euros } from "@/server/testing/shopify/seed";
import { ACCESS_TOKEN } from "@/server/testing/shopify/shop";
import { startShopifyStandIn } from "@/server/testing/shopify/stand-in";
import { startVendureStandIn } from "@/server/testing/vendure-stand-in";
import { signIn } from "@/server/testing/woocommerce/bench";
import { FULL_KEY } from "@/server/testing/woocommerce/shop";
import { startWooStandIn } from "@/server/testing/woocommerce/stand-in";

/** A shop with a great catalog. */
export interface GreatShop {
  readonly url: string;
  readonly credentials: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** How long the shop takes to write the file of a bulk operation, in milliseconds. */
const BULK_MS = 2_000;

async function shopify(items: number): Promise<GreatShop> {
  const { shop, url, stop } = await startShopifyStandIn();
  for (let n = 0; n < items; n += 1)
    addProduct(shop, { title: `Tea ${n}`, variants: [{ price: euros(2000n + BigInt(n % 5_000)) }] });
  const writer = setInterval(() => {
    for (const bulk of shop.bulks)
      if (bulk.status === "RUNNING" && shop.now() - bulk.createdMs >= BULK_MS) bulk.status = "COMPLETED";
  }, BULK_MS / 4);
  return {
    url,
    credentials: { accessToken: ACCESS_TOKEN },
    stop: () => {
      clearInterval(writer);
      return stop();
    },
  };
}

async function vendure(items: number): Promise<GreatShop> {
  const shop = await startVendureStandIn();
  shop.channel = { currency: "EUR", pricesIncludeTax: true, rates: [19] };
  shop.variants = Array.from({ length: items }, (_, n) => ({
    id: String(n + 1),
    sku: `V-${n}`,
    name: `Tea ${n}`,
    price: 2_000 + (n % 5_000),
    cost: 1_200,
  }));
  return { url: shop.url, credentials: shop.credentials, stop: shop.close };
}

async function medusa(items: number): Promise<GreatShop> {
  const { shop, url, stop } = await startMedusaStandIn();
  fillMedusa(shop, items);
  return { url, credentials: { apiKey: SECRET_KEY }, stop };
}

async function woocommerce(items: number): Promise<GreatShop> {
  const products = Array.from({ length: items }, (_, n) => ({
    id: 10 + n,
    sku: `W-${n}`,
    regular: euros(2000n + BigInt(n % 5_000)),
    cost: { value: 12 },
  }));
  const { url, stop } = await startWooStandIn({ products });
  return { url, credentials: signIn(FULL_KEY), stop };
}

/** Starts a shop of each kind with so many variants. */
export const GREAT_SHOPS = { shopify, vendure, medusa, woocommerce } as const;
