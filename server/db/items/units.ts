/**
 * SQL: with how many units an item counts where money is summed: the stock on hand, and one where the stock is unknown.
 * @param item alias of a row of `catalog_items`
 */
export const unitsSql = (item: string): string => `GREATEST(COALESCE(${item}.stock, 1), 0)`;
