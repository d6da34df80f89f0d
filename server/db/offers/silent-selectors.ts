import type { Tx } from "../database/transaction";

/**
 * Returns whether an item has a watched page whose present selector gave no price when the page was last read. Only a
 * check that read its page by a selector keeps the selector.
 */
export async function hasSilentSelector(tx: Tx, itemId: string): Promise<boolean> {
  const found = await tx.run(
    `SELECT 1 FROM offers o
     JOIN LATERAL (SELECT c.outcome FROM page_checks c
       WHERE c.workspace_id = $1 AND c.offer_id = o.id AND c.price_selector = o.price_selector
       ORDER BY c.id DESC LIMIT 1) latest ON latest.outcome = 'failed'
     WHERE o.workspace_id = $1 AND o.item_id = $2 AND o.status = 'active' AND o.price_selector IS NOT NULL LIMIT 1`,
    [tx.tenant.workspaceId, itemId],
  );
  return found > 0;
}
