import { z } from "zod";
import { clientFor, type MedusaClient } from "./medusa-client";

export const MERCHANT = { email: "merchant@shop.example", password: "a password of the merchant" };
const PRODUCTS = 28;
const SIZES = ["S", "M", "L", "XL"];

const withId = z.object({ id: z.string() });
const variantsOf = z.object({ product: z.object({ variants: z.array(withId) }) });

/**
 * Fills a new shop through its own API: euros and dollars, products with four variants each, of which every seventh
 * also has a price for a region, costs in the metadata, stock, and one variant on sale.
 * @returns a secret key
 */
export async function seedMedusa(url: string): Promise<string> {
  const signedIn = await clientFor(url, "")("POST", "/auth/user/emailpass", MERCHANT);
  const ask = clientFor(url, `Bearer ${String(signedIn["token"])}`);
  const create = async (path: string, name: string, body: unknown) =>
    withId.parse((await ask("POST", path, body))[name]).id;
  const { stores } = z.object({ stores: z.array(withId) }).parse(await ask("GET", "/admin/stores"));
  const currencies = [{ currency_code: "eur", is_default: true }, { currency_code: "usd" }];
  await ask("POST", `/admin/stores/${stores[0]?.id}`, {
    name: "A real shop",
    supported_currencies: currencies,
  });
  const region = await create("/admin/regions", "region", {
    name: "Here",
    currency_code: "eur",
    countries: ["de"],
  });
  const category = await create("/admin/product-categories", "product_category", {
    name: "Tea & Co",
    is_active: true,
  });
  const tag = await create("/admin/product-tags", "product_tag", { value: "organic" });
  const location = await create("/admin/stock-locations", "stock_location", { name: "Here" });
  let last = "";
  for (let n = 0; n < PRODUCTS; n += 1) {
    const { product } = variantsOf.parse(
      await ask("POST", "/admin/products", productBody(n, region, category, tag)),
    );
    last = product.variants.at(-1)?.id ?? "";
  }
  await stock(ask, location);
  const price = { variant_id: last, currency_code: "eur", amount: 12 };
  const sale = {
    title: "Sale",
    description: "For everybody",
    type: "sale",
    status: "active",
    prices: [price],
  };
  await ask("POST", "/admin/price-lists", sale);
  const key = z
    .object({ api_key: z.object({ token: z.string() }) })
    .parse(await ask("POST", "/admin/api-keys", { title: "Pricecheck", type: "secret" }));
  return key.api_key.token;
}

function productBody(n: number, region: string, category: string, tag: string) {
  return {
    title: `Tea ${n}`,
    status: n === PRODUCTS - 2 ? "draft" : "published",
    categories: [{ id: category }],
    tags: [{ id: tag }],
    options: [{ title: "Size", values: SIZES }],
    variants: SIZES.map((size, at) => {
      const count = n * SIZES.length + at;
      const euros = (2000 + count) / 100;
      const regional = { amount: 99, currency_code: "eur", rules: { region_id: region } };
      return {
        title: size,
        sku: `R-${count}`,
        options: { Size: size },
        manage_inventory: n % 5 !== 0,
        metadata: { cost: "12.00" },
        prices: [
          { amount: euros, currency_code: "eur" },
          { amount: (2500 + count) / 100, currency_code: "usd" },
          ...(count % 7 === 0 ? [regional] : []),
        ],
      };
    }),
  };
}

/** Gives the first inventory items a quantity. */
async function stock(ask: MedusaClient, location_id: string): Promise<void> {
  const { inventory_items } = z
    .object({ inventory_items: z.array(withId) })
    .parse(await ask("GET", "/admin/inventory-items?limit=10&fields=id"));
  for (const [n, { id }] of inventory_items.entries())
    await ask("POST", `/admin/inventory-items/${id}/location-levels`, { location_id, stocked_quantity: n });
}
