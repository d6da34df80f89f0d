import { findAlert } from "@/server/db/alerts/alerts";
import type { Tx } from "@/server/db/database/transaction";
import type { BatchRow } from "@/server/db/decision-batches/batches";
import { type BatchItemRow, recordDone, recordFallOut } from "@/server/db/decision-batches/items";
import { beforeOfAlert } from "@/server/db/decision-batches/restore";
import { visibleAlertStatus } from "@/server/domain/alerts/alert";
import { acceptedBy } from "@/server/domain/alerts/kinds";
import { ALREADY_DONE, type FallOut } from "@/server/domain/decision-batches/batch";
import { notFound } from "@/server/domain/errors";
import { resolveAlertIn } from "../alerts/resolve";
import { snoozeAlertIn } from "../alerts/snooze";
import type { RequestContext } from "../request-context";

const SNOOZED_SINCE: FallOut = {
  reason: "conflict",
  changed: [],
  message: "Somebody snoozed it after the preview.",
};

/**
 * Takes the same decision on an alert as the single operation, and stores the outcome and what the alert was before.
 */
export async function decideAlert(
  context: RequestContext,
  tx: Tx,
  { id: batchId, action, reason, snoozeUntil }: BatchRow,
  { id, snoozeSeen }: BatchItemRow,
): Promise<void> {
  const nowMs = context.services.now();
  const row = await findAlert(tx, id, { lock: true });
  if (row === null) throw notFound("alert");
  const shown = visibleAlertStatus(
    { status: row.status, snoozeUntilMs: row.snoozeUntil?.getTime() ?? null },
    nowMs,
  );
  if (shown === "snoozed" && row.snoozeUntil?.getTime() !== snoozeSeen?.getTime())
    return recordFallOut(tx, batchId, id, SNOOZED_SINCE, new Date(nowMs));
  const isResolved = action === "resolve";
  const before = await beforeOfAlert(tx, id, isResolved ? acceptedBy(row.kind) : null);
  const change = isResolved
    ? await resolveAlertIn(context, tx, { id, reason })
    : await snoozeAlertIn(context, tx, { id, reason, snoozeUntilMs: snoozeUntil?.getTime() ?? 0 });
  // Not before the time of the decision, by which a later one is told from this one.
  const at = new Date(context.services.now());
  if (change.idempotent) return recordFallOut(tx, batchId, id, ALREADY_DONE, at);
  const { status } = change.row;
  return recordDone(tx, batchId, id, { status, writeBackId: null, firstOfTwo: false, before, at });
}
