import type { CsvRow } from "./cells";
import { ProductAbove } from "./product-above";
import { othersOf, type StoreReader, unlessZero } from "./store-rows";

/** Returns the first value of a facet in a cell such as "category:Electronics|brand:Apple". */
const facet = (cell: string | undefined, name: string): string | undefined =>
  cell
    ?.split("|")
    .find((pair) => pair.trim().toLowerCase().startsWith(`${name}:`))
    ?.split(":")[1]
    ?.trim();

/**
 * Returns a reader for the rows of a Vendure product file, in the order of the file. A row without a name is a further
 * variant of the product above.
 */
export function vendureReader(): StoreReader {
  const above = new ProductAbove();
  const read = (row: CsvRow) => {
    const isNamed = row["name"] !== "";
    if (!isNamed && row["sku"] === "" && row["price"] === "") return null;
    const product = above.firstRowOf(row, () => (isNamed ? "names" : "follows"));
    if (product === null) return "orphan";
    const options = (row["optionValues"] ?? "").split("|").filter((value) => value.trim() !== "");
    return {
      ...othersOf(row),
      sku: row["sku"],
      title: [product["name"] ?? "", ...options.map((value) => value.trim())]
        .filter((part) => part !== "")
        .join(", "),
      brand: facet(product["facets"], "brand"),
      category: facet(product["facets"], "category"),
      price: unlessZero(row["price"]),
      stock: row["stockOnHand"],
    };
  };
  return { read, refused: (row) => above.refused(row) };
}
