import { isTransient, isUniqueViolation } from "@/server/db/database/errors";
import type { Tenant } from "@/server/db/database/tenant";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import { type BatchActor, type BatchRow, findBatch } from "@/server/db/decision-batches/batches";
import {
  type BatchItemRow,
  lockNextItems,
  recordFallOut,
  type WaitingSlice,
} from "@/server/db/decision-batches/items";
import { findWorkspace } from "@/server/db/members/memberships";
import { fallOutOf } from "@/server/domain/decision-batches/batch";
import { DomainError } from "@/server/domain/errors";
import { requireFuture } from "../recommendations/decide";
import { refusalOf } from "../refusal-of";
import type { RequestContext } from "../request-context";
import type { Services } from "../services";
import { notWritable } from "../writable-workspace";
import { decisionRefusal, OPERATOR_AUTHORITY, presentAuthority } from "./authority";
import { decideAlert } from "./decide-alert";
import { decideRecommendation, revertItem } from "./decide-recommendation";
import { editBatchItems, ITEMS_AT_ONCE } from "./item-edits";
import { restoreItem } from "./restore-item";

const HAS_SUCCESSOR = "A newer recommendation has taken its place.";

/** What a look for the next recommendation came to. */
type NextItem =
  | { readonly act: "decided" }
  /** None waits, or the batch does not run any more. */
  | { readonly act: "none" }
  /** The actor may not decide any more, or the workspace accepts no changes. */
  | { readonly act: "end"; readonly error: DomainError };

/**
 * Decides the next item that waits, and stores its outcome in the same transaction; of the catalog's items the next
 * few. The actor's permission is checked again before each time. Of a few of which one cannot be edited each half is
 * edited by itself, so that only that one falls out.
 */
export const decideNextItem = (services: Services, tenant: Tenant, batchId: string): Promise<NextItem> =>
  decideSlice(services, tenant, batchId, { from: "", most: ITEMS_AT_ONCE });

async function decideSlice(
  services: Services,
  tenant: Tenant,
  batchId: string,
  { from, most }: WaitingSlice,
): Promise<NextItem> {
  let begun: readonly string[] = [];
  try {
    return await inTenant(services.db, tenant, async (tx) => {
      const batch = await findBatch(tx, batchId);
      if (batch?.status !== "running" || !batch.confirmedBy) return { act: "none" };
      const items = await lockNextItems(tx, batchId, { from, most: batch.of === "items" ? most : 1 });
      if (items.length === 0) return { act: "none" };
      const context = await contextOf(services, tx, batch, batch.confirmedBy);
      if (context instanceof DomainError) return { act: "end", error: context };
      begun = items.map(({ id }) => id);
      if (batch.of === "items") await editBatchItems(context, tx, batch, items);
      else for (const item of items) await decide(context, tx, batch, item);
      await services.checkpoint("decision-batch:item-decided");
      return { act: "decided" };
    });
  } catch (error) {
    const [first, ...others] = begun;
    if (first === undefined || isTransient(error)) throw error;
    if (others.length > 0) return decideHalves(services, tenant, batchId, begun);
    return storeRefusal(services, tenant, {
      batchId,
      id: first,
      // A run that publishes at this moment is first.
      error: isUniqueViolation(error) ? new DomainError("conflict", HAS_SUCCESSOR) : error,
    });
  }
}

/**
 * Decides each half of a slice that was rolled back. They are transactions of their own, and not savepoints in one,
 * because the catalog is locked meanwhile and a transaction that takes too long is rolled back with all of them.
 * @param ids the slice, in the order of the database; what another worker took meanwhile is left to it
 */
async function decideHalves(
  services: Services,
  tenant: Tenant,
  batchId: string,
  ids: readonly string[],
): Promise<NextItem> {
  const middle = Math.ceil(ids.length / 2);
  for (const half of [ids.slice(0, middle), ids.slice(middle)]) {
    const [from] = half;
    if (from === undefined) continue;
    const next = await decideSlice(services, tenant, batchId, { from, most: half.length });
    if (next.act === "end") return next;
  }
  return { act: "decided" };
}

/** Builds the context of the actor who confirmed, as of now; the error if they may not take the decision any more. */
async function contextOf(
  services: Services,
  tx: Tx,
  batch: BatchRow,
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
    batchId: batch.id,
  };
  const refusal = await decisionRefusal(context, tx, authority, batch);
  return refusal ?? notWritable(context) ?? context;
}

/** Does with an item what the batch is for. */
function decide(context: RequestContext, tx: Tx, batch: BatchRow, item: BatchItemRow): Promise<void> {
  const { of, action, snoozeUntil } = batch;
  if (action === "restore") return restoreItem(context, tx, batch, item);
  if (action === "revert") return revertItem(context, tx, batch.id, item);
  if (action === "edit") throw new Error(`${batch.id} edits what is no item of the catalog`);
  if (action === "snooze" && snoozeUntil !== null) requireFuture(snoozeUntil, context.services.now());
  if (of === "alerts") return decideAlert(context, tx, batch, item);
  return decideRecommendation(context, tx, { ...batch, action }, item);
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
