/** SQL: whether shoppers pay an item's sale price at the time `at`. */
const isRunning = (at: string): string =>
  `(sale_from IS NULL OR sale_from <= ${at}) AND (sale_until IS NULL OR ${at} < sale_until)`;

/**
 * SQL of `shopperPriceAt`: what shoppers pay for a row of `catalog_items`, in minor units.
 * @param at placeholder of the time
 */
export const shopperPriceSql = (at: string): string =>
  `CASE WHEN sale_price IS NULL THEN COALESCE(shopper_price, price)
     WHEN ${isRunning(`${at}::timestamptz`)} THEN sale_price ELSE price END`;
