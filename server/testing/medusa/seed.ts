import type { ListRow, PriceList, PriceRow, Shop, ShopVariant } from "./shop";

/** What a test states about a variant; the rest is that of one that is sold. Prices are decimals by lower-case code. */
export interface VariantSeed {
  readonly product?: string;
  readonly sku?: string | null;
  readonly title?: string;
  readonly prices: Readonly<Record<string, string>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly stock?: number | null;
  readonly updatedMs?: number;
}

/** Adds a variant, and its product if it is the first of it. */
export function addVariant(shop: Shop, seed: VariantSeed): ShopVariant {
  const { product = "Tea", stock = null, prices, updatedMs = Date.UTC(2026, 0, 1) } = seed;
  const known = [...shop.products.values()].find(({ title }) => title === product);
  const productId = known?.id ?? shop.nextId("prod");
  if (!known)
    shop.products.set(productId, {
      id: productId,
      title: product,
      status: "published",
      categories: ["Tea & Co"],
      tags: ["organic"],
      updatedMs,
    });
  const id = shop.nextId("variant");
  const variant: ShopVariant = {
    id,
    productId,
    sku: seed.sku === undefined ? `S-${id}` : seed.sku,
    title: seed.title ?? "Default",
    metadata: { ...seed.metadata },
    managesInventory: stock !== null,
    stock: stock ?? 0,
    rows: Object.entries(prices).map(([currency, amount]) => priceRow(shop, { currency, amount })),
    updatedMs,
  };
  shop.variants.set(id, variant);
  return variant;
}

export const priceRow = (
  shop: Shop,
  row: Partial<PriceRow> & Pick<PriceRow, "currency" | "amount">,
): PriceRow => ({
  id: shop.nextId("price"),
  minQuantity: null,
  maxQuantity: null,
  rules: {},
  updatedMs: shop.now(),
  ...row,
});

/** Adds a price list that stands for everybody; prices are decimals by variant. */
export function addPriceList(
  shop: Shop,
  prices: Readonly<Record<string, string>>,
  over: Partial<PriceList> = {},
  row: Partial<ListRow> = {},
): PriceList {
  const list: PriceList = {
    id: shop.nextId("plist"),
    type: "sale",
    status: "active",
    startsMs: null,
    endsMs: null,
    rules: {},
    updatedMs: shop.now(),
    prices: Object.entries(prices).map(([variantId, amount]) => ({
      id: shop.nextId("price"),
      variantId,
      amount,
      currency: "eur",
      minQuantity: null,
      rules: {},
      ...row,
    })),
    ...over,
  };
  shop.priceLists.set(list.id, list);
  return list;
}
