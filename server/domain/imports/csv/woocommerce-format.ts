import type { CsvRow } from "./cells";
import { firstOf, othersOf, type StoreReader, tagsFrom, unlessZero } from "./store-rows";

/** Products that the shop does not sell themselves: what is sold are their variations, their parts, or elsewhere. */
const NOT_SOLD = ["variable", "variable-subscription", "grouped", "external"];
/** More variable products than a shop has; the file's further ones are not remembered, so that memory stays bounded. */
const MAX_PARENTS = 100_000;

type Parent = Pick<CsvRow, "Name" | "Categories" | "Tags" | "Brands">;

/**
 * Returns a reader for the rows of a WooCommerce product export, in the order of the file. A variation takes what its
 * cells leave empty from the product named in `Parent`, by sku or as `id:` with a number. The regular price is read;
 * a sale belongs to the store. Where the product is not in the file, an empty cell says nothing; below a row that
 * cannot be read, which may be the product's, the variation is an orphan.
 */
export function woocommerceReader(): StoreReader {
  const parents = new Map<string, Parent>();
  let isUnsure = false;
  const read: StoreReader["read"] = (row) => {
    const type = firstOf(row["Type"], ",") ?? "";
    if (NOT_SOLD.includes(type)) {
      const { Name, Categories, Tags, Brands } = row;
      for (const name of [row["SKU"], `id:${row["ID"]}`])
        if (name && parents.size < MAX_PARENTS)
          parents.set(name, { Name, Categories, Tags, Brands } as Parent);
      return null;
    }
    const parentName = row["Parent"] ?? "";
    const parent = parents.get(parentName);
    if (parentName !== "" && !parent && isUnsure) return "orphan";
    const inherited = (column: keyof Parent): string | undefined =>
      row[column] || (parentName === "" ? row[column] : parent?.[column]);
    const options = [1, 2, 3]
      .map((n) => row[`Attribute ${n} value(s)`] ?? "")
      .filter((value) => value !== "");
    return {
      ...othersOf(row),
      sku: row["SKU"],
      title: row["Name"] || (parent?.Name ? [parent.Name, ...options].join(", ") : row["Name"]),
      brand: inherited("Brands"),
      category: firstOf(inherited("Categories"), ","),
      tags: tagsFrom(inherited("Tags"), ","),
      price: unlessZero(row["Regular price"]),
      stock: row["Stock"],
    };
  };
  const refused = (row: CsvRow | null) => {
    isUnsure ||= row === null;
  };
  return { read, refused };
}
