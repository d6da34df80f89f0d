import type { InactiveState } from "@/server/domain/items/item-state";
import { afterEvent, RECOMMENDATION_STATUSES } from "@/server/domain/recommendations/recommendation";
import { clearedBy } from "../alerts/alerts";
import type { Tx } from "../database/transaction";

/** Returns SQL for whether an item is watched; `item` is the alias of a catalog_items row. */
export const activeSql = (item: string): string =>
  `(${item}.archived_at IS NULL AND ${item}.store_state IS NULL)`;

const ENDS = RECOMMENDATION_STATUSES.flatMap((status) => {
  const to = afterEvent("item_inactive", { status });
  return to === null ? [] : [{ from: status, to }];
});

const END_RECOMMENDATIONS = `
  UPDATE recommendations r
  SET status = e.becomes, snooze_until = NULL, updated_at = $5,
    decision = CASE WHEN e.becomes = 'resolved' THEN 'resolve' ELSE r.decision END,
    decided_by = CASE WHEN e.becomes = 'resolved' THEN 'system' ELSE r.decided_by END,
    decided_by_label = CASE WHEN e.becomes = 'resolved' THEN 'Pricecheck' ELSE r.decided_by_label END,
    decided_at = CASE WHEN e.becomes = 'resolved' THEN $5 ELSE r.decided_at END,
    decision_reason = CASE WHEN e.becomes = 'resolved' THEN $6 ELSE r.decision_reason END
  FROM unnest($2::text[], $3::text[]) AS e(stood, becomes), catalog_items i
  WHERE r.workspace_id = $1 AND r.status = e.stood AND i.workspace_id = $1 AND i.id = r.item_id
    AND NOT ${activeSql("i")} AND ($4::text[] IS NULL OR i.id = ANY($4))`;

// Alerts about a write-back that is under way or has an unknown outcome stay, whatever the state of the item.
const CLEAR_ALERTS = `
  UPDATE alerts a
  SET cleared = true, status = 'resolved', snooze_until = NULL, updated_at = $3,
    resolved_at = COALESCE(a.resolved_at, $3), resolution = COALESCE(a.resolution, $4), ${clearedBy("a")}
  FROM catalog_items i
  WHERE a.workspace_id = $1 AND NOT a.cleared AND i.workspace_id = $1 AND i.id = a.item_id
    AND NOT ${activeSql("i")} AND ($2::text[] IS NULL OR i.id = ANY($2))
    AND NOT EXISTS (SELECT 1 FROM write_backs b WHERE b.workspace_id = $1 AND b.id = a.write_back_id
                    AND b.status IN ('queued', 'sending', 'unknown'))`;

const NOT_WATCHED = "The item is not watched any more.";

/**
 * Ends open recommendations of items that are not watched, and clears their alerts.
 * @param itemIds restricts the items; null for all of the workspace
 * @returns the number of ended recommendations and of cleared alerts
 */
export async function closeForInactiveItems(
  tx: Tx,
  itemIds: readonly string[] | null,
  nowMs: number,
): Promise<{ recommendations: number; alerts: number }> {
  if (itemIds?.length === 0) return { recommendations: 0, alerts: 0 };
  const { workspaceId } = tx.tenant;
  const now = new Date(nowMs);
  const fromStatuses = ENDS.map(({ from }) => from);
  const toStatuses = ENDS.map(({ to }) => to);
  const recommendations = await tx.run(END_RECOMMENDATIONS, [
    workspaceId,
    fromStatuses,
    toStatuses,
    itemIds,
    now,
    NOT_WATCHED,
  ]);
  const alerts = await tx.run(CLEAR_ALERTS, [workspaceId, itemIds, now, NOT_WATCHED]);
  return { recommendations, alerts };
}

/**
 * Counts the items in a run's scope that it excluded because they are not watched, by state. Looks up each one by
 * primary key: OFFSET 0 keeps the planner from joining them with all results.
 */
export async function countExcluded(
  tx: Tx,
  runId: string,
  { tags, itemIds }: { readonly tags: readonly string[]; readonly itemIds: readonly string[] },
): Promise<Partial<Record<InactiveState, number>>> {
  const rows = await tx.sql<{ state: InactiveState; n: number }>(
    `SELECT CASE WHEN i.archived_at IS NOT NULL THEN 'archived' ELSE i.store_state END AS state, count(*)::int AS n
     FROM catalog_items i
     WHERE i.workspace_id = $1 AND NOT ${activeSql("i")}
       AND (cardinality($3::text[]) = 0 OR i.tags && $3) AND (cardinality($4::text[]) = 0 OR i.id = ANY($4))
       AND NOT EXISTS (SELECT 1 FROM run_results x
                       WHERE x.workspace_id = $1 AND x.run_id = $2 AND x.item_id = i.id OFFSET 0)
     GROUP BY 1 ORDER BY 1`,
    [tx.tenant.workspaceId, runId, tags, itemIds],
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}
