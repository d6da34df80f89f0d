import type { ItemPatch } from "@/server/domain/catalog/item-patch";
import { type CsvRow, cellsOf } from "./cells";
import { type ReadRow, splitTags } from "./own-format";

/** What the first row of a product says and its further variant rows leave out. */
export interface ShopifyProduct {
  readonly handle: string;
  readonly title: string;
  readonly brand: string | null;
  readonly category: string | null;
  readonly tags: readonly string[];
}

export const SHOPIFY_COLUMNS = ["Handle", "Title", "Variant Price"] as const;

/** What a row of the export turned out to be; a row of nothing but a picture carries the product on. */
export interface ShopifyRow {
  readonly product: ShopifyProduct | null;
  readonly variant: ReadRow<ItemPatch> | null;
}

/**
 * Reads one row of a Shopify product export, whose rows of one handle belong together: the first names the product,
 * each row with a price is a variant, the others only add pictures. A variant without a sku is known by its handle
 * and options, as the shop itself tells it apart.
 * @param before the product of the row before
 * @param currency the shop's currency, which the export does not name
 */
export function readShopifyRow(row: CsvRow, before: ShopifyProduct | null, currency: string): ShopifyRow {
  const handle = row["Handle"] ?? "";
  const product = handle === "" || handle === before?.handle ? before : productOf(row, handle);
  if (!product) {
    const message = "The row has no handle and follows no product.";
    return { product, variant: { ok: false, issues: [{ path: "Handle", code: "required", message }] } };
  }
  const price = row["Variant Price"] ?? "";
  const sku = row["Variant SKU"] ?? "";
  if (price === "" && sku === "") return { product, variant: null };
  return { product, variant: variantOf(row, product, sku, currency) };
}

const productOf = (row: CsvRow, handle: string): ShopifyProduct => ({
  handle,
  title: row["Title"] || handle,
  brand: row["Vendor"] || null,
  category: row["Type"] || row["Product Category"] || null,
  tags: splitTags(row["Tags"] ?? null, ","),
});

function variantOf(row: CsvRow, product: ShopifyProduct, sku: string, currency: string): ReadRow<ItemPatch> {
  const cells = cellsOf(row);
  const options = [1, 2, 3]
    .map((n) => row[`Option${n} Value`] ?? "")
    .filter((value) => value !== "" && value !== "Default Title");
  const value: ItemPatch = {
    sku: sku || [product.handle, ...options].join("/").slice(0, 200),
    title: [product.title, ...options].join(", ").slice(0, 500),
    brand: product.brand,
    category: product.category,
    tags: product.tags,
    price: cells.amount("Variant Price", currency),
    compareAtPrice: zeroIsNone(row, "Variant Compare At Price")
      ? null
      : cells.amount("Variant Compare At Price", currency),
    cost: zeroIsNone(row, "Cost per item") ? null : cells.amount("Cost per item", currency),
    stock: cells.integer("Variant Inventory Qty"),
  };
  return cells.issues.length > 0 ? { ok: false, issues: cells.issues } : { ok: true, value };
}

/** Shopify writes 0 where nothing was entered; for a cost or a compare-at price that means unknown. */
const zeroIsNone = (row: CsvRow, column: string): boolean => /^0+([.]0+)?$/.test(row[column] ?? "");
