import type { CsvRow } from "./cells";
import { leftOut } from "./file-form";
import { firstOf, isOn, othersOf, type StoreReader, tagsFrom, unlessZero } from "./store-rows";

/** Products whose variations are sold, and not they themselves. */
const WITH_VARIATIONS = ["variable", "variable-subscription"];
/** Products whose price is that of their parts, or of another shop. */
const NOT_SOLD = ["grouped", "external"];
/** More variable products than a shop has; the file's further ones are not remembered, so that memory stays bounded. */
const MAX_PARENTS = 100_000;
/** What the exporter writes for the stock of a variation that is kept with its product. */
const STOCK_OF_PARENT = "parent";

type Parent = Pick<CsvRow, "Name" | "Categories" | "Tags" | "Brands" | "Stock" | "Published">;

/**
 * Returns a reader for the rows of a WooCommerce product export, in the order of the file. A variation takes what its
 * cells leave empty from the product named in `Parent`, by sku or as `id:` with a number. The regular price is read;
 * a sale belongs to the store. Where the product is not in the file, an empty cell says nothing; below a row that
 * cannot be read, which may be the product's, the variation is an orphan.
 */
export function woocommerceReader(): StoreReader {
  const parents = new Map<string, Parent>();
  const family = new Families();
  let isUnsure = false;
  const read: StoreReader["read"] = (row) => {
    const type = firstOf(row["Type"], ",")?.toLowerCase() ?? "";
    const names = [row["SKU"], `id:${row["ID"]}`];
    if (WITH_VARIATIONS.includes(type)) {
      family.addProduct(names);
      const { Name, Categories, Tags, Brands, Stock, Published } = row;
      for (const name of names)
        if (name && parents.size < MAX_PARENTS)
          parents.set(name, { Name, Categories, Tags, Brands, Stock, Published } as Parent);
      return null;
    }
    if (NOT_SOLD.includes(type)) return leftOut("not_sold", `${type} "${row["Name"]?.slice(0, 60) ?? ""}"`);
    const parentName = row["Parent"] ?? "";
    family.addVariationOf(parentName);
    const parent = parents.get(parentName);
    if (parentName !== "" && !parent && isUnsure) return "orphan";
    return itemOf(row, parentName, parent);
  };
  const refused = (row: CsvRow | null) => {
    isUnsure ||= row === null;
  };
  return { read, refused, end: () => family.texts };
}

function itemOf(row: CsvRow, parentName: string, parent: Parent | undefined) {
  const inherited = (column: keyof Parent): string | undefined =>
    row[column] || (parentName === "" ? row[column] : parent?.[column]);
  const options = [1, 2, 3].map((n) => row[`Attribute ${n} value(s)`] ?? "").filter((value) => value !== "");
  const published = [row["Published"], parent?.["Published"]].map(isOn);
  return {
    ...othersOf(row),
    sku: row["SKU"],
    title: row["Name"] || (parent?.Name ? [parent.Name, ...options].join(", ") : row["Name"]),
    brand: inherited("Brands"),
    category: firstOf(inherited("Categories"), ","),
    tags: tagsFrom(inherited("Tags"), ","),
    price: unlessZero(row["Regular price"]),
    stock: row["Stock"]?.toLowerCase() === STOCK_OF_PARENT ? (parent?.["Stock"] ?? "") : row["Stock"],
    for_sale: published[0] === undefined ? undefined : !published.includes(false),
  };
}

/** Follows which products with variations have none of them in the file. */
class Families {
  private readonly products: (readonly (string | undefined)[])[] = [];
  private readonly withVariations = new Set<string>();

  addProduct(names: readonly (string | undefined)[]): void {
    if (this.products.length < MAX_PARENTS) this.products.push(names);
  }

  addVariationOf(parent: string): void {
    if (parent !== "" && this.withVariations.size < MAX_PARENTS) this.withVariations.add(parent);
  }

  get texts(): string[] {
    const alone = this.products.filter(
      (names) => !names.some((name) => name && this.withVariations.has(name)),
    );
    if (alone.length === 0) return [];
    const [are, their] =
      alone.length === 1
        ? ["product with variations is no item", "its"]
        : ["products with variations are no items", "their"];
    return [
      `${alone.length} ${are}; ${their} variations are not in this file. Export them too: leave the export's choice of product types empty, or add "product variations" to it.`,
    ];
  }
}
