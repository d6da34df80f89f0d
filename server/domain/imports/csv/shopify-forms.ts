import { shopifyReader } from "./shopify-format";
import { inventoryReader } from "./shopify-inventory-format";
import { type CatalogForm, storeForm } from "./store-form";

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
    "Gift Card": ["Gift Card"],
    Status: ["Status"],
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
  repeatedSkus: "shared",
  writesPoints: true,
  reader: shopifyReader,
});

const INVENTORY = storeForm({
  id: "shopify_inventory",
  title: "Shopify inventory export",
  columns: {
    Handle: ["Handle"],
    "Option1 Value": ["Option1 Value"],
    "Option2 Value": ["Option2 Value"],
    "Option3 Value": ["Option3 Value"],
    SKU: ["SKU"],
    Available: ["Available", "Available (not editable)", "On hand", "On hand (current)"],
  },
  fields: { sku: "SKU", stock: "Available" },
  needed: ["Handle", "Available"],
  repeatedSkus: "summed",
  changesOnly: true,
  writesPoints: true,
  reader: inventoryReader,
});

/** An inventory export of Shopify: a row for each place in which a variant is stocked. */
export const shopifyInventory: CatalogForm = {
  ...INVENTORY,
  fields: { sku: "SKU", stock: "Available" },
  amounts: [],
};
