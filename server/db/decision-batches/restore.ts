import type { Json } from "../database/canonical-json";
import type { Tx } from "../database/transaction";
import type { AlertBefore, RecommendationBefore } from "./before";

/** SQL: how a person is named in rows, by their id; by the id itself where there is no such person any more. */
const labelOf = (person: string): string =>
  `COALESCE((SELECT u.email FROM users u WHERE u.id = ${person} AND u.deleted_at IS NULL), ${person})`;

/** Returns what a recommendation is, for putting it back later, and locks it. */
export async function beforeOfRecommendation(tx: Tx, id: string): Promise<Json> {
  const rows = await tx.sql<{ readonly before: Json }>(
    `SELECT json_build_object('status', status, 'accepted', accepted, 'snooze_until', snooze_until,
       'decision', decision, 'decision_reason', decision_reason, 'decided_by', decided_by,
       'decided_at', decided_at) AS before
     FROM recommendations WHERE workspace_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    [tx.tenant.workspaceId, id],
  );
  return rows[0]?.before ?? null;
}

/**
 * Returns what an alert is, for putting it back later, and locks it.
 * @param baseline which baseline of its item resolving it moves; null for none
 */
export async function beforeOfAlert(tx: Tx, id: string, baseline: "price" | "cost" | null): Promise<Json> {
  const moved =
    baseline === null
      ? "NULL::json"
      : `(SELECT json_build_object('of', '${baseline}', 'was', c.baseline_${baseline}::text,
           'became', c.${baseline}::text)
         FROM catalog_items c WHERE c.workspace_id = $1 AND c.id = a.item_id)`;
  const rows = await tx.sql<{ readonly before: Json }>(
    `SELECT json_build_object('status', a.status, 'snooze_until', a.snooze_until, 'snooze_reason', a.snooze_reason,
       'decided_by', a.decided_by, 'baseline', ${moved}) AS before
     FROM alerts a WHERE a.workspace_id = $1 AND a.id = $2 FOR UPDATE OF a`,
    [tx.tenant.workspaceId, id],
  );
  return rows[0]?.before ?? null;
}

/** Makes a recommendation what it was. The caller has locked it. */
export async function putBackRecommendation(
  tx: Tx,
  id: string,
  before: RecommendationBefore,
  at: Date,
): Promise<void> {
  await tx.run(
    `UPDATE recommendations SET status = $3, accepted = $4, snooze_until = $5, decision = $6, decision_reason = $7,
       decided_by = $8, decided_at = $9, updated_at = $10,
       decided_by_label = CASE WHEN decided_by = $8 THEN decided_by_label
         WHEN $8::text IS NOT NULL THEN ${labelOf("$8")} END
     WHERE workspace_id = $1 AND id = $2`,
    [
      tx.tenant.workspaceId,
      id,
      before.status,
      before.accepted,
      before.snooze_until,
      before.decision,
      before.decision_reason,
      before.decided_by,
      before.decided_at,
      at,
    ],
  );
}

/**
 * Makes an alert what it was, and the baseline of its item, unless that was moved again since. The caller has locked
 * the alert.
 */
export async function putBackAlert(
  tx: Tx,
  { id, itemId }: { readonly id: string; readonly itemId: string | null },
  before: AlertBefore,
  at: Date,
): Promise<void> {
  const { workspaceId } = tx.tenant;
  await tx.run(
    `UPDATE alerts SET status = $3, snooze_until = $4, snooze_reason = $5, decided_by = $6, resolved_at = NULL,
       resolution = NULL, updated_at = $7,
       decided_by_label = CASE WHEN decided_by = $6 THEN decided_by_label
         WHEN $6::text IS NOT NULL THEN ${labelOf("$6")} END
     WHERE workspace_id = $1 AND id = $2`,
    [workspaceId, id, before.status, before.snooze_until, before.snooze_reason, before.decided_by, at],
  );
  const { baseline } = before;
  if (baseline === null || itemId === null) return;
  const column = baseline.of === "price" ? "baseline_price" : "baseline_cost";
  await tx.run(
    `UPDATE catalog_items SET ${column} = $3
     WHERE workspace_id = $1 AND id = $2 AND ${column} IS NOT DISTINCT FROM $4::bigint`,
    [workspaceId, itemId, baseline.was, baseline.became],
  );
}
