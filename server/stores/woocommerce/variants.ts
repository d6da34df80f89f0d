import { z } from "zod";
import { UNKNOWN_WINDOW } from "@/server/domain/items/shop-window";
import type { StoreVariant } from "@/server/stores/port";
import { costFromShop } from "@/server/stores/woocommerce/amounts";
import { plainText } from "@/server/stores/woocommerce/plain-text";
import { gmtTime, pricedShape, refOf, toStorePrice } from "@/server/stores/woocommerce/product";

const named = z.array(z.object({ name: z.string() })).default([]);

/** What products and variations have in common in a list. */
const listedShape = pricedShape.extend({
  name: z.string().default(""),
  sku: z.string(),
  permalink: z.string().nullish(),
  date_modified_gmt: gmtTime,
  stock_quantity: z.number().nullish(),
  // Missing where the shop has not switched on its cost of goods.
  cost_of_goods_sold: z.object({ total_value: z.number() }).optional(),
});
export const productShape = listedShape.extend({
  type: z.string(),
  categories: named,
  brands: named,
  tags: named,
});
export const variationShape = listedShape.extend({
  attributes: z.array(z.object({ option: z.string() })).default([]),
});
export type ListedProduct = z.output<typeof productShape>;
export type ListedVariation = z.output<typeof variationShape>;

/** The fields of the shapes, for `_fields`. */
export const PRODUCT_FIELDS = Object.keys(productShape.shape).join(",");
export const VARIATION_FIELDS = Object.keys(variationShape.shape).join(",");

/** Returns a simple product as the port's variant. Amounts become minor units of `currency`. */
export const simpleVariant = (product: ListedProduct, currency: string, nowMs: number): StoreVariant => ({
  ...common(product, product, currency, nowMs),
  ref: refOf(product.id, null),
  parentRef: null,
  sku: product.sku,
  title: plainText(product.name),
  enabled: isPublished(product),
  updatedAt: product.date_modified_gmt,
});

/**
 * Returns a variation as the port's variant. A variation without a SKU of its own shows its product's, which several
 * would share, so it counts as one without. Amounts become minor units of `currency`.
 */
export function variationVariant(
  product: ListedProduct,
  variation: ListedVariation,
  currency: string,
  nowMs: number,
): StoreVariant {
  const options = variation.attributes.map(({ option }) => option).join(", ") || variation.name;
  return {
    ...common(variation, product, currency, nowMs),
    ref: refOf(variation.id, product.id),
    parentRef: String(product.id),
    sku: variation.sku === product.sku ? "" : variation.sku,
    title: [product.name, options].map(plainText).filter(Boolean).join(" – "),
    enabled: isPublished(product) && isPublished(variation),
    // A product that is hidden hides its variations, whose own dates stay.
    updatedAt: new Date(Math.max(product.date_modified_gmt.getTime(), variation.date_modified_gmt.getTime())),
  };
}

/** Drafts, pending and private products are listed, but shoppers do not see them. */
const isPublished = ({ status }: { readonly status: string }): boolean => status === "publish";

function common(
  row: ListedVariation | ListedProduct,
  product: ListedProduct,
  currency: string,
  nowMs: number,
) {
  const found = toStorePrice(row, currency, nowMs);
  const cost = row.cost_of_goods_sold;
  return {
    ...(found ?? { ...UNKNOWN_WINDOW, price: null, currency, writeKey: null, complete: true }),
    brand: firstName(product.brands),
    category: firstName(product.categories),
    tags: product.tags.map(({ name }) => plainText(name)),
    cost: cost === undefined ? null : costFromShop(cost.total_value, currency),
    stock: Number.isInteger(row.stock_quantity) ? (row.stock_quantity ?? null) : null,
    url: row.permalink ?? null,
  };
}

const firstName = ([first]: readonly { readonly name: string }[]): string | null =>
  first === undefined ? null : plainText(first.name);
