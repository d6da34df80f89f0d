import type { ShopWindow } from "@/server/domain/items/shop-window";

/** The columns of an item with what its store shows; amounts in minor units of the item's currency. */
export interface WindowColumns {
  readonly shopper_price: bigint | null;
  readonly shown_compare_at: bigint | null;
  readonly sale_price: bigint | null;
  readonly sale_from: Date | null;
  readonly sale_until: Date | null;
}

/** SQL: the select list of `WindowColumns`; `item` is the alias of a row of `catalog_items`. */
export const windowSql = (item: string): string =>
  `${item}.shopper_price, ${item}.shown_compare_at, ${item}.sale_price, ${item}.sale_from, ${item}.sale_until`;

/** Builds the shop window from its columns. */
export const windowOf = (row: WindowColumns): ShopWindow => ({
  shopperPrice: row.shopper_price,
  compareAt: row.shown_compare_at,
  sale:
    row.sale_price === null ? null : { price: row.sale_price, from: row.sale_from, until: row.sale_until },
});
