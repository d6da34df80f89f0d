import { isTransient } from "@/server/db/database/errors";
import type { Tenant } from "@/server/db/database/tenant";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import { type BatchActor, type BatchRow, findBatch } from "@/server/db/decision-batches/batches";
import {
  type BatchItemRow,
  lockNextItem,
  recordDone,
  recordFallOut,
} from "@/server/db/decision-batches/items";
import { findWorkspace } from "@/server/db/members/memberships";
import { findRecommendation, type RecommendationRow } from "@/server/db/recommendations/recommendations";
import { ALREADY_DONE, fallOutOf } from "@/server/domain/decision-batches/batch";
import { DomainError } from "@/server/domain/errors";
import { approveIn } from "../recommendations/approve";
import { decideIn, type RecommendationChange, requireFuture } from "../recommendations/decide";
import { refusalOf } from "../refusal-of";
import type { RequestContext } from "../request-context";
import type { Services } from "../services";
import { notWritable } from "../writable-workspace";
import { revertIn } from "../write-backs/revert";
import { decisionRefusal, OPERATOR_AUTHORITY, presentAuthority } from "./authority";

/** What a look for the next recommendation came to. */
type NextItem =
  | { readonly act: "decided" }
  /** None waits, or the batch does not run any more. */
  | { readonly act: "none" }
  /** The actor may not decide any more, or the workspace accepts no changes. */
  | { readonly act: "end"; readonly error: DomainError };

/**
 * Decides the next recommendation that waits, and stores its outcome in the same transaction. The actor's permission
 * is checked again before each one.
 */
export async function decideNextItem(services: Services, tenant: Tenant, batchId: string): Promise<NextItem> {
  let begun: string | null = null;
  try {
    return await inTenant(services.db, tenant, async (tx) => {
      const batch = await findBatch(tx, batchId);
      const item = batch?.status === "running" ? await lockNextItem(tx, batchId) : null;
      if (!batch?.confirmedBy || item?.version == null) return { act: "none" };
      const context = await contextOf(services, tx, batch, batch.confirmedBy);
      if (context instanceof DomainError) return { act: "end", error: context };
      begun = item.id;
      await decide(context, tx, batch, { ...item, version: item.version });
      await services.checkpoint("decision-batch:item-decided");
      return { act: "decided" };
    });
  } catch (error) {
    if (begun === null || isTransient(error)) throw error;
    return storeRefusal(services, tenant, { batchId, id: begun, error });
  }
}

/** Builds the context of the actor who confirmed, as of now; the error if they may not take the decision any more. */
async function contextOf(
  services: Services,
  tx: Tx,
  { id: batchId, action }: BatchRow,
  { via, requestId, ...actor }: BatchActor,
): Promise<RequestContext | DomainError> {
  const workspace = await findWorkspace(tx);
  if (!workspace) return new DomainError("workspace_forbidden");
  const authority = await presentAuthority(tx, { ...actor, via, requestId }, services.now());
  if (authority instanceof DomainError) return authority;
  const context: RequestContext = {
    services,
    tenant: tx.tenant,
    actor,
    role: authority === OPERATOR_AUTHORITY ? null : authority.role,
    plan: workspace.plan,
    lifecycle: workspace.lifecycle,
    emailConfirmed: true,
    via,
    requestId,
    ip: null,
    batchId,
  };
  const refusal = await decisionRefusal(context, tx, authority, action);
  return refusal ?? notWritable(context) ?? context;
}

/** Takes the same decision as the single operation, in the version of the preview. */
async function decide(
  context: RequestContext,
  tx: Tx,
  batch: BatchRow,
  item: BatchItemRow & { readonly version: number },
): Promise<void> {
  const { id, version, snoozeSeen } = item;
  const { action, reason, snoozeUntil } = batch;
  if (action === "revert") return revertItem(context, tx, batch.id, item);
  if (action === "snooze" && snoozeUntil !== null) requireFuture(snoozeUntil, context.services.now());
  const seen = { id, version, snoozeSeen };
  const decision = { ...seen, reason: reason ?? undefined, snoozeUntil: snoozeUntil ?? undefined };
  const change: RecommendationChange | DomainError =
    action === "approve"
      ? await approveIn(context, tx, decision)
      : await decideIn(context, tx, action, decision);
  const at = new Date(context.services.now());
  if (change instanceof DomainError) await recordFallOut(tx, batch.id, id, fallOutOf(change), at);
  else if (change.idempotent) await recordFallOut(tx, batch.id, id, ALREADY_DONE, at);
  else await recordDone(tx, batch.id, id, { ...doneOf(action, change.row), at });
}

/** Only an approval queues a write-back; after the first of two the recommendation still awaits approval. */
const doneOf = (action: BatchRow["action"], { status, writeBackId }: RecommendationRow) => ({
  status,
  writeBackId: action === "approve" ? writeBackId : null,
  firstOfTwo: action === "approve" && status === "pending_approval",
});

/** Takes the price back like the single revert: of the write-back that the preview saw. */
async function revertItem(
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
    at,
  });
}

/**
 * Stores the refusal of a decision whose transaction was rolled back and so has changed nothing. An error that is not
 * a refusal is logged, and the recommendation falls out with it, so that the rest of the batch continues.
 */
async function storeRefusal(
  services: Services,
  tenant: Tenant,
  { batchId, id, error }: { readonly batchId: string; readonly id: string; readonly error: unknown },
): Promise<NextItem> {
  const refusal = refusalOf(services, tenant, error, { batch: batchId, recommendation: id });
  await inTenant(services.db, tenant, (tx) =>
    recordFallOut(tx, batchId, id, fallOutOf(refusal), new Date(services.now())),
  );
  return { act: "decided" };
}
