import { isCurrency } from "@/server/domain/currency";
import type { ItemPatch, Refusal } from "@/server/domain/items/item-patch";
import { PACK_SIZE_LENGTH } from "@/server/domain/items/pack-size";
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
  "msrp",
  "pack_size",
  "stock",
  "url",
  "archived",
] as const;

/**
 * Reads a row of the own catalog format. An empty cell clears, an absent column keeps.
 * @param workspaceCurrency taken where the row names none
 */
export function readCatalogRow(row: CsvRow, workspaceCurrency: string): ReadRow<ItemPatch> {
  const cells = cellsOf(row);
  const sku = cells.name("sku", 200);
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
    ...(given || hasAmount(amounts) ? { currency } : {}),
    packSize: cells.text("pack_size", PACK_SIZE_LENGTH),
    stock: cells.integer("stock"),
    url: cells.link("url"),
    archived: cells.flag("archived"),
  };
  return cells.issues.length > 0 ? { ok: false, issues: cells.issues } : { ok: true, value };
}

/** Whether any amount is told; the currency it was read in then has to be the item's. */
export const hasAmount = (amounts: Readonly<Record<string, bigint | null | undefined>>): boolean =>
  Object.values(amounts).some((amount) => typeof amount === "bigint");
