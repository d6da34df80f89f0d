import { AMOUNT_FIELDS } from "@/server/domain/items/declared-fields";
import type { ItemPatch } from "@/server/domain/items/item-patch";
import { type FileForm, ownFields, ownNames } from "./file-form";
import { headerKey } from "./header-key";
import { magento } from "./magento-format";
import { CATALOG_COLUMNS, readCatalogRow } from "./own-format";
import { isPrestashop, prestashop } from "./prestashop-format";
import { shopify, shopifyInventory } from "./shopify-forms";
import { medusa, vendure, woocommerce } from "./store-forms";

type CatalogForm = FileForm<ItemPatch>;

/** The catalog's own format: any list with one row an item. */
const own: CatalogForm = {
  id: "own",
  title: "A list with one row an item",
  columns: ownNames(CATALOG_COLUMNS),
  fields: ownFields(CATALOG_COLUMNS),
  needed: ["sku"],
  amounts: AMOUNT_FIELDS,
  times: ["cost_updated_at"],
  hint: "Known without a mapping: product files of Shopify, WooCommerce, Medusa, Vendure, Magento and PrestaShop, and lists with a column sku.",
  writesPoints: true,
  reader: (currency) => ({ read: (row) => readCatalogRow(row, currency) }),
};

/** The forms of catalog files by name. */
export const CATALOG_FORMATS = [
  "auto",
  "own",
  "shopify",
  "shopify_inventory",
  "woocommerce",
  "medusa",
  "vendure",
  "magento",
  "prestashop",
] as const;
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
  const forms = {
    own,
    shopify,
    shopify_inventory: shopifyInventory,
    woocommerce,
    medusa: medusa(currency),
    vendure,
    magento,
    prestashop,
  };
  return forms[format === "auto" ? recognised(new Set(columns.map(headerKey))) : format];
}

function recognised(keys: ReadonlySet<string>): Exclude<CatalogFormat, "auto"> {
  const has = (...needed: string[]): boolean => needed.every((key) => keys.has(key));
  if (has("producthandle", "producttitle")) return "medusa";
  if (has("handle", "location") && STOCK_KEYS.some((key) => keys.has(key))) return "shopify_inventory";
  if (has("handle", "variantprice") || has("urlhandle", "option1value")) return "shopify";
  if (has("handle") && !keys.has("sku")) return "shopify";
  if (has("type", "sku", "regularprice") || isTranslatedWoocommerce(keys)) return "woocommerce";
  if (has("name", "sku", "price", "optionvalues")) return "vendure";
  if (has("sku", "producttype", "attributesetcode")) return "magento";
  if (isPrestashop(keys)) return "prestashop";
  return "own";
}

const STOCK_KEYS = shopifyInventory.columns["Available"] ?? [];

/** Whether a header is that of WooCommerce in another language: one name alone may be any list's. */
const isTranslatedWoocommerce = (keys: ReadonlySet<string>): boolean =>
  ["ID", "Type", "SKU", "Published", "Regular price"].every((column) =>
    woocommerce.columns[column]?.some((key) => keys.has(key)),
  );
