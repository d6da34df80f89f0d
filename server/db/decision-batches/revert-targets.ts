import type { Tx } from "../database/transaction";
import { prevailingWriteBack } from "../write-backs/prevailing";

/** The run or the batch whose prices are taken back. */
export type RevertSource = { readonly runId: string } | { readonly batchId: string };

/** A recommendation and its write-back that is to be taken back. */
export interface RevertTarget {
  readonly id: string;
  readonly version: number;
  readonly reverts: string;
}

/** The targets of one batch, in the order of the recommendations' ids, and how many more could be taken back. */
export interface RevertTargets {
  readonly targets: readonly RevertTarget[];
  readonly remaining: number;
}

// A price by hand names the run that was the latest then, which did not recommend it. OFFSET 0 makes the planner look
// the few write-backs up by their recommendation.
const OF_RUN = `
  SELECT r.workspace_id, r.id, r.version, r.item_id, w.id AS reverts, w.writes_approved FROM recommendations r
  JOIN LATERAL (SELECT * FROM write_backs o WHERE o.workspace_id = $1 AND o.recommendation_id = r.id
                AND o.revert_of IS NULL OFFSET 0) w ON true
  WHERE r.workspace_id = $1 AND r.run_id = $2 AND NOT r.by_hand`;

// Items of earlier versions did not store what they queued; an approval that ended as approved queued the first
// write-back. A first approval of two queued nothing, whoever approved later.
const OF_BATCH = `
  SELECT r.workspace_id, r.id, r.version, r.item_id, w.id AS reverts, w.writes_approved FROM decision_batch_items i
  JOIN LATERAL (SELECT * FROM recommendations o WHERE o.workspace_id = $1 AND o.id = i.recommendation_id
                OFFSET 0) r ON true
  JOIN LATERAL (SELECT * FROM write_backs o WHERE o.workspace_id = $1 AND o.recommendation_id = r.id
                OFFSET 0) w
    ON w.id = i.write_back_id OR (i.write_back_id IS NULL AND i.status_after = 'approved' AND w.revert_of IS NULL)
  WHERE i.workspace_id = $1 AND i.batch_id = $2 AND i.outcome = 'done'`;

/** SQL: whether nothing that the database knows prevents taking the price of the row `s` back. */
const POSSIBLE = `EXISTS (
    SELECT FROM ${prevailingWriteBack("s")} p
    JOIN LATERAL (SELECT * FROM catalog_items c WHERE c.workspace_id = s.workspace_id AND c.id = s.item_id OFFSET 0) i
      ON i.price = p.target_price AND i.currency = p.currency
    WHERE p.writes_approved = s.writes_approved AND p.status = 'applied' AND p.first_sent_at IS NOT NULL)`;

const chosen = (source: string): string => `
  SELECT id, version, reverts, remaining FROM (
    SELECT *, GREATEST(count(*) FILTER (WHERE possible) OVER () - $3, 0)::int AS remaining
    FROM (SELECT s.*, ${POSSIBLE} AS possible FROM (${source}) s OFFSET 0) written
    ORDER BY possible DESC, id LIMIT $3) first ORDER BY id`;

/**
 * Returns what a revert of the source is about, at most `limit` prices, those first that can be taken back: a repeat
 * after the batch was carried out gets the next ones.
 */
export async function revertTargets(tx: Tx, source: RevertSource, limit: number): Promise<RevertTargets> {
  const [text, id] = "runId" in source ? [OF_RUN, source.runId] : [OF_BATCH, source.batchId];
  const rows = await tx.sql<RevertTarget & { remaining: number } & Record<string, unknown>>(chosen(text), [
    tx.tenant.workspaceId,
    id,
    limit,
  ]);
  const [first] = rows;
  return {
    targets: rows.map(({ id: recommendation, version, reverts }) => ({
      id: recommendation,
      version,
      reverts,
    })),
    remaining: first?.remaining ?? 0,
  };
}
