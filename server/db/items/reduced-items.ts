import type { Tx } from "../database/transaction";

/**
 * Returns those of the items beside whose price a higher one may be shown: a regular or a struck-through price above
 * what shoppers pay, or above that of a sale that has not ended.
 */
export const reducedItems = (
  tx: Tx,
  ids: readonly string[],
  at: Date,
): Promise<{ readonly id: string; readonly currency: string }[]> =>
  tx.sql(
    `SELECT i.id, i.currency FROM unnest($2::text[]) AS asked (id)
     CROSS JOIN LATERAL (SELECT * FROM catalog_items WHERE workspace_id = $1 AND id = asked.id OFFSET 0) AS i
     WHERE GREATEST(i.price, i.compare_at_price, i.shown_compare_at) >
       LEAST(i.price, i.shopper_price, CASE WHEN i.sale_until <= $3 THEN NULL ELSE i.sale_price END)`,
    [tx.tenant.workspaceId, ids, at],
  );
