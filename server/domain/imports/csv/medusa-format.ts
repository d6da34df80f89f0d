import type { CsvRow } from "./cells";
import { type Place, ProductAbove } from "./product-above";
import { othersOf, type StoreReader, tagsFrom, unlessZero } from "./store-rows";

/** Medusa's name of the only variant of a product without options. */
const NO_OPTIONS = ["Default variant", "Default Title"];
const TAG_COLUMNS = Array.from({ length: 20 }, (_, i) => `Product Tag ${i + 1}`);

/** The columns of a Medusa export that are numbered, with the names that versions 1 and 2 give them. */
export const MEDUSA_NUMBERED: Readonly<Record<string, readonly string[]>> = Object.fromEntries([
  ...TAG_COLUMNS.map((column) => [column, [column]]),
  ...[1, 2, 3].map((n) => [`Option ${n} Value`, [`Variant Option ${n} Value`, `Option ${n} Value`]]),
]);

/**
 * Returns a reader for the rows of a Medusa product export; each is a variant and repeats its product. A row that
 * leaves the title empty belongs to the handle above. The price is the one in the shop's currency without a region.
 */
export function medusaReader(): StoreReader {
  const above = new ProductAbove();
  const read = (row: CsvRow) => {
    const product = above.firstRowOf(row, (first) => placeOf(row, first));
    if (product === null) return "orphan";
    const options = [1, 2, 3].map((n) => row[`Option ${n} Value`] ?? "").filter((value) => value !== "");
    const variant = row["Variant Title"] ?? "";
    const names = options.length > 0 ? options : [variant].filter((name) => !NO_OPTIONS.includes(name));
    const numbered = TAG_COLUMNS.flatMap((column) => product[column] ?? []);
    const list = product["Product Tags"];
    return {
      ...othersOf(row),
      sku: row["Variant Sku"],
      title: [product["Product Title"] ?? "", ...names].filter((part) => part !== "").join(", "),
      category: product["Product Type"],
      tags: numbered.length > 0 ? numbered.join("|") : tagsFrom(list, ","),
      price: unlessZero(row["Price"]),
      stock: row["Variant Inventory Quantity"],
    };
  };
  return { read, refused: (row) => above.refused(row) };
}

function placeOf(row: CsvRow, first: CsvRow | null): Place {
  if (row["Product Title"] !== "") return "names";
  const handle = row["Product Handle"] ?? "";
  if (handle === "") return "follows";
  return handle === first?.["Product Handle"] ? "repeats" : "begins";
}
