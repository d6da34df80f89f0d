import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Service } from "@/e2e/service";
import { type JourneyShop, LAMP, MUG } from "@/e2e/stores/journey";
import { openVendure as vendure } from "@/e2e/stores/vendure-journey";
import { sandboxKey, sandboxUrl } from "@/server/stores/sandbox/access";
import { API_VERSION } from "@/server/stores/shopify/documents";
import { encodeQuery, signedQuery } from "@/server/stores/woocommerce/oauth";
import { addPriceList, addVariant } from "@/server/testing/medusa/seed";
import { SECRET_KEY } from "@/server/testing/medusa/shop";
import { startMedusaStandIn } from "@/server/testing/medusa/stand-in";
import { addProduct } from "@/server/testing/shopify/seed";
import { ACCESS_TOKEN, variantGid } from "@/server/testing/shopify/shop";
import { startShopifyStandIn } from "@/server/testing/shopify/stand-in";
import { FULL_KEY } from "@/server/testing/woocommerce/shop";
import { startWooStandIn } from "@/server/testing/woocommerce/stand-in";

export const SHOPS: Readonly<Record<string, (service: Service) => Promise<JourneyShop>>> = {
  sandbox,
  woocommerce,
  medusa,
  shopify,
  vendure,
};

const json = async (url: string, init: RequestInit = {}): Promise<unknown> => {
  const headers = { "content-type": "application/json", connection: "close", ...init.headers };
  const response = await fetch(url, { ...init, headers });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.json();
};

async function sandbox({ operate, data }: Service): Promise<JourneyShop> {
  const folder = join(data, "sandbox");
  const read = async (name: string) => (await readFile(join(folder, name), "utf8")).trim();
  const amount = (minor: string | null) => minor && `${minor.slice(0, -2)}.${minor.slice(-2)}`;
  const shape = z.object({
    price: z.string(),
    compare_at: z.string().nullable(),
    sale: z.object({ price: z.string() }).nullable(),
  });
  const money = (text: string) => ({ amount: text, currency: "EUR" });
  return {
    title: "Sandbox store",
    fields: {},
    stock: async ({ client }) => {
      const items = [LAMP, MUG].map(({ sku, title, price, cost }) => ({
        sku,
        title,
        price: money(price),
        cost: money(cost),
      }));
      await client.post("/catalog/items", { items });
    },
    afterConnect: async ({ id }) => {
      const edit = ["--sku", MUG.sku, "--price", MUG.price, "--currency", "EUR", "--sale-price", MUG.sale];
      await operate("rehearsal", "edit-price", "--workspace", id, ...edit);
    },
    ask: async ({ sku }, { id }) => {
      const url = sandboxUrl(`http://127.0.0.1:${await read("port")}`, id);
      const headers = { authorization: `Bearer ${sandboxKey(await read("secret"), id)}` };
      const variant = shape.parse(await json(`${url}/variants/${sku}`, { headers }));
      return {
        price: amount(variant.price) ?? "",
        sale: amount(variant.sale?.price ?? null),
        compareAt: amount(variant.compare_at),
      };
    },
    stop: async () => undefined,
  };
}

async function woocommerce(): Promise<JourneyShop> {
  const product = ({ sku, title, price, cost }: typeof LAMP | typeof MUG, id: number) => ({
    id,
    sku,
    name: title,
    regular: price,
    cost: { value: Number(cost) },
  });
  const standIn = await startWooStandIn({
    products: [product(LAMP, 10), { ...product(MUG, 11), sale: MUG.sale, active: MUG.sale }],
    settings: { pricesIncludeTax: false, costOfGoods: true },
  });
  const shape = z.object({ regular_price: z.string(), sale_price: z.string() });
  return {
    title: "WooCommerce",
    fields: {
      "Shop address": standIn.url,
      "Consumer key": FULL_KEY.consumerKey,
      "Consumer secret": FULL_KEY.consumerSecret,
    },
    ask: async ({ sku }) => {
      const url = new URL(`${standIn.url}/wp-json/wc/v3/products`);
      const signed = signedQuery(FULL_KEY, "GET", url, { sku }, Date.now());
      const [found] = z.array(shape).parse(await json(`${url}?${encodeQuery(signed)}`));
      return { price: found?.regular_price ?? "", sale: found?.sale_price || null, compareAt: null };
    },
    stop: standIn.stop,
  };
}

async function medusa(): Promise<JourneyShop> {
  const standIn = await startMedusaStandIn({ taxInclusive: [] });
  const [lamp, mug] = [LAMP, MUG].map(({ sku, title, price, cost }) =>
    addVariant(standIn.shop, { product: title, title: "", sku, prices: { eur: price }, metadata: { cost } }),
  );
  if (!lamp || !mug) throw new Error("the shop has no items");
  const list = addPriceList(standIn.shop, { [mug.id]: MUG.sale });
  const headers = { authorization: `Basic ${Buffer.from(`${SECRET_KEY}:`).toString("base64")}` };
  const amounts = z.object({ amount: z.number(), currency_code: z.string() });
  const shape = z.object({ variant: z.object({ prices: z.array(amounts) }) });
  return {
    title: "Medusa",
    fields: { "Server address": standIn.url, "Secret API key": SECRET_KEY },
    ask: async ({ sku }) => {
      const { id, productId } = sku === LAMP.sku ? lamp : mug;
      const path = `/admin/products/${productId}/variants/${id}?fields=*prices`;
      const { variant } = shape.parse(await json(`${standIn.url}${path}`, { headers }));
      const euro = variant.prices.find(({ currency_code: code }) => code === "eur");
      // The list is apart from the variant's own prices; what it holds is what shoppers pay.
      const sale = list.prices.find(({ variantId }) => variantId === id)?.amount ?? null;
      return { price: euro?.amount.toFixed(2) ?? "", sale, compareAt: null };
    },
    stop: standIn.stop,
  };
}

async function shopify(): Promise<JourneyShop> {
  const standIn = await startShopifyStandIn({ taxesIncluded: false });
  const [lamp, mug] = [LAMP, MUG].map((item) => {
    const { sku, price, cost, title } = item;
    const compareAtPrice = "compareAt" in item ? item.compareAt : null;
    return addProduct(standIn.shop, { title, variants: [{ sku, price, cost, compareAtPrice }] })[0];
  });
  const shape = z.object({
    data: z.object({
      productVariant: z.object({ price: z.string(), compareAtPrice: z.string().nullable() }),
    }),
  });
  return {
    title: "Shopify",
    way: "An Admin API access token",
    fields: { "Shop address": standIn.url, "Admin API access token": ACCESS_TOKEN },
    ask: async ({ sku }) => {
      const id = variantGid((sku === LAMP.sku ? lamp : mug)?.id ?? 0);
      const query = "query($id: ID!) { productVariant(id: $id) { price compareAtPrice } }";
      const answer = await json(`${standIn.url}/admin/api/${API_VERSION}/graphql.json`, {
        method: "POST",
        headers: { "x-shopify-access-token": ACCESS_TOKEN },
        body: JSON.stringify({ query, variables: { id } }),
      });
      const { price, compareAtPrice } = shape.parse(answer).data.productVariant;
      return { price, sale: null, compareAt: compareAtPrice };
    },
    stop: standIn.stop,
  };
}
