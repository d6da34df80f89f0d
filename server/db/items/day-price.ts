/**
 * Returns SQL for the reference of a day's price change: the item's price 24 hours before a moment, or its first
 * recorded price since then if it is younger. Of an item of a store, the prices that the store was read or written
 * with count first: what a file or a request says of it was never charged. `item` is the alias of a catalog_items row,
 * `at` a parameter with the moment.
 */
export function dayPriceSql(item: string, at: string): string {
  const recorded = `FROM item_changes c WHERE c.workspace_id = ${item}.workspace_id AND c.item_id = ${item}.id
    AND c.currency = ${item}.currency AND c.price IS NOT NULL`;
  const dayBefore = `${at}::timestamptz - interval '24 hours'`;
  const charged = `${recorded} AND (${item}.integration_id IS NULL OR c.source IN ('sync', 'write_back'))`;
  const before = (changes: string) =>
    `(SELECT c.price ${changes} AND c.at <= ${dayBefore} ORDER BY c.at DESC, c.id DESC LIMIT 1)`;
  const since = (changes: string) =>
    `(SELECT c.price ${changes} AND c.at > ${dayBefore} AND c.at <= ${at} ORDER BY c.at, c.id LIMIT 1)`;
  return `COALESCE(${before(charged)}, ${before(recorded)}, ${since(charged)}, ${since(recorded)})`;
}
