import { z } from "zod";
import { UNKNOWN_WINDOW } from "@/server/domain/items/shop-window";
import { minorUnitsOf } from "@/server/stores/decimal";
import type { ListPrice } from "@/server/stores/medusa/price-lists";
import { PRICE_ROW_FIELDS } from "@/server/stores/medusa/price-rows";
import { pricedShape, toStorePrice } from "@/server/stores/medusa/prices";
import { refOf } from "@/server/stores/medusa/variant-place";
import type { StoreVariant } from "@/server/stores/port";

export const listedShape = pricedShape.extend({
  sku: z.string().nullish(),
  title: z.string().nullish(),
  product_id: z.string(),
  updated_at: z.iso.datetime().transform((text) => new Date(text)),
  manage_inventory: z.boolean().nullish(),
  /** Missing where the shop does not count the stock. */
  inventory_quantity: z.string().nullish(),
  product: z.object({
    title: z.string().nullish(),
    status: z.string(),
    categories: z.array(z.object({ name: z.string() })).nullish(),
    tags: z.array(z.object({ value: z.string() })).nullish(),
  }),
});
export type ListedVariant = z.output<typeof listedShape>;

/** The fields of `listedShape`. */
export const LISTED_FIELDS = `id,sku,title,product_id,updated_at,metadata,manage_inventory,product.title,product.status,product.categories.name,product.tags.value,${PRICE_ROW_FIELDS},+inventory_quantity`;

/** How variants are read. */
interface ReadingOfVariants {
  readonly currency: string;
  /** The metadata key of the cost. */
  readonly costKey: string;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
}

/** Returns a variant as the port's. Amounts become minor units of `currency`. */
export function toVariant(
  row: ListedVariant,
  listPrices: readonly ListPrice[],
  { currency, costKey, nowMs }: ReadingOfVariants,
): StoreVariant {
  const { product, manage_inventory, inventory_quantity } = row;
  const found = toStorePrice(row, listPrices, currency, nowMs);
  return {
    ...(found ?? { ...UNKNOWN_WINDOW, price: null, currency, writeKey: null, complete: true }),
    ref: refOf(row.product_id, row.id),
    parentRef: row.product_id,
    sku: row.sku ?? "",
    title: [product.title, row.title].filter(Boolean).join(" – ") || null,
    brand: null,
    category: product.categories?.[0]?.name ?? null,
    tags: (product.tags ?? []).map(({ value }) => value),
    cost: costOf(row.metadata?.[costKey], currency),
    stock: manage_inventory && /^-?\d+$/.test(inventory_quantity ?? "") ? Number(inventory_quantity) : null,
    // A draft, a proposed and a rejected product are there, but shoppers do not see them.
    enabled: product.status === "published",
    updatedAt: row.updated_at,
    url: null,
  };
}

/** A cost as the merchant wrote it, in minor units; null for 0 too, which is more often a gap than a gift. */
function costOf(written: unknown, currency: string): bigint | null {
  const cost = typeof written === "string" ? minorUnitsOf(written.trim(), currency) : null;
  return cost === 0n ? null : cost;
}
