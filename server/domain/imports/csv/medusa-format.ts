import type { CsvRow } from "./cells";
import { leftOut } from "./file-form";
import { type Place, ProductAbove } from "./product-above";
import { isForSale, isYes, othersOf, type StoreReader, tagsFrom, unlessZero } from "./store-rows";

/** Medusa's names of the only variant of a product without options, and of the option that it has all the same. */
const NO_OPTIONS = ["Default", "Default variant", "Default Title", "Default option value"];
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
  const read: StoreReader["read"] = (row) => {
    const product = above.firstRowOf(row, (first) => placeOf(row, first));
    if (product === null) return "orphan";
    if (isYes(product["Product Is Giftcard"]))
      return leftOut("gift_card", `"${product["Product Title"]?.slice(0, 60) ?? ""}"`);
    const options = [1, 2, 3].map((n) => row[`Option ${n} Value`] ?? "").filter((value) => value !== "");
    const variant = row["Variant Title"] ?? "";
    const names = (options.length > 0 ? options : [variant]).filter((name) => !NO_OPTIONS.includes(name));
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
      for_sale: isForSale(product["Product Status"], ["published"]),
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

/** Returns why no price of an export is for everybody, where prices of regions in the currency stand in it. */
export function whyNoPriceInMedusa(columns: readonly string[], currency: string): string | null {
  const ofRegions = columns.filter((name) => name.toLowerCase().endsWith(`[${currency.toLowerCase()}]`));
  if (ofRegions.length === 0) return null;
  const names = ofRegions.slice(0, 3).map((name) => `"${name}"`);
  const are = ofRegions.length === 1 ? "is of a region" : "are of regions";
  return `No column holds ${currency} prices for everybody: ${names.join(", ")} ${are}. Map the one whose prices are yours to the price.`;
}
