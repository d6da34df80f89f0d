import type { Tx } from "@/server/db/database/transaction";
import {
  type BatchActor,
  type BatchRow,
  endBatch,
  findBatch,
  startBatch,
} from "@/server/db/decision-batches/batches";
import { cancelWaiting, countOutcomes } from "@/server/db/decision-batches/items";
import { addJob } from "@/server/db/queue/queue";
import { visibleBatchStatus } from "@/server/domain/decision-batches/batch";
import { DomainError, notFound } from "@/server/domain/errors";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { decisionOf } from "./audited-decision";
import { type BatchAuthority, decisionRefusal } from "./authority";
import { withOutcomes } from "./read";

/** The outcome of a confirmation or cancellation: the batch as it is now; a repeat changed nothing. */
export interface BatchChange {
  readonly idempotent: boolean;
  readonly batch: BatchRow;
}

/**
 * Confirms a preview by its hash, and queues its execution in the same transaction. The actor of the confirmation is
 * the actor of every decision. A repeat with the same hash changes nothing.
 * @throws DomainError not_found, conflict for another hash, or for a batch that has expired or was canceled,
 * plan_limit, and the 403 that the single decision would end with
 */
export const confirmBatch = (
  context: RequestContext,
  authority: BatchAuthority,
  { id, hash }: { readonly id: string; readonly hash: string },
): Promise<BatchChange> =>
  writeTransaction(context, async (tx) => {
    const batch = await lockForDecision(context, tx, authority, id);
    const nowMs = context.services.now();
    const status = visibleBatchStatus(batch, nowMs);
    if (hash !== batch.hash)
      throw conflict(batch, nowMs, "The hash is not that of the preview; read the batch again.");
    if (status === "running" || status === "finished")
      return { idempotent: true, batch: await withOutcomes(tx, batch) };
    if (status !== "preview")
      throw conflict(batch, nowMs, `A batch that is ${status} cannot be confirmed; make a new preview.`);
    requireWritableWorkspace(context);
    await startBatch(tx, id, actorOf(context), new Date(nowMs));
    await addJob(tx, "decision_batch", { v: 1, workspaceId: tx.tenant.workspaceId, id });
    await recordChange(context, tx, {
      action: "decision_batch.confirm",
      subject: id,
      before: { status: batch.status },
      after: { status: "running", ...decisionOf(batch), count: batch.planned, hash },
    });
    return { idempotent: false, batch: await reread(tx, batch) };
  });

/**
 * Cancels a preview, or a batch while it is carried out: what is decided stays decided, the rest is not begun. A repeat
 * changes nothing.
 * @throws DomainError not_found, conflict for a finished batch, plan_limit, and the 403 of the single decision
 */
export const cancelBatch = (
  context: RequestContext,
  authority: BatchAuthority,
  id: string,
): Promise<BatchChange> =>
  writeTransaction(context, async (tx) => {
    const batch = await lockForDecision(context, tx, authority, id);
    const nowMs = context.services.now();
    if (batch.status === "canceled") return { idempotent: true, batch };
    if (batch.status === "finished") throw conflict(batch, nowMs, "The batch has finished already.");
    requireWritableWorkspace(context);
    const at = new Date(nowMs);
    await cancelWaiting(tx, id, at);
    const outcomes = await countOutcomes(tx, id);
    await endBatch(tx, id, { status: "canceled", outcomes, at });
    await recordChange(context, tx, {
      action: "decision_batch.cancel",
      subject: id,
      before: { status: batch.status },
      after: { status: "canceled", done: outcomes.done, canceled: outcomes.canceled },
    });
    return { idempotent: false, batch: await reread(tx, batch) };
  });

async function lockForDecision(
  context: RequestContext,
  tx: Tx,
  authority: BatchAuthority,
  id: string,
): Promise<BatchRow> {
  const batch = await findBatch(tx, id, { lock: true });
  if (batch === null) throw notFound("batch");
  const refusal = await decisionRefusal(context, tx, authority, batch);
  if (refusal) throw refusal;
  return batch;
}

const conflict = (batch: BatchRow, nowMs: number, message: string): DomainError =>
  new DomainError("conflict", message, { current_status: visibleBatchStatus(batch, nowMs) });

const actorOf = ({ actor, via, requestId }: RequestContext): BatchActor => ({ ...actor, via, requestId });

const reread = async (tx: Tx, batch: BatchRow): Promise<BatchRow> =>
  withOutcomes(tx, (await findBatch(tx, batch.id)) ?? batch);
