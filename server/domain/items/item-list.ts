/** What a catalog can be sorted by. `margin` and `price_index` are those of what shoppers pay. */
export const ITEM_SORTS = [
  "newest",
  "sku",
  "title",
  "price",
  "cost",
  "margin",
  "price_index",
  "stock",
  "changed",
] as const;
export type ItemSort = (typeof ITEM_SORTS)[number];

export const SORT_ORDERS = ["asc", "desc"] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

/** Returns the order in which a sort begins: the latest first for times, else upwards. */
export const usualOrder = (sort: ItemSort): SortOrder =>
  sort === "newest" || sort === "changed" ? "desc" : "asc";

/** How many units are in stock, as far as it is known. */
export const STOCK_LEVELS = ["none", "some", "unknown"] as const;
export type StockLevel = (typeof STOCK_LEVELS)[number];
