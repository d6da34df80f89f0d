/** SQL: whether shoppers pay an item's sale price at the time `at`, by the dates of the sale. */
const isRunning = (at: string): string =>
  `(sale_from IS NULL OR sale_from <= ${at}) AND (sale_until IS NULL OR ${at} < sale_until)`;

/** SQL: the last moment up to the time `at` at which an item's sale began or ended; null if there was none. */
const lastEdge = (at: string): string =>
  `CASE WHEN sale_until <= ${at} THEN sale_until WHEN sale_from <= ${at} THEN sale_from END`;

/** SQL of the last begin or end of a sale for other queries; `at` is the placeholder of the time. */
export const lastEdgeSql = (at: string): string => `(${lastEdge(`${at}::timestamptz`)})`;

/**
 * SQL of `shopperPriceAt`: what shoppers pay for a row of `catalog_items`, in minor units.
 * @param at placeholder of the time
 */
export function shopperPriceSql(at: string): string {
  const time = `${at}::timestamptz`;
  return `CASE WHEN sale_price IS NULL THEN COALESCE(shopper_price, price)
     WHEN (${lastEdge(time)}) IS NULL
       THEN COALESCE(shopper_price, CASE WHEN ${isRunning(time)} THEN sale_price ELSE price END)
     WHEN window_read_at >= (${lastEdge(time)}) THEN shopper_price END`;
}

/**
 * SQL of `saleLag`: whether the store of a row of `catalog_items` is behind the last begin or end of its sale, or that
 * is not known.
 * @param at placeholder of the time
 * @param lateSince placeholder of a time; a store that was found late after it does not count
 */
export function lagsSql(at: string, lateSince: string): string {
  const time = `${at}::timestamptz`;
  return `sale_price IS NOT NULL AND (${lastEdge(time)}) IS NOT NULL AND CASE
     WHEN shopper_price IS NULL OR window_read_at IS NULL OR window_read_at < (${lastEdge(time)}) THEN true
     ELSE window_read_at <= ${lateSince}::timestamptz AND sale_price IS DISTINCT FROM price
       AND shopper_price = CASE WHEN sale_until <= ${time} THEN sale_price ELSE price END END`;
}
