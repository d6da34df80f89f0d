import { AMOUNT_FIELDS } from "@/server/domain/items/declared-fields";
import type { ItemPatch } from "@/server/domain/items/item-patch";
import { type FileForm, ownFields, ownNames } from "./file-form";
import { headerKey } from "./header-key";
import { CATALOG_COLUMNS, readCatalogRow } from "./own-format";
import { medusa, shopify, vendure, woocommerce } from "./store-forms";

type CatalogForm = FileForm<ItemPatch>;

/** The catalog's own format: any list with one row an item. */
const own: CatalogForm = {
  id: "own",
  title: "A list with one row an item",
  columns: ownNames(CATALOG_COLUMNS),
  fields: ownFields(CATALOG_COLUMNS),
  needed: ["sku"],
  amounts: AMOUNT_FIELDS,
  hint: "Known without a mapping: product files of Shopify, WooCommerce, Medusa and Vendure, and lists with a column sku.",
  writesPoints: true,
  reader: (currency) => ({ read: (row) => readCatalogRow(row, currency) }),
};

/** The forms of catalog files by name. */
export const CATALOG_FORMATS = ["auto", "own", "shopify", "woocommerce", "medusa", "vendure"] as const;
export type CatalogFormat = (typeof CATALOG_FORMATS)[number];

/**
 * Returns the form of a catalog file, recognised by its header, or the one that is named for it.
 * @param currency the shop's, in which a Medusa export has a column of prices
 */
export function catalogForm(
  columns: readonly string[],
  currency: string,
  format: CatalogFormat,
): CatalogForm {
  const forms = { own, shopify, woocommerce, medusa: medusa(currency), vendure };
  return forms[format === "auto" ? recognised(new Set(columns.map(headerKey))) : format];
}

function recognised(keys: ReadonlySet<string>): Exclude<CatalogFormat, "auto"> {
  const has = (...needed: string[]): boolean => needed.every((key) => keys.has(key));
  if (has("producthandle", "producttitle")) return "medusa";
  if (has("handle", "variantprice") || has("urlhandle", "option1value")) return "shopify";
  if (has("handle") && !keys.has("sku")) return "shopify";
  if (has("type", "sku", "regularprice")) return "woocommerce";
  if (has("name", "sku", "price", "optionvalues")) return "vendure";
  return "own";
}
