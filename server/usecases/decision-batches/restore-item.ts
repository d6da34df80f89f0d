import { findAlert } from "@/server/db/alerts/alerts";
import type { Tx } from "@/server/db/database/transaction";
import { type BatchRow, findBatch } from "@/server/db/decision-batches/batches";
import { type BatchItemRow, recordDone, recordFallOut } from "@/server/db/decision-batches/items";
import { putBackAlert, putBackRecommendation } from "@/server/db/decision-batches/restore";
import { alertTargets, recommendationTargets } from "@/server/db/decision-batches/restore-targets";
import { type BatchItemStatus, type FallOut, fallOutOf } from "@/server/domain/decision-batches/batch";
import { alertRestoreRefusal, recommendationRestoreRefusal } from "@/server/domain/decision-batches/restore";
import { notFound } from "@/server/domain/errors";
import { lockItemAndRecommendation } from "../recommendations/approve";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";

const VERSION_CHANGED: FallOut = {
  reason: "changed",
  changed: ["version"],
  message: "Its figures changed since the preview.",
};

const NOT_WATCHED: FallOut = {
  reason: "conflict",
  changed: [],
  message: "Its item is not watched any more.",
};

/** The status that something was put back to, or why it was not. */
type Restored = { readonly status: BatchItemStatus } | { readonly fallOut: FallOut };

/** Puts one item of a batch back as it was before the source of the batch decided it, and stores the outcome. */
export async function restoreItem(
  context: RequestContext,
  tx: Tx,
  batch: BatchRow,
  item: BatchItemRow,
): Promise<void> {
  const at = new Date(context.services.now());
  const source = batch.sourceBatchId === null ? null : await findBatch(tx, batch.sourceBatchId);
  const restored: Restored =
    source === null
      ? { fallOut: fallOutOf(notFound("batch")) }
      : source.of === "alerts"
        ? await restoreAlert(context, tx, source, item, at)
        : await restoreRecommendation(context, tx, source, item, at);
  if ("fallOut" in restored) return recordFallOut(tx, batch.id, item.id, restored.fallOut, at);
  const { status } = restored;
  return recordDone(tx, batch.id, item.id, {
    status,
    writeBackId: null,
    firstOfTwo: false,
    before: null,
    at,
  });
}

async function restoreRecommendation(
  context: RequestContext,
  tx: Tx,
  source: BatchRow,
  { id, version }: BatchItemRow,
  at: Date,
): Promise<Restored> {
  const { snapshot } = await lockItemAndRecommendation(tx, id, at.getTime());
  if (snapshot.state !== "active") return { fallOut: NOT_WATCHED };
  const [row] = await recommendationTargets(tx, source.id, id);
  if (!row?.before) return { fallOut: fallOutOf(notFound("recommendation")) };
  const fallOut = recommendationRestoreRefusal(row, source, at.getTime());
  if (fallOut) return { fallOut };
  if (row.version !== version) return { fallOut: VERSION_CHANGED };
  await putBackRecommendation(tx, id, row.before, at);
  const { status } = row.before;
  await recordChange(context, tx, {
    action: "recommendation.restore",
    subject: id,
    before: { status: row.status },
    after: { status },
  });
  return { status };
}

async function restoreAlert(
  context: RequestContext,
  tx: Tx,
  source: BatchRow,
  { id }: BatchItemRow,
  at: Date,
): Promise<Restored> {
  await findAlert(tx, id, { lock: true });
  const [row] = await alertTargets(tx, source.id, id);
  if (!row?.before) return { fallOut: fallOutOf(notFound("alert")) };
  const fallOut = alertRestoreRefusal(row, source, at.getTime());
  if (fallOut) return { fallOut };
  await putBackAlert(tx, row, row.before, at);
  const { status } = row.before;
  await recordChange(context, tx, {
    action: "alert.restore",
    subject: id,
    before: { status: row.status },
    after: { status },
  });
  return { status };
}
