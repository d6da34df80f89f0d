import type { CsvRow } from "./cells";
import { firstOf, type OwnRow, othersOf, tagsFrom, unlessZero } from "./store-rows";

/** Products that the shop does not sell themselves: what is sold are their variations, their parts, or elsewhere. */
const NOT_SOLD = ["variable", "variable-subscription", "grouped", "external"];
/** More variable products than a shop has; the file's further ones are not remembered, so that memory stays bounded. */
const MAX_PARENTS = 100_000;

type Parent = Pick<CsvRow, "Name" | "Categories" | "Tags" | "Brands">;

/**
 * Returns a reader for the rows of a WooCommerce product export, in the order of the file. A variation takes what its
 * cells leave empty from the product named in `Parent`, by sku or as `id:` with a number. The regular price is read;
 * a sale belongs to the store.
 */
export function woocommerceReader(): (row: CsvRow) => OwnRow | null {
  const parents = new Map<string, Parent>();
  return (row) => {
    const type = firstOf(row["Type"], ",") ?? "";
    if (NOT_SOLD.includes(type)) {
      const { Name, Categories, Tags, Brands } = row;
      for (const name of [row["SKU"], `id:${row["ID"]}`])
        if (name && parents.size < MAX_PARENTS)
          parents.set(name, { Name, Categories, Tags, Brands } as Parent);
      return null;
    }
    const parent = parents.get(row["Parent"] ?? "");
    const inherited = (column: keyof Parent): string | undefined =>
      row[column] || (parent?.[column] ?? row[column]);
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
}
