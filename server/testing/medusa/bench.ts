import { MARKER_KEY, refOf } from "@/server/stores/medusa/variant-place";
import type { StoreBench } from "@/server/testing/store-conformance";
import { saveVariant } from "./save";
import { addPriceList, addVariant } from "./seed";
import { SECRET_KEY, type Shop, type ShopVariant } from "./shop";
import type { MedusaStandIn } from "./stand-in";

/** A decimal of the shop for an amount in cents, and back. */
export const euros = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
export const centsOf = (text: string): bigint => BigInt(Math.round(Number(text) * 100));

/** Fills a shop with variants of several products, each with prices in euros and dollars, and one on sale. */
export function fillShop(shop: Shop, count: number): void {
  const sizes = ["S", "M", "L", "XL"];
  for (let n = 0; n < count; n += 1) {
    const variant = addVariant(shop, {
      product: `Tea ${Math.floor(n / sizes.length)}`,
      title: sizes[n % sizes.length] ?? "",
      sku: `M-${n}`,
      prices: { eur: euros(2000n + BigInt(n)), usd: euros(2500n + BigInt(n)) },
      metadata: { cost: "12.00" },
      stock: n % 5 === 0 ? null : n,
    });
    if (n % 7 === 0) variant.rows.push({ ...regional(variant), id: shop.nextId("price") });
  }
  const last = addVariant(shop, { product: "On sale", prices: { eur: "50.00" } });
  addPriceList(shop, { [last.id]: "40.00" });
}

/** A price of the variant for one region. */
const regional = ({ rows }: ShopVariant) => ({
  id: "",
  currency: "eur",
  amount: "99.00",
  minQuantity: null,
  maxQuantity: null,
  rules: { region_id: "reg_eu" },
  updatedMs: rows[0]?.updatedMs ?? 0,
});

/** Returns the variant of a reference. @throws Error */
function variantOf(shop: Shop, ref: string): ShopVariant {
  const found = [...shop.variants.values()].find(({ id, productId }) => refOf(productId, id) === ref);
  if (!found) throw new Error(`the shop has no ${ref}`);
  return found;
}

/** The variant's price for everybody in euros, as the shop's table has it. @throws Error */
export function euroRowOf(variant: ShopVariant): ShopVariant["rows"][number] {
  const found = variant.rows.find(
    ({ currency, rules }) => currency === "eur" && Object.keys(rules).length === 0,
  );
  if (!found) throw new Error(`${variant.id} has no price in euros`);
  return found;
}

/** Saves a price in euros as the dashboard does: the whole price set, with its ids. */
export function editAsMerchant(shop: Shop, ref: string, amount: string): void {
  const variant = variantOf(shop, ref);
  const edited = euroRowOf(variant);
  saveVariant(shop, variant, {
    prices: variant.rows.map((row) => ({
      id: row.id,
      amount: Number(row === edited ? amount : row.amount),
      currency_code: row.currency,
      ...(Object.keys(row.rules).length === 0 ? {} : { rules: row.rules }),
    })),
  });
}

/** A running shop as the conformance suite needs it. */
export function benchOf({ shop, url, stop }: MedusaStandIn): StoreBench {
  const shelved = (variant: ShopVariant) => ({
    ref: refOf(variant.productId, variant.id),
    price: centsOf(euroRowOf(variant).amount),
  });
  return {
    url,
    credentials: { apiKey: SECRET_KEY },
    wrongCredentials: { apiKey: "sk_of_nobody" },
    writeMatch: '"prices":[',
    variants: async () => [...shop.variants.values()].map(shelved),
    look: async (ref) => {
      const variant = variantOf(shop, ref);
      const marker = variant.metadata[MARKER_KEY];
      return { price: shelved(variant).price, writeKey: typeof marker === "string" ? marker : null };
    },
    editPrice: async (ref, price) => editAsMerchant(shop, ref, euros(price)),
    unprice: async (ref) => {
      const { rows } = variantOf(shop, ref);
      const row = euroRowOf(variantOf(shop, ref));
      const at = rows.indexOf(row);
      rows.splice(at, 1);
      return async () => void rows.splice(at, 0, row);
    },
    show: async (ref, { sale }) => {
      const { id } = variantOf(shop, ref);
      for (const [listId, { prices }] of shop.priceLists)
        if (prices.some(({ variantId }) => variantId === id)) shop.priceLists.delete(listId);
      if (!sale) return;
      const dates = { startsMs: sale.from?.getTime() ?? null, endsMs: sale.until?.getTime() ?? null };
      addPriceList(shop, { [id]: euros(sale.price) }, dates);
    },
    crashes: [
      {
        name: "after_marker",
        arm: async () => {
          shop.crashes.push("after_marker");
        },
      },
    ],
    effects: async (writeKey) =>
      shop.events.filter(({ kind, marker }) => kind === "saved" && marker === writeKey).length,
    stop,
  };
}
