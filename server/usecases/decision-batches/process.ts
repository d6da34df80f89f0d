import type { Tenant } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import { endBatch, findBatch, leaseBatch, releaseBatch } from "@/server/db/decision-batches/batches";
import { countOutcomes, hasWaiting, recordFallOut } from "@/server/db/decision-batches/items";
import { addJob } from "@/server/db/queue/queue";
import { fallOutOf } from "@/server/domain/decision-batches/batch";
import type { Services } from "../services";
import { beginSlice, SLICE_LEASE_MS } from "../slice";
import { decideNextItem } from "./decide-item";

/** How many recommendations are decided at the same time; their transactions wait for one another only in part. */
const AT_ONCE = 3;

/**
 * Carries out a confirmed batch for a while, and queues the rest. Idempotent: any number of processes may call it any
 * number of times, and may be killed at any point, because each decision and its outcome are one transaction.
 * @throws the database's error when it cannot be reached; the batch is resumed later
 */
export async function processDecisionBatch(
  services: Services,
  tenant: Tenant,
  id: string,
  signal?: AbortSignal,
): Promise<void> {
  const leased = await inTenant(services.db, tenant, (tx) =>
    leaseBatch(tx, id, { nowMs: services.now(), leaseMs: SLICE_LEASE_MS }),
  );
  if (!leased) return;
  await services.checkpoint("decision-batch:leased");
  const isOver = beginSlice(services, signal);
  const parts = await Promise.allSettled(
    Array.from({ length: AT_ONCE }, () => decideUntil(services, tenant, id, isOver)),
  );
  const failed = parts.find((part) => part.status === "rejected");
  if (failed) {
    await inTenant(services.db, tenant, (tx) => releaseBatch(tx, id));
    throw failed.reason;
  }
  await services.checkpoint("decision-batch:before-finish");
  await finishOrContinue(services, tenant, id);
}

/** Decides one recommendation after another until none waits or the time is over. */
async function decideUntil(
  services: Services,
  tenant: Tenant,
  id: string,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const next = await decideNextItem(services, tenant, id);
    if (next.act === "none") return;
    if (next.act === "end") return endWith(services, tenant, id, next.error);
    await services.checkpoint("decision-batch:item-committed");
  }
}

/** Stores for every recommendation that waits why the actor may not decide it any more. */
const endWith = (services: Services, tenant: Tenant, id: string, error: Parameters<typeof fallOutOf>[0]) =>
  inTenant(services.db, tenant, (tx) =>
    recordFallOut(tx, id, null, fallOutOf(error), new Date(services.now())),
  );

/** Ends the batch if nothing waits; otherwise releases it and queues it again. */
const finishOrContinue = (services: Services, tenant: Tenant, id: string): Promise<void> =>
  inTenant(services.db, tenant, async (tx) => {
    const batch = await findBatch(tx, id, { lock: true });
    if (batch?.status !== "running") return;
    if (!(await hasWaiting(tx, id))) {
      const outcomes = await countOutcomes(tx, id);
      return endBatch(tx, id, { status: "finished", outcomes, at: new Date(services.now()) });
    }
    await releaseBatch(tx, id);
    await addJob(tx, "decision_batch", { v: 1, workspaceId: tenant.workspaceId, id });
  });
