import type { VisibleRecommendationStatus } from "@/server/domain/recommendations/recommendation";
import { queryInKeyOrder, type Tx } from "../database/transaction";
import { isSnoozed } from "../recommendations/snoozed";

/**
 * Counts the recommendations that a run created by the status that `at` shows, and those that replaced one of them
 * whose inputs changed. Older decided ones may have been deleted.
 */
export const countProposals = (
  tx: Tx,
  runId: string,
  at: Date,
): Promise<{ status: VisibleRecommendationStatus; count: number }[]> =>
  tx.sql(
    `SELECT CASE WHEN ${isSnoozed("r", "$3")} THEN 'snoozed' ELSE r.status END AS status, count(*)::int AS count
     FROM recommendations r WHERE r.workspace_id = $1 AND r.run_id = $2 AND NOT r.by_hand GROUP BY 1`,
    [tx.tenant.workspaceId, runId, at],
  );

/** An item that a run skipped, as it is now; amounts in minor units of its currency. */
export interface SkippedItem {
  readonly id: string;
  readonly sku: string;
  readonly title: string;
  readonly currency: string;
  readonly price: bigint | null;
  readonly cost: bigint | null;
}

// Each item is looked up by its key; OFFSET 0 keeps the planner from going through all items.
const SKIPPED = `
  SELECT i.id, i.sku, i.title, i.currency, i.price, i.cost FROM (
    SELECT item_id FROM run_results
    WHERE workspace_id = $1 AND run_id = $2 AND reason = $3 AND item_id > $4 ORDER BY item_id LIMIT $5) x
  CROSS JOIN LATERAL (SELECT * FROM catalog_items c WHERE c.workspace_id = $1 AND c.id = x.item_id OFFSET 0) i
  ORDER BY x.item_id`;

/**
 * Returns the next items that a run gave no new price for that reason, in order of id.
 * @param after id of the last item of the page before; null for the first page
 */
export const skippedItems = (
  tx: Tx,
  runId: string,
  { reason, after, limit }: { reason: string; after: string | null; limit: number },
): Promise<SkippedItem[]> =>
  queryInKeyOrder(tx, SKIPPED, [tx.tenant.workspaceId, runId, reason, after ?? "", limit]);
