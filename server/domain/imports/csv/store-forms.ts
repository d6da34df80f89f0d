import { MEDUSA_NUMBERED, medusaReader, whyNoPriceInMedusa } from "./medusa-format";
import { asOwnRows, type CatalogForm, storeForm } from "./store-form";
import { vendureReader } from "./vendure-format";
import { WOOCOMMERCE_COLUMNS } from "./woocommerce-columns";
import { woocommerceReader } from "./woocommerce-format";

/** A product file of WooCommerce. */
export const woocommerce = storeForm({
  id: "woocommerce",
  title: "WooCommerce product export",
  columns: { ...WOOCOMMERCE_COLUMNS, cost: ["Cost of goods", "Meta: _wc_cog_cost"] },
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
  repeatedSkus: "shared",
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
      "Product Status": ["Product Status"],
      "Product Is Giftcard": ["Product Is Giftcard"],
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
    repeatedSkus: "shared",
    writesPoints: true,
    whyNoPrice: (columns) => whyNoPriceInMedusa(columns, currency),
    reader: asOwnRows(medusaReader),
  });
