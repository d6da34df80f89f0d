import { AMOUNT_FIELDS } from "@/server/domain/items/declared-fields";
import type { ItemPatch } from "@/server/domain/items/item-patch";
import type { CsvRow } from "./cells";
import type { FileForm, RowReader } from "./file-form";
import { headerKey } from "./header-key";
import { MEDUSA_NUMBERED, medusaReader } from "./medusa-format";
import { type ParsedRow, readCatalogRow } from "./own-format";
import { PRODUCT_AT_FAULT } from "./product-above";
import { shopifyReader } from "./shopify-format";
import { MERCHANTS_OWN_FIELDS, type OwnRow, type StoreReader } from "./store-rows";
import { vendureReader } from "./vendure-format";
import { woocommerceReader } from "./woocommerce-format";

type CatalogForm = FileForm<ItemPatch>;

const WITHOUT_PRODUCT: ParsedRow<ItemPatch> = {
  ok: false,
  issues: [{ path: "", code: "product_fault", message: PRODUCT_AT_FAULT }],
};

const OTHERS = Object.fromEntries(MERCHANTS_OWN_FIELDS.map((field) => [field, field]));

/** Adds what all stores' files share to the declaration of one: columns of the merchant's own, and the amounts. */
function storeForm(
  form: Pick<CatalogForm, "id" | "title" | "columns" | "needed" | "writesPoints" | "fields" | "reader">,
): CatalogForm {
  const fields = { ...OTHERS, ...form.fields };
  const columns = Object.entries(form.columns).map(([column, names]) => [column, names.map(headerKey)]);
  return {
    ...form,
    columns: Object.fromEntries(columns),
    fields,
    amounts: AMOUNT_FIELDS.flatMap((field) => fields[field] ?? []),
  };
}

/** Reads the rows that a store's reader makes of its own as rows of the catalog's format. */
const asOwnRows =
  (begin: () => StoreReader) =>
  (currency: string): RowReader<ItemPatch> => {
    const reader = begin();
    return {
      ...reader,
      read: (row) => {
        const item = reader.read(row);
        if (item === "orphan") return WITHOUT_PRODUCT;
        return item && readCatalogRow(withoutAbsent(item), currency);
      },
    };
  };

const withoutAbsent = (row: OwnRow): CsvRow =>
  Object.fromEntries(
    Object.entries(row).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

/** A product export of Shopify, with the names of its columns before and since 2025. */
export const shopify = storeForm({
  id: "shopify",
  title: "Shopify product export",
  columns: {
    Handle: ["Handle", "URL handle"],
    Title: ["Title"],
    Vendor: ["Vendor"],
    Type: ["Type"],
    "Product Category": ["Product Category"],
    Tags: ["Tags"],
    "Option1 Value": ["Option1 Value"],
    "Option2 Value": ["Option2 Value"],
    "Option3 Value": ["Option3 Value"],
    "Variant SKU": ["Variant SKU", "SKU"],
    "Variant Inventory Qty": ["Variant Inventory Qty", "Inventory quantity"],
    "Variant Price": ["Variant Price", "Price"],
    "Variant Compare At Price": ["Variant Compare At Price", "Compare-at price"],
    "Cost per item": ["Cost per item"],
  },
  fields: {
    sku: "Variant SKU",
    title: "Title",
    brand: "Vendor",
    category: "Type",
    tags: "Tags",
    price: "Variant Price",
    cost: "Cost per item",
    compare_at_price: "Variant Compare At Price",
    stock: "Variant Inventory Qty",
  },
  needed: ["Handle", "Title", "Variant Price"],
  writesPoints: true,
  reader: shopifyReader,
});

/** A product file of WooCommerce. */
export const woocommerce = storeForm({
  id: "woocommerce",
  title: "WooCommerce product export",
  columns: {
    ID: ["ID"],
    Type: ["Type"],
    SKU: ["SKU"],
    Name: ["Name"],
    Brands: ["Brands"],
    Categories: ["Categories"],
    Tags: ["Tags"],
    "Regular price": ["Regular price"],
    Stock: ["Stock"],
    Parent: ["Parent"],
    "Attribute 1 value(s)": ["Attribute 1 value(s)"],
    "Attribute 2 value(s)": ["Attribute 2 value(s)"],
    "Attribute 3 value(s)": ["Attribute 3 value(s)"],
    cost: ["Cost of goods", "Meta: _wc_cog_cost"],
  },
  fields: {
    sku: "SKU",
    title: "Name",
    brand: "Brands",
    category: "Categories",
    tags: "Tags",
    price: "Regular price",
    stock: "Stock",
  },
  needed: ["Type", "SKU", "Regular price"],
  // Its export writes amounts as the shop shows them.
  writesPoints: false,
  reader: asOwnRows(woocommerceReader),
});

/** A product file of Vendure. */
export const vendure = storeForm({
  id: "vendure",
  title: "Vendure product file",
  columns: {
    name: ["name"],
    facets: ["facets"],
    optionValues: ["optionValues"],
    sku: ["sku"],
    price: ["price"],
    stockOnHand: ["stockOnHand"],
  },
  fields: { sku: "sku", title: "name", price: "price", stock: "stockOnHand" },
  needed: ["name", "sku", "price"],
  writesPoints: true,
  reader: asOwnRows(vendureReader),
});

/** A product export of Medusa; its prices are read from the column of `currency` without a region. */
export const medusa = (currency: string): CatalogForm =>
  storeForm({
    id: "medusa",
    title: "Medusa product export",
    columns: {
      "Product Handle": ["Product Handle"],
      "Product Title": ["Product Title"],
      "Product Type": ["Product Type"],
      "Product Tags": ["Product Tags"],
      "Variant Title": ["Variant Title"],
      "Variant Sku": ["Variant Sku"],
      "Variant Inventory Quantity": ["Variant Inventory Quantity"],
      Price: [`Variant Price ${currency}`, `Price ${currency}`],
      ...MEDUSA_NUMBERED,
    },
    fields: {
      sku: "Variant Sku",
      title: "Product Title",
      category: "Product Type",
      tags: "Product Tags",
      price: "Price",
      stock: "Variant Inventory Quantity",
    },
    needed: ["Product Handle", "Product Title", "Variant Sku"],
    writesPoints: true,
    reader: asOwnRows(medusaReader),
  });
