import { MOST_HOURS_BETWEEN } from "@/server/domain/pricing/policy-rules";

/**
 * SQL from FROM into WHERE: the changes `c` that gave an item another price; further conditions follow with AND. What
 * the item came with changes nothing.
 * @param item alias of a row of `catalog_items`
 */
export const priceChangesSql = (item: string): string => `item_changes c
  JOIN LATERAL (
    SELECT p.price FROM item_changes p
    WHERE p.workspace_id = c.workspace_id AND p.item_id = c.item_id AND (p.at, p.id) < (c.at, c.id)
    ORDER BY p.at DESC, p.id DESC LIMIT 1) previous ON previous.price IS DISTINCT FROM c.price
  WHERE c.workspace_id = ${item}.workspace_id AND c.item_id = ${item}.id`;

/**
 * Returns SQL for the time at which an item's price last changed, by anybody, since the longest time before a moment
 * that a rule may look back. A change after the moment counts: the price beside it is read as it is now. `item` is the
 * alias of a catalog_items row, `at` a parameter with the moment.
 */
export const lastPriceChangeSql = (item: string, at: string): string => `(
  SELECT c.at FROM ${priceChangesSql(item)} AND c.at > ${at}::timestamptz - interval '${MOST_HOURS_BETWEEN} hours'
  ORDER BY c.at DESC, c.id DESC LIMIT 1)`;
