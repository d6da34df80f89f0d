/**
 * SQL: whether a price may be in the store, or may have been, although its write-back ended without effect: it was
 * sent, and the store did not show the price from before at the end.
 * @param write alias of a row of `write_backs`
 */
export const mayBeInStoreSql = (write: string): string =>
  `(${write}.first_sent_at IS NOT NULL AND (${write}.status = 'conflict'
    OR (${write}.status = 'failed' AND ${write}.store_price IS DISTINCT FROM ${write}.expected_price)))`;
