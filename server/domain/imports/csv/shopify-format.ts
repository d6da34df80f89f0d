import type { ItemPatch } from "@/server/domain/items/item-patch";
import { type CellReader, type CsvRow, cellsOf } from "./cells";
import { leftOut, type RowReader } from "./file-form";
import { hasAmount, type ParsedRow, readFields } from "./own-format";
import { type Place, PRODUCT_AT_FAULT, ProductAbove } from "./product-above";
import { stateOf } from "./store-form";
import { isForSale, isYes, MERCHANTS_OWN_FIELDS, unlessZero } from "./store-rows";

/** The product fields of a first row, which the rows of further variants leave empty. */
interface ShopifyProduct {
  readonly handle: string;
  readonly title: string;
  /** Undefined when the file has no such column. */
  readonly brand: string | null | undefined;
  readonly category: string | null | undefined;
  readonly tags: readonly string[] | undefined;
  /** Undefined when the file does not say it. */
  readonly isForSale: boolean | undefined;
  readonly isGiftCard: boolean;
}

/** Fields in columns of the merchant's own; the others of them are in Shopify's. */
const MERCHANTS_OWN = MERCHANTS_OWN_FIELDS.filter((name) => name !== "cost" && name !== "compare_at_price");

/** Shopify's placeholder for a product without options. */
const NO_OPTIONS = "Default Title";

/** Shopify's words for products that shoppers can buy; an unlisted one is sold by its address. */
const FOR_SALE = ["active", "unlisted"];

/** Shopify puts an apostrophe before numbers, so that spreadsheets keep their leading zeros. */
const withoutTextMark = (row: CsvRow, columns: readonly string[]): CsvRow => ({
  ...row,
  ...Object.fromEntries(
    columns.flatMap((column) =>
      /^'\d/.test(row[column] ?? "") ? [[column, row[column]?.slice(1) ?? ""]] : [],
    ),
  ),
});

/**
 * Returns a reader for the rows of a Shopify product export, in the order of the file. Rows of one handle belong
 * together: the first names the product, each row with a price is a variant, the others only add pictures. A variant
 * without a sku is identified by its handle and options, as in the shop.
 * @param currency the shop's currency, which the export does not contain
 */
export function shopifyReader(currency: string): RowReader<ItemPatch> {
  const above = new ProductAbove();
  let product: ShopifyProduct | null = null;
  const read: RowReader<ItemPatch>["read"] = (asExported) => {
    const first = above.firstRowOf(asExported, (before) => placeOf(asExported, before));
    const row = withoutTextMark(asExported, ["Variant SKU", "gtin"]);
    const cells = cellsOf(row);
    const isVariant = row["Variant Price"] || row["Variant SKU"];
    if (first === null) return isVariant ? refusal("", "product_fault", PRODUCT_AT_FAULT) : null;
    if (first === asExported) product = row["Handle"] ? productOf(cells, row["Handle"]) : null;
    if (product === null)
      return refusal("Handle", "required", "The row has no handle and follows no product.");
    if (!isVariant && cells.issues.length === 0) return null;
    if (product.isGiftCard) return leftOut("gift_card", `"${product.title.slice(0, 60)}"`);
    return variantOf(row, cells, product, currency);
  };
  return { read, refused: (row) => above.refused(row) };
}

function placeOf(row: CsvRow, first: CsvRow | null): Place {
  const handle = row["Handle"] ?? "";
  if (handle === "") return "follows";
  if (handle === first?.["Handle"]) return "repeats";
  return row["Title"] ? "names" : "begins";
}

const refusal = (path: string, code: string, message: string): ParsedRow<ItemPatch> => ({
  ok: false,
  issues: [{ path, code, message }],
});

function productOf(cells: CellReader, handle: string): ShopifyProduct {
  const type = cells.text("Type", 200);
  return {
    handle,
    title: cells.text("Title", 500) ?? handle,
    brand: cells.text("Vendor", 200),
    // Undefined stays undefined when the file has neither column.
    category: type ?? cells.text("Product Category", 200) ?? type,
    tags: cells.tags("Tags", ","),
    isForSale: isForSale(cells.text("Status", 100) ?? undefined, FOR_SALE),
    isGiftCard: isYes(cells.text("Gift Card", 100) ?? undefined),
  };
}

function variantOf(
  row: CsvRow,
  cells: CellReader,
  product: ShopifyProduct,
  currency: string,
): ParsedRow<ItemPatch> {
  const options = optionsOf(cells);
  const unlessZeros: CellReader = {
    ...cells,
    text: (column, max) => (unlessZero(row[column]) === "" ? null : cells.text(column, max)),
    amount: (column) => (unlessZero(row[column]) === "" ? null : cells.amount(column, currency)),
  };
  const amounts = {
    price: unlessZeros.amount("Variant Price", currency),
    compareAtPrice: unlessZeros.amount("Variant Compare At Price", currency),
    cost: unlessZeros.amount("Cost per item", currency),
  };
  const merchantsOwn = readFields(unlessZeros, MERCHANTS_OWN, currency);
  const sku = cells.singleLine("Variant SKU", 200) ?? skuOf(product.handle, options);
  const title = [product.title, ...options].join(", ");
  for (const [path, text, max] of [
    ["Handle", sku, 200],
    ["Title", title, 500],
  ] as const)
    if (text.length > max || text.includes("\u0000"))
      cells.issues.push({
        path,
        code: "too_long",
        message: `With its options this is longer than ${max} characters, or holds a NUL character.`,
      });
  const { brand, category, tags } = product;
  const stock = cells.integer("Variant Inventory Qty");
  const state = stateOf(product.isForSale);
  const fields = { sku, title, brand, category, tags, stock, ...amounts, ...merchantsOwn, ...state };
  if (cells.issues.length > 0) return { ok: false, issues: cells.issues };
  return { ok: true, value: hasAmount(fields) ? { ...fields, currency } : fields, notes: cells.notes };
}

/** Returns the values of a variant's options, without the placeholder of a product that has none. */
export const optionsOf = (cells: CellReader): string[] =>
  [1, 2, 3]
    .map((n) => cells.text(`Option${n} Value`, 255) ?? "")
    .filter((value) => value !== "" && value !== NO_OPTIONS);

/** Returns the sku by which a variant without one is known. */
export const skuOf = (handle: string, options: readonly string[]): string => [handle, ...options].join("/");
