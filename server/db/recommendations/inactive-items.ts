import { afterEvent, RECOMMENDATION_STATUSES } from "@/server/domain/recommendations/recommendation";
import { anyKey, runWithHashJoins, type Tx } from "../database/transaction";
import { activeSql } from "../items/states";

const ENDS = RECOMMENDATION_STATUSES.flatMap((status) => {
  const to = afterEvent("item_inactive", { status });
  return to === null ? [] : [{ from: status, to }];
});

const END_RECOMMENDATIONS = `
  UPDATE recommendations r
  SET status = e.becomes, snooze_until = NULL, updated_at = $4,
    decision = CASE WHEN e.becomes = 'resolved' THEN 'resolve' ELSE r.decision END,
    decided_by = CASE WHEN e.becomes = 'resolved' THEN 'system' ELSE r.decided_by END,
    decided_by_label = CASE WHEN e.becomes = 'resolved' THEN 'Pricecheck' ELSE r.decided_by_label END,
    decided_at = CASE WHEN e.becomes = 'resolved' THEN $4 ELSE r.decided_at END,
    decision_reason = CASE WHEN e.becomes = 'resolved' THEN $5 ELSE r.decision_reason END
  FROM unnest($2::text[], $3::text[]) AS e(stood, becomes), catalog_items i
  WHERE r.workspace_id = $1 AND r.status = e.stood AND i.workspace_id = $1 AND i.id = r.item_id
    AND NOT ${activeSql("i")}`;

const OF_ITEMS = ` AND r.item_id = ${anyKey("$6::text[]")} AND i.id = ${anyKey("$6::text[]")}`;

/**
 * Ends open recommendations of items that are not watched.
 * @param itemIds restricts the items; null for all of the workspace
 * @returns their number
 */
export function endForInactiveItems(
  tx: Tx,
  itemIds: readonly string[] | null,
  { reason, at }: { readonly reason: string; readonly at: Date },
): Promise<number> {
  const from = ENDS.map((end) => end.from);
  const to = ENDS.map((end) => end.to);
  const values = [tx.tenant.workspaceId, from, to, at, reason];
  if (itemIds === null) return tx.run(END_RECOMMENDATIONS, values);
  return runWithHashJoins(tx, END_RECOMMENDATIONS + OF_ITEMS, [...values, itemIds]);
}
