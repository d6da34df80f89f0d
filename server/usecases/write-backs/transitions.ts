import { type ConnectionRow, findConnection } from "@/server/db/connections/connections";
import type { Tenant } from "@/server/db/database/tenant";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import { lockPricedItem, type PricedItem } from "@/server/db/items/priced-items";
import { addJob } from "@/server/db/queue/queue";
import { touchRecommendation } from "@/server/db/recommendations/recommendations";
import type { FreezeEnd } from "@/server/db/write-backs/waiting";
import { failureWasNotified, type WriteBackRow } from "@/server/db/write-backs/write-backs";
import { MINUTE_MS } from "@/server/domain/durations";
import { isLongInDoubt } from "@/server/domain/write-backs/write-back";
import { StoreError } from "@/server/stores";
import { freezeNow } from "../freezes/frozen";
import type { RequestContext } from "../request-context";
import type { Services } from "../services";
import { workerContext } from "../worker-context";
import { type Ending, followEnd, notifyFailure } from "./consequences";
import { IN_DOUBT, LONG_IN_DOUBT } from "./messages";
import { type DeferralReason, reportEnd, reportWait } from "./report-state";

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 5 * MINUTE_MS;

/** A leased write-back and what its worker needs. */
export interface Work {
  readonly context: RequestContext;
  readonly row: WriteBackRow;
}

/** The end of the wait (milliseconds since 1970; null means by the back-off), and the reason for it. */
export interface Wait {
  readonly untilMs: number | null;
  readonly reason: DeferralReason;
}

/** Looks at the locked item: returns the ending in place of the intended one, or null. */
type OtherEnding = (snapshot: PricedItem) => Ending | null;

/** What becomes of a leased write-back after a step. */
export type Transition =
  | {
      readonly to: "ended";
      readonly work: Work;
      readonly ending: Ending;
      readonly unless?: OtherEnding;
    }
  | {
      readonly to: "waiting";
      readonly work: Work;
      readonly wait: Wait;
      /** Stored as the store's answer; null keeps the answer, and after a send without one stores IN_DOUBT. */
      readonly answer: string | null;
    }
  /** It waits for the end of a freeze already, or another worker has it. */
  | { readonly to: "left" };

export const LEFT: Transition = { to: "left" };

export const ended = (work: Work, ending: Ending, unless?: OtherEnding): Transition => ({
  to: "ended",
  work,
  ending,
  ...(unless ? { unless } : {}),
});

export const waiting = (work: Work, wait: Wait, answer: string | null = null): Transition => ({
  to: "waiting",
  work,
  wait,
  answer,
});

/**
 * Leases a due write-back. In a freeze one of which nothing was sent waits for its end instead.
 * @returns null if there is nothing to do with it now
 */
export const lease = (
  services: Services,
  tenant: Tenant,
  id: string,
): Promise<{ readonly work: Work; readonly connection: ConnectionRow | null } | null> =>
  inTenant(services.db, tenant, async (tx) => {
    const { writeBackLeaseMs: leaseMs } = services.settings;
    const freeze = await freezeNow(tx, services.now());
    const row = await services.writeBackSteps.leaseWriteBack(tx, id, { nowMs: services.now(), leaseMs });
    if (!row) return null;
    const work = { row, context: await workerContext(services, tx) };
    if (freeze === null || row.sentAt !== null)
      return { work, connection: await findConnection(tx, row.integrationId) };
    await waitForFreeze(work, tx, freeze);
    return null;
  });

/**
 * Records that the price is sent now, under the lease's fence, which has to be committed before the request leaves.
 * @returns the write-back as it is then; null if the lease was lost
 */
export async function commitSend(
  { context, row }: Work,
  tx: Tx,
  nowMs: number,
): Promise<WriteBackRow | null> {
  const { settings, writeBackSteps } = context.services;
  const recorded = await writeBackSteps.recordSend(tx, row, { nowMs, leaseMs: settings.writeBackLeaseMs });
  if (!recorded) return null;
  const sentAt = new Date(nowMs);
  const firstSentAt = row.firstSentAt ?? sentAt;
  return { ...row, status: "sending", sentAt, firstSentAt, sends: row.sends + 1, storeAnswer: null };
}

/**
 * Carries out what becomes of a leased write-back, in a transaction of its own; changes nothing if the lease was lost.
 */
export async function carryOut(transition: Transition): Promise<void> {
  switch (transition.to) {
    case "left":
      return;
    case "waiting":
      return pauseUntilNextAttempt(transition);
    case "ended": {
      const { work, ending, unless } = transition;
      const { services, tenant } = work.context;
      if (ending.status === "applied") await services.checkpoint("write-back:before-applied");
      await inTenant(services.db, tenant, (tx) => settle(work, tx, ending, unless));
    }
  }
}

/**
 * Ends a write-back under its fence, with all consequences.
 * @returns false if the fence has changed; nothing is changed then
 */
export async function settle(
  { context, row }: Work,
  tx: Tx,
  intended: Ending,
  unless: OtherEnding = () => null,
): Promise<boolean> {
  const { services } = context;
  const at = new Date(services.now());
  const snapshot = await lockPricedItem(tx, row.itemId, at.getTime());
  const ending = (snapshot && unless(snapshot)) ?? intended;
  const { shown: _, ...stored } = ending;
  if (!(await services.writeBackSteps.endWriteBack(tx, row, { ...stored, at }))) return false;
  await followEnd(context, tx, { row, ending, snapshot, at });
  reportEnd(context, tx, row, ending);
  return true;
}

/**
 * Ends the lease until the next attempt is due. A sent write-back stays in doubt meanwhile; after a while the alert
 * is raised.
 */
async function pauseUntilNextAttempt({
  work: { context, row },
  wait: { untilMs, reason },
  answer,
}: Extract<Transition, { to: "waiting" }>): Promise<void> {
  const { services } = context;
  const at = services.now();
  const notBefore = new Date(untilMs ?? at + backOff(row));
  const doubt = row.sentAt === null || row.storeAnswer !== null ? null : IN_DOUBT;
  const alertDue = isLongInDoubt(row, at, services.settings);
  await inTenant(services.db, context.tenant, async (tx) => {
    const state = row.sentAt === null ? "queued" : "unknown";
    const paused = await services.writeBackSteps.pauseWriteBack(tx, row, {
      status: state,
      notBefore,
      sentAt: row.sentAt,
      storeAnswer: answer ?? doubt,
      at: new Date(at),
    });
    if (!paused) return;
    await touchRecommendation(tx, row.recommendationId, new Date(at));
    if (alertDue && !(await failureWasNotified(tx, row)))
      await notifyFailure(context, tx, row, "warning", LONG_IN_DOUBT);
    await attemptAgain(tx, row, notBefore);
    const needsPerson = alertDue || StoreError.needsSignIn(reason);
    reportWait(context, tx, row, { state, reason, until: notBefore, needsPerson });
  });
}

/**
 * Ends the lease on a write-back of which nothing is in the store, so that it waits for the end of a freeze, in the
 * transaction that has locked the freezes.
 */
export async function waitForFreeze(
  { context, row }: Work,
  tx: Tx,
  { until, text }: FreezeEnd,
): Promise<void> {
  const at = new Date(context.services.now());
  const paused = await context.services.writeBackSteps.pauseWriteBack(tx, row, {
    status: "queued",
    notBefore: until,
    sentAt: null,
    storeAnswer: null,
    freeze: text,
    at,
  });
  if (!paused) return;
  await touchRecommendation(tx, row.recommendationId, at);
  await attemptAgain(tx, row, until);
  reportWait(context, tx, row, { state: "queued", reason: "freeze", until, needsPerson: false });
}

const attemptAgain = (tx: Tx, { id }: WriteBackRow, at: Date): Promise<void> =>
  addJob(tx, "write_back", { v: 1, workspaceId: tx.tenant.workspaceId, id }, { runAtMs: at.getTime() });

/** Milliseconds until the next attempt: doubled with every attempt, from half a second to five minutes. */
const backOff = ({ attempts }: WriteBackRow): number =>
  Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts, 20), LAST_RETRY_MS);
