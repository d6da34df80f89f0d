import type { Tx } from "@/server/db/database/transaction";
import type { BatchRow } from "@/server/db/decision-batches/batches";
import { type BatchItemRow, recordDone, recordFallOut } from "@/server/db/decision-batches/items";
import { beforeOfRecommendation } from "@/server/db/decision-batches/restore";
import { findRecommendation, type RecommendationRow } from "@/server/db/recommendations/recommendations";
import { ALREADY_DONE, fallOutOf, isRestorable } from "@/server/domain/decision-batches/batch";
import { DomainError } from "@/server/domain/errors";
import type { RecommendationOperation } from "@/server/domain/recommendations/recommendation";
import { approveIn } from "../recommendations/approve";
import { decideIn, type RecommendationChange } from "../recommendations/decide";
import { acceptAndApproveIn } from "../recommendations/decide-once";
import type { RequestContext } from "../request-context";
import { revertIn } from "../write-backs/revert";

/**
 * Takes the same decision as the single operation, in the version of the preview, and stores the outcome and, where the
 * decision can be put back, what the recommendation was before.
 */
export async function decideRecommendation(
  context: RequestContext,
  tx: Tx,
  batch: BatchRow & { readonly action: RecommendationOperation },
  { id, version, snoozeSeen }: BatchItemRow,
): Promise<void> {
  if (version === null) throw new Error(`${id} of ${batch.id} has no version`);
  const { action, accepts, reason, snoozeUntil } = batch;
  const before = isRestorable(action) ? await beforeOfRecommendation(tx, id) : null;
  const seen = { id, version, snoozeSeen };
  const decision = { ...seen, reason: reason ?? undefined, snoozeUntil: snoozeUntil ?? undefined };
  const change: RecommendationChange | DomainError =
    action === "approve"
      ? await (accepts ? acceptAndApproveIn : approveIn)(context, tx, decision)
      : await decideIn(context, tx, action, decision);
  const at = new Date(context.services.now());
  if (change instanceof DomainError) await recordFallOut(tx, batch.id, id, fallOutOf(change), at);
  else if (change.idempotent) await recordFallOut(tx, batch.id, id, ALREADY_DONE, at);
  else await recordDone(tx, batch.id, id, { ...doneOf(action, change.row), before, at });
}

/** Only an approval queues a write-back; after the first of two the recommendation still awaits approval. */
const doneOf = (action: RecommendationOperation, { status, writeBackId }: RecommendationRow) => ({
  status,
  writeBackId: action === "approve" ? writeBackId : null,
  firstOfTwo: action === "approve" && status === "pending_approval",
});

/** Takes the price back like the single revert: of the write-back that the preview saw. */
export async function revertItem(
  context: RequestContext,
  tx: Tx,
  batchId: string,
  item: BatchItemRow,
): Promise<void> {
  if (item.reverts === null) throw new Error(`${item.id} of ${batchId} has nothing to take back`);
  const change = await revertIn(context, tx, item.reverts);
  const at = new Date(context.services.now());
  if (change.idempotent) return recordFallOut(tx, batchId, item.id, ALREADY_DONE, at);
  const row = await findRecommendation(tx, item.id);
  if (row === null) throw new Error(`${item.id} of ${batchId} does not exist`);
  return recordDone(tx, batchId, item.id, {
    status: row.status,
    writeBackId: change.row.id,
    firstOfTwo: false,
    before: null,
    at,
  });
}
