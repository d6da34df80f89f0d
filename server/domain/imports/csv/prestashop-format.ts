import { headerKey } from "./header-key";
import { asOwnRows, storeForm } from "./store-form";
import { firstOf, isOn, othersOf, type StoreReader, tagsFrom, unlessZero } from "./store-rows";

/** Names of the price without tax, which is no item's price where the shop's prices include VAT. */
const WITHOUT_TAX = ["Price tax excluded", "Price (tax excl.)", "Prix (HT)"].map(headerKey);

/** Returns a reader for the rows of a PrestaShop product list: one a product. */
function prestashopReader(): StoreReader {
  const read: StoreReader["read"] = (row) => ({
    ...othersOf(row),
    sku: row["Reference"],
    title: row["Name"],
    brand: row["Manufacturer"],
    category: firstOf(row["Categories"], ","),
    tags: tagsFrom(row["Tags"], ","),
    price: unlessZero(row["Price tax included"]),
    cost: unlessZero(row["Wholesale price"]),
    stock: row["Quantity"],
    for_sale: isOn(row["Active"]),
  });
  return { read };
}

function whyNoPrice(columns: readonly string[]): string | null {
  const name = columns.find((each) => WITHOUT_TAX.includes(headerKey(each)));
  return name === undefined
    ? null
    : `No price is read, because "${name}" is without tax. Map it to the price where your prices are without VAT.`;
}

/** A product list of PrestaShop: its template for imports, or the export of its list of products. */
export const prestashop = storeForm({
  id: "prestashop",
  title: "PrestaShop product list",
  columns: {
    Reference: ["Reference #", "Référence"],
    Name: ["Name *", "Nom"],
    Active: ["Active (0/1)", "Status", "État"],
    Categories: ["Categories (x,y,z...)", "Category", "Catégorie"],
    Tags: ["Tags (x,y,z...)"],
    Manufacturer: ["Manufacturer", "Brand", "Marque"],
    "Price tax included": ["Price tax included", "Price (tax incl.)", "Prix (TTC)"],
    "Wholesale price": ["Wholesale price"],
    Quantity: ["Quantity", "Quantité"],
  },
  fields: {
    sku: "Reference",
    title: "Name",
    brand: "Manufacturer",
    category: "Categories",
    tags: "Tags",
    price: "Price tax included",
    cost: "Wholesale price",
    stock: "Quantity",
  },
  needed: ["Reference"],
  writesPoints: true,
  whyNoPrice,
  reader: asOwnRows(prestashopReader),
});

/** Whether a header is that of such a list. @param keys the keys (`headerKey`) of its names */
export const isPrestashop = (keys: ReadonlySet<string>): boolean =>
  keys.has("reference") &&
  (keys.has("productid") || keys.has("idduproduit") || keys.has("id")) &&
  [...WITHOUT_TAX, ...(prestashop.columns["Price tax included"] ?? [])].some((key) => keys.has(key));
