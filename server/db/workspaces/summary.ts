import { isOpenAlert } from "../alerts/shown-status";
import type { Tx } from "../database/transaction";
import { isAwake } from "../recommendations/snoozed";

/** Counts of open work in a workspace, and its connected store. */
export interface WorkspaceSummary {
  readonly waiting: number;
  readonly oldest_waiting: Date | null;
  readonly new_recommendations: number;
  /** Recommendations held by the breaker and not released. */
  readonly held_recommendations: number;
  readonly open_alerts: number;
  readonly store_kind: string | null;
  readonly store_name: string | null;
  readonly store_status: string | null;
  readonly synced_at: Date | null;
  /** When the trial ends or ended; null without one. */
  readonly trial_ends_at: Date | null;
}

/** Counts the open work at `at`, without snoozed rows. */
export async function workspaceSummary(tx: Tx, at: Date): Promise<WorkspaceSummary> {
  const [row] = await tx.sql<WorkspaceSummary>(
    `SELECT r.waiting, r.oldest_waiting, r.new_recommendations, r.held_recommendations,
       (SELECT count(*)::int FROM alerts
         WHERE workspace_id = $1 AND ${isOpenAlert("alerts", "$2")}) AS open_alerts,
       s.kind AS store_kind, s.name AS store_name, s.status AS store_status, s.synced_at,
       (SELECT trial_ends_at FROM workspaces WHERE id = $1) AS trial_ends_at
     FROM (
       SELECT count(*) FILTER (WHERE status = 'pending_approval')::int AS waiting,
         count(*) FILTER (WHERE status = 'new')::int AS new_recommendations,
         count(*) FILTER (WHERE status = 'held')::int AS held_recommendations,
         min(created_at) FILTER (WHERE status = 'pending_approval') AS oldest_waiting
       FROM recommendations
       WHERE workspace_id = $1 AND status IN ('new', 'held', 'pending_approval')
         AND ${isAwake("recommendations", "$2")}
     ) r
     LEFT JOIN LATERAL (
       SELECT kind, name, status, synced_at FROM integrations
       WHERE workspace_id = $1 AND status <> 'disconnected' LIMIT 1
     ) s ON true`,
    [tx.tenant.workspaceId, at],
  );
  if (!row) throw new Error("counting answered nothing");
  return row;
}

/** Counts the items of the catalog, archived ones included. Reads an entry of an index for each of them. */
export async function countItems(tx: Tx): Promise<number> {
  const [row] = await tx.sql<{ readonly items: number }>(
    "SELECT count(*)::int AS items FROM catalog_items WHERE workspace_id = $1",
    [tx.tenant.workspaceId],
  );
  return row?.items ?? 0;
}
