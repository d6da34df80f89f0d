import { isCurrency } from "@/server/domain/currency";
import type { ItemPatch, Refusal } from "@/server/domain/catalog/item-patch";
import { type CsvRow, cellsOf } from "./cells";

/** A row as something to lay over the catalog, or everything that is wrong with it. */
export type ReadRow<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly Refusal[] };

/** Columns of the catalog's own format; only the sku has to be there, so that a price list can be a file of its own. */
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
  "stock",
  "url",
] as const;

const MAX_TAGS = 100;

/**
 * Reads a row of the own catalog format. An empty cell clears, an absent column keeps.
 * @param workspaceCurrency taken where the row names none
 */
export function readCatalogRow(row: CsvRow, workspaceCurrency: string): ReadRow<ItemPatch> {
  const cells = cellsOf(row);
  const sku = cells.text("sku", 200);
  const given = cells.text("currency", 3);
  const currency = given ?? workspaceCurrency;
  if (!sku) cells.issues.push({ path: "sku", code: "required", message: "The row has no sku." });
  if (!isCurrency(currency)) {
    cells.issues.push({
      path: "currency",
      code: "invalid",
      message: `"${currency}" is not a currency we know.`,
    });
    return { ok: false, issues: cells.issues };
  }
  const tags = cells.text("tags", 5_000);
  const value: ItemPatch = {
    sku: sku ?? "",
    title: cells.text("title", 500) ?? undefined,
    brand: cells.text("brand", 200),
    category: cells.text("category", 200),
    tags: tags === undefined ? undefined : splitTags(tags, "|"),
    price: cells.amount("price", currency),
    cost: cells.amount("cost", currency),
    compareAtPrice: cells.amount("compare_at_price", currency),
    mapPrice: cells.amount("map_price", currency),
    minPrice: cells.amount("min_price", currency),
    maxPrice: cells.amount("max_price", currency),
    stock: cells.integer("stock"),
    url: cells.link("url"),
    ...(given ? { currency } : {}),
  };
  return cells.issues.length > 0 ? { ok: false, issues: cells.issues } : { ok: true, value };
}

/** Tags as a file writes them, without empty ones and without repeats. */
export const splitTags = (text: string | null, separator: string): string[] =>
  [
    ...new Set(
      (text ?? "")
        .split(separator)
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ""),
    ),
  ].slice(0, MAX_TAGS);
