import { isCurrency } from "@/server/domain/currency";
import type { ItemPatch, ValidationIssue } from "@/server/domain/items/item-patch";
import { PACK_SIZE_LENGTH } from "@/server/domain/items/pack-size";
import { type CsvRow, cellsOf } from "./cells";

/** A row as a patch for the catalog, or all of its validation issues. */
export type ParsedRow<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly ValidationIssue[] };

/** Columns of the catalog's own format. Only the sku is required, so that a file can be a price list alone. */
export const CATALOG_COLUMNS = [
  "sku",
  "title",
  "brand",
  "category",
  "tags",
  "price",
  "currency",
  "cost",
  "compare_at_price",
  "map_price",
  "min_price",
  "max_price",
  "msrp",
  "pack_size",
  "stock",
  "url",
  "archived",
] as const;

/** The columns with amounts of money. */
export const AMOUNT_COLUMNS = [
  "price",
  "cost",
  "compare_at_price",
  "map_price",
  "min_price",
  "max_price",
  "msrp",
] as const;

/**
 * Reads a row of the own catalog format. An empty cell clears the value, an absent column keeps it.
 * @param workspaceCurrency used when the row names no currency
 */
export function readCatalogRow(row: CsvRow, workspaceCurrency: string): ParsedRow<ItemPatch> {
  const cells = cellsOf(row);
  const sku = cells.singleLine("sku", 200);
  const ownCurrency = cells.text("currency", 3);
  const currency = ownCurrency ?? workspaceCurrency;
  if (!sku) cells.issues.push({ path: "sku", code: "required", message: "The row has no sku." });
  if (!isCurrency(currency)) {
    cells.issues.push({
      path: "currency",
      code: "invalid",
      message: `"${currency}" is not a currency we know.`,
    });
    return { ok: false, issues: cells.issues };
  }
  const amounts = {
    price: cells.amount("price", currency),
    cost: cells.amount("cost", currency),
    compareAtPrice: cells.amount("compare_at_price", currency),
    mapPrice: cells.amount("map_price", currency),
    minPrice: cells.amount("min_price", currency),
    maxPrice: cells.amount("max_price", currency),
    msrp: cells.amount("msrp", currency),
  };
  const value: ItemPatch = {
    sku: sku ?? "",
    title: cells.text("title", 500) ?? undefined,
    brand: cells.text("brand", 200),
    category: cells.text("category", 200),
    tags: cells.tags("tags", "|"),
    ...amounts,
    ...(ownCurrency || hasAmount(amounts) ? { currency } : {}),
    packSize: cells.text("pack_size", PACK_SIZE_LENGTH),
    stock: cells.integer("stock"),
    url: cells.link("url"),
    archived: cells.flag("archived"),
  };
  return cells.issues.length > 0 ? { ok: false, issues: cells.issues } : { ok: true, value };
}

/** Whether any amount is given; the currency it was parsed in must then be the item's. */
export const hasAmount = (amounts: Readonly<Record<string, bigint | null | undefined>>): boolean =>
  Object.values(amounts).some((amount) => typeof amount === "bigint");
