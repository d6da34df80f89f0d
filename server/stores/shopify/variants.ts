import { z } from "zod";
import { type ShopWindow, UNKNOWN_WINDOW } from "@/server/domain/items/shop-window";
import { minorUnitsOf } from "@/server/stores/decimal";
import type { KeyedPrice, StoreVariant } from "@/server/stores/port";
import { refOf } from "@/server/stores/shopify/variant-place";

/** What a read and a write of one price ask for. */
export const pricedShape = z.object({
  id: z.string(),
  price: z.string(),
  compareAtPrice: z.string().nullable(),
  marker: z.object({ value: z.string() }).nullable(),
});
export type PricedVariant = z.output<typeof pricedShape>;

export const listedShape = pricedShape.extend({
  sku: z.string().nullable(),
  title: z.string(),
  updatedAt: z.iso.datetime({ offset: true }),
  inventoryQuantity: z.number().int().nullable(),
  // Missing where the app may not read inventory.
  inventoryItem: z
    .object({
      tracked: z.boolean(),
      unitCost: z.object({ amount: z.string(), currencyCode: z.string() }).nullable(),
    })
    .optional(),
  product: z.object({
    id: z.string(),
    title: z.string(),
    vendor: z.string(),
    productType: z.string(),
    status: z.string(),
    tags: z.array(z.string()),
    onlineStoreUrl: z.string().nullable(),
    hasOnlyDefaultVariant: z.boolean(),
    updatedAt: z.iso.datetime({ offset: true }),
    category: z.object({ name: z.string() }).nullable(),
  }),
});
export type ListedVariant = z.output<typeof listedShape>;

/**
 * Returns the price of a variant and what shoppers see; null where one of its amounts cannot be expressed in the
 * currency's minor unit. Shopify has no price of a sale apart from the price: a sale is a price below the
 * struck-through one.
 */
export function toStorePrice(variant: PricedVariant, currency: string): KeyedPrice | null {
  const price = minorUnitsOf(variant.price, currency);
  const window = price === null ? null : windowOf(price, variant, currency);
  if (price === null || window === null) return null;
  // The shop changes price and metafield in one mutation, both or neither.
  return { price, currency, writeKey: variant.marker?.value || null, ...window, complete: true };
}

function windowOf(price: bigint, { compareAtPrice }: PricedVariant, currency: string): ShopWindow | null {
  const compareAt = compareAtPrice === null ? null : minorUnitsOf(compareAtPrice, currency);
  if (compareAt === null && compareAtPrice !== null) return null;
  // A struck-through price of 0 is shown by no theme and is what some imports leave.
  return { shopperPrice: price, compareAt: compareAt === 0n ? null : compareAt, sale: null };
}

/** Drafts and archived products are listed, but shoppers do not see them. An unlisted one is sold by its address. */
const SOLD: ReadonlySet<string> = new Set(["ACTIVE", "UNLISTED"]);

/** Returns a listed variant as the port's. Amounts become minor units of `currency`. */
export function toStoreVariant(row: ListedVariant, currency: string): StoreVariant {
  const { product, inventoryItem } = row;
  const found = toStorePrice(row, currency);
  const changed = Math.max(Date.parse(row.updatedAt), Date.parse(product.updatedAt));
  return {
    ...(found ?? { ...UNKNOWN_WINDOW, price: null, currency, writeKey: null, complete: true }),
    ref: refOf({ productId: product.id, variantId: row.id }),
    parentRef: product.id,
    sku: row.sku ?? "",
    title: product.hasOnlyDefaultVariant ? product.title : `${product.title} – ${row.title}`,
    brand: product.vendor || null,
    category: product.productType || product.category?.name || null,
    tags: product.tags,
    cost: costOf(row, currency),
    stock: inventoryItem?.tracked ? row.inventoryQuantity : null,
    enabled: SOLD.has(product.status),
    updatedAt: new Date(changed),
    url: product.onlineStoreUrl,
  };
}

/** The cost; null for 0 too, which imports leave where a cost was not known, and for one in another currency. */
function costOf({ inventoryItem }: ListedVariant, currency: string): bigint | null {
  const cost = inventoryItem?.unitCost;
  if (!cost || cost.currencyCode !== currency) return null;
  return minorUnitsOf(cost.amount, currency) || null;
}
