import type { Tenant } from "@/server/db/database/tenant";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import { findWorkspace } from "@/server/db/members/memberships";
import { makeDue } from "@/server/db/webhooks/dispatch";
import { disableEndpoint } from "@/server/db/webhooks/endpoints";
import {
  type AttemptRecord,
  type DueDelivery,
  dueDeliveries,
  extendLease,
  type LeasedEndpoint,
  leaseEndpoint,
  lockLeasedEndpoint,
  recordAttempt,
  recordEndpointHealth,
  releaseEndpoint,
} from "@/server/db/webhooks/sending";
import { SECOND_MS } from "@/server/domain/durations";
import { acceptsMutations } from "@/server/domain/plan/plans";
import { type AttemptEffect, evaluateAttempt } from "@/server/domain/webhooks/delivery";
import { guardedPost } from "@/server/outbound/guarded-post";
import { recordWorkerChange } from "../record-worker-change";
import type { Services } from "../services";
import { ATTEMPT_TIMEOUT_MS, attemptDelivery, type Post } from "./attempt";
import { reportAttempt } from "./report-attempt";

/** Requests to one endpoint at the same time, while it accepts deliveries. After a failure it gets one at a time. */
const CONCURRENT = 4;
/** Time after which an endpoint with more deliveries goes to the end of the queue, so that others have their turn. */
const TURN_MS = 10 * SECOND_MS;
/** The lease exceeds an attempt with the transaction that records it. */
const LEASE_MS = 2 * ATTEMPT_TIMEOUT_MS;

interface Work {
  readonly services: Services;
  readonly tenant: Tenant;
  readonly post: Post;
}

/**
 * Sends the due deliveries of an endpoint, in the order of their numbers, a few at a time. Does nothing if none is
 * due, another worker has leased the endpoint, or the workspace is suspended: its deliveries wait, and the sweeper
 * finds them when the suspension has ended. A delivery whose answer was not recorded, because the worker was killed or
 * lost its lease, is sent again with the same id and number.
 * @throws the database's error; the lease then expires
 */
export async function sendDeliveries(
  services: Services,
  tenant: Tenant,
  endpointId: string,
  signal?: AbortSignal,
  post: Post = guardedPost,
): Promise<void> {
  const work = { services, tenant, post };
  let endpoint = await lease(work, endpointId);
  if (!endpoint) return;
  await services.checkpoint("webhook:leased");
  const begun = performance.now();
  let sent: boolean;
  do {
    sent = await sendSome(work, endpoint);
    endpoint = await extend(work, endpoint);
  } while (sent && endpoint && !signal?.aborted && performance.now() - begun < TURN_MS);
  if (endpoint) await release(work, endpoint);
}

function lease({ services, tenant }: Work, endpointId: string): Promise<LeasedEndpoint | null> {
  const times = { at: new Date(services.now()), leaseUntil: leaseUntil(services) };
  return inTenant(services.db, tenant, async (tx) =>
    (await maySend(tx)) ? leaseEndpoint(tx, endpointId, times) : null,
  );
}

async function maySend(tx: Tx): Promise<boolean> {
  const workspace = await findWorkspace(tx);
  return workspace !== null && acceptsMutations(workspace.lifecycle);
}

const leaseUntil = ({ now }: Services): Date => new Date(now() + LEASE_MS);

/** Sends the next due deliveries at the same time and records each answer; false when none was due. */
async function sendSome(work: Work, endpoint: LeasedEndpoint): Promise<boolean> {
  const { services, tenant, post } = work;
  const most = endpoint.failingSince === null ? CONCURRENT : 1;
  const due = await inTenant(services.db, tenant, (tx) =>
    dueDeliveries(tx, endpoint.id, { at: new Date(services.now()), most }),
  );
  await Promise.all(
    due.map(async (delivery) => {
      const attempt = await attemptDelivery(services, tenant.workspaceId, endpoint, delivery, post);
      await services.checkpoint("webhook:answered");
      await inTenant(services.db, tenant, (tx) => settle(services, tx, { endpoint, delivery, attempt }));
      await services.checkpoint("webhook:recorded");
    }),
  );
  return due.length > 0;
}

interface Attempted {
  readonly endpoint: LeasedEndpoint;
  readonly delivery: DueDelivery;
  readonly attempt: AttemptRecord;
}

/** Records an attempt and its effect on delivery and endpoint; does nothing when the lease was lost. */
async function settle(services: Services, tx: Tx, { endpoint, delivery, attempt }: Attempted): Promise<void> {
  const current = await lockLeasedEndpoint(tx, endpoint);
  if (!current) return;
  const attempts = delivery.attempts + 1;
  const acceptedSince = current.succeededAt !== null && current.succeededAt >= delivery.createdAt;
  const effect = evaluateAttempt(attempt, { attempts, acceptedSince }, attempt.at.getTime(), Math.random());
  await recordAttempt(tx, delivery.id, attempt, effect);
  await recordEndpointHealth(tx, endpoint.id, effect.next === "delivered", attempt.at);
  await disableIfNeeded(services, tx, current, effect);
  reportAttempt(services, tx, { delivery, endpoint: current, attempt }, effect);
}

async function disableIfNeeded(
  services: Services,
  tx: Tx,
  endpoint: LeasedEndpoint,
  effect: AttemptEffect,
): Promise<void> {
  if (effect.next !== "give_up" || effect.disable === null || endpoint.status === "disabled") return;
  await disableEndpoint(tx, endpoint.id, effect.disable, new Date(services.now()));
  await recordWorkerChange(services, tx, {
    action: "webhook.disable",
    subject: endpoint.id,
    before: { status: endpoint.status },
    after: { status: "disabled", reason: effect.disable, url: endpoint.url },
  });
}

/** Extends the lease; null when it was lost, or the endpoint was disabled or its workspace suspended meanwhile. */
async function extend({ services, tenant }: Work, endpoint: LeasedEndpoint): Promise<LeasedEndpoint | null> {
  return inTenant(services.db, tenant, async (tx) => {
    const current = await lockLeasedEndpoint(tx, endpoint);
    if (!current) return null;
    if (current.status === "disabled" || !(await maySend(tx))) {
      await releaseEndpoint(tx, current.id);
      return null;
    }
    await extendLease(tx, current.id, leaseUntil(services));
    return current;
  });
}

/** Ends the lease; what is due by now gets a new job. */
async function release({ services, tenant }: Work, endpoint: LeasedEndpoint): Promise<void> {
  await inTenant(services.db, tenant, async (tx) => {
    if (!(await lockLeasedEndpoint(tx, endpoint))) return;
    const due = await releaseEndpoint(tx, endpoint.id);
    if (due && due.getTime() <= services.now()) await makeDue(tx, endpoint.id, due);
  });
}
