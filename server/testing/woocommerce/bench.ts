import { MARKER_KEY } from "@/server/stores/woocommerce/product";
import type { StoreBench } from "@/server/testing/store-conformance";
import { type ProductSeed, refOf, type ShopProduct } from "./product";
import { type SaveBody, saveProduct } from "./save";
import { CRASHES, FULL_KEY, type Shop, type ShopKey } from "./shop";
import type { WooStandIn } from "./stand-in";

/** The settings of a connection with a key. */
export const signIn = ({ consumerKey, consumerSecret }: ShopKey) => ({ consumerKey, consumerSecret });

/** A text of the shop for an amount in cents, and back. */
export const euros = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
export const centsOf = (text: string): bigint => {
  const [whole = "", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(2, "0").slice(0, 2));
};

/**
 * Returns a catalog: simple products, variable ones with four variations each, and, as the last, a simple product on
 * sale. Prices are distinct.
 */
export function catalog(simple: number, variable: number): ProductSeed[] {
  const seeds: ProductSeed[] = [];
  const tagged = { categories: ["Tea &amp; Co"], brands: ["Kettle"], tags: ["bestseller"] };
  for (let n = 0; n < simple; n += 1)
    seeds.push({ id: 10 + n, regular: euros(2000n + BigInt(n)), cost: { value: 12 }, stock: 5, ...tagged });
  for (let n = 0; n < variable; n += 1) {
    const id = 1000 + n * 10;
    seeds.push({ id, type: "variable", name: `Tea ${id}`, cost: { value: 12 }, ...tagged });
    for (const [at, size] of ["S", "M", "L", "XL"].entries())
      seeds.push({
        id: id + 1 + at,
        parentId: id,
        type: "variation",
        options: [size],
        regular: euros(3000n + BigInt(n * 10 + at)),
      });
  }
  seeds.push({ id: 5000, regular: "50.00", sale: "40.00", active: "40.00" });
  return seeds;
}

/** The variants of a shop, variations first. */
export const variantsOf = ({ products }: Shop): ShopProduct[] =>
  [...products.values()]
    .filter(({ type }) => type === "simple" || type === "variation")
    .sort((a, b) => b.parentId - a.parentId || a.id - b.id);

/** Finds the product of a reference. @throws Error */
export function productOf({ products }: Shop, ref: string): ShopProduct {
  const found = [...products.values()].find((product) => refOf(product) === ref);
  if (!found) throw new Error(`the shop has no ${ref}`);
  return found;
}

/** Saves a product as the merchant does in the shop's own pages. */
export function editAsMerchant(shop: Shop, ref: string, body: SaveBody): void {
  saveProduct(shop, productOf(shop, ref), body, MARKER_KEY);
}

const shopTime = (time: Date | null): string | null => time && time.toISOString().slice(0, 19);

/** A running shop as the conformance suite needs it. */
export function benchOf({ shop, url, stop }: WooStandIn): StoreBench {
  return {
    url,
    credentials: signIn(FULL_KEY),
    wrongCredentials: { consumerKey: "ck_of_nobody", consumerSecret: "cs_of_nobody" },
    writeMatch: '"regular_price":',
    refusesCopies: true,
    variants: async () =>
      variantsOf(shop).map((product) => ({ ref: refOf(product), price: centsOf(product.regular) })),
    look: async (ref) => {
      const { regular, meta } = productOf(shop, ref);
      const marker = meta.find(({ key }) => key === MARKER_KEY)?.value;
      return { price: centsOf(regular), writeKey: typeof marker === "string" ? marker : null };
    },
    editPrice: async (ref, price) => editAsMerchant(shop, ref, { regular_price: euros(price) }),
    unprice: async (ref) => {
      const { regular } = productOf(shop, ref);
      editAsMerchant(shop, ref, { regular_price: "" });
      return async () => editAsMerchant(shop, ref, { regular_price: regular });
    },
    show: async (ref, { sale }) =>
      editAsMerchant(shop, ref, {
        sale_price: sale ? euros(sale.price) : "",
        date_on_sale_from_gmt: shopTime(sale?.from ?? null),
        date_on_sale_to_gmt: shopTime(sale?.until ?? null),
      }),
    crashes: CRASHES.slice(0, 2).map((crash) => ({
      name: crash,
      arm: async () => {
        shop.crashes.push(crash);
      },
    })),
    effects: async (writeKey) =>
      shop.events.filter(({ kind, marker }) => kind === "saved" && marker === writeKey).length,
    stop,
  };
}
