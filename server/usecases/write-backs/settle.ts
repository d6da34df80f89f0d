import { clearAlert, raiseAlert } from "@/server/db/alerts/alerts";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import {
  lockPricedItem,
  type PricedItem,
  type ShownPrice,
  setStorePrice,
} from "@/server/db/items/priced-items";
import { addJob } from "@/server/db/queue/queue";
import {
  findRecommendation,
  moveRecommendation,
  touchRecommendation,
} from "@/server/db/recommendations/recommendations";
import type { FreezeEnd } from "@/server/db/write-backs/waiting";
import {
  clearResolvedFailure,
  endWriteBack,
  failureWasNotified,
  leaseWriteBack,
  pauseWriteBack,
  recordSend,
  type WriteBackEnd,
  type WriteBackRow,
} from "@/server/db/write-backs/write-backs";
import { MINUTE_MS } from "@/server/domain/durations";
import { formatAmount } from "@/server/domain/money";
import type { AlertSeverity } from "@/server/domain/pricing/outcome";
import { afterEvent } from "@/server/domain/recommendations/recommendation";
import { NEEDS_SIGN_IN } from "@/server/stores/port";
import { resolveStore } from "../connections/store";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { IN_DOUBT, LONG_IN_DOUBT } from "./messages";
import { type DeferralReason, reportEnd, reportWait } from "./report-state";

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 5 * MINUTE_MS;

/** The steps of the protocol on rows and stores. A fault test removes one guard here to show what it prevents. */
export const STEPS = { leaseWriteBack, recordSend, pauseWriteBack, endWriteBack, resolveStore };
export type Steps = typeof STEPS;

/** A leased write-back and what its worker needs. */
export interface Work {
  readonly context: RequestContext;
  readonly row: WriteBackRow;
  readonly steps: Steps;
}

/**
 * The end of a write-back; `storePrice` (minor units of its currency) is the price last read from the store, `shown` what
 * the store showed beside it.
 */
export type Ending = Omit<WriteBackEnd, "at"> & { readonly shown?: ShownPrice };

/**
 * Ends a write-back under its fence, with all consequences: the item gets the store's price unless it is linked to another
 * variant by now, the recommendation is
 * applied or failed, the alert is raised or cleared, and an audit event is added. Nobody is alerted of one that a person
 * canceled.
 * @returns false if the fence has changed; nothing is changed then
 */
export async function settleWriteBack(
  context: RequestContext,
  tx: Tx,
  row: WriteBackRow,
  ending: Ending,
  end: typeof endWriteBack = endWriteBack,
): Promise<boolean> {
  const { services } = context;
  const at = new Date(services.now());
  const snapshot = await lockPricedItem(tx, row.itemId, at.getTime());
  const { shown = null, ...stored } = ending;
  if (!(await end(tx, row, { ...stored, at }))) return false;
  const { status, storePrice, canceled = false } = ending;
  const applied = status === "applied";
  const price = storePrice ?? (applied ? row.targetPrice : null);
  const baseline = { price: row.targetPrice, cost: snapshot?.item.cost ?? null };
  const known =
    price !== null && snapshot?.item.currency === row.currency && !isLinkedElsewhere(snapshot, row);
  if (known && (applied || price !== snapshot.item.price))
    await setStorePrice(
      tx,
      {
        itemId: row.itemId,
        price,
        shown,
        source: applied ? "write_back" : "sync",
        changeId: services.newId("event"),
        ...(applied ? { baseline } : {}),
      },
      at,
    );
  await updateRecommendation(tx, row, applied, at);
  if (applied) await clearAlert(tx, { kind: "write_back_failed", itemId: row.itemId }, services.now());
  else if (!canceled)
    await notifyFailure(context, tx, row, status === "conflict" ? "warning" : "critical", ending.storeAnswer);
  await recordChange(context, tx, {
    action: canceled ? "write_back.cancel" : `write_back.${status}`,
    subject: row.id,
    before: { status: row.status },
    after: {
      status,
      recommendation: row.recommendationId,
      store_price: storePrice === null ? null : formatAmount(storePrice, row.currency),
      store_answer: ending.storeAnswer,
    },
  });
  reportEnd(context, tx, row, ending);
  return true;
}

/** Returns whether the item is linked to another variant than that of the write-back, whose price is not the item's. */
const isLinkedElsewhere = (item: PricedItem, row: WriteBackRow): boolean =>
  item.storeRef !== null && (item.storeRef !== row.storeRef || item.integrationId !== row.integrationId);

/** Updates the recommendation. A revert leaves it applied; only the first write changes its status. */
async function updateRecommendation(tx: Tx, row: WriteBackRow, applied: boolean, at: Date): Promise<void> {
  const recommendation = await findRecommendation(tx, row.recommendationId, { lock: true });
  if (!recommendation) return;
  const event = applied ? "write_applied" : "write_failed";
  const status = row.revertOf === null ? afterEvent(event, recommendation) : null;
  if (status === null) await touchRecommendation(tx, row.recommendationId, at);
  else await moveRecommendation(tx, row.recommendationId, { status }, at);
}

/** Raises the alert about an item's price that did not reach the store, or may not have. */
async function notifyFailure(
  { services }: RequestContext,
  tx: Tx,
  row: WriteBackRow,
  severity: AlertSeverity,
  message: string,
): Promise<void> {
  await clearResolvedFailure(tx, row.itemId, row.id);
  await raiseAlert(
    tx,
    {
      id: services.newId("alert"),
      kind: "write_back_failed",
      itemId: row.itemId,
      runId: null,
      writeBackId: row.id,
      severity,
      message,
    },
    services.now(),
  );
}

/** Ends a leased write-back in a separate transaction; changes nothing if the lease was lost. */
export async function finish({ context, row, steps }: Work, ending: Ending): Promise<void> {
  await inTenant(context.services.db, context.tenant, (tx) =>
    settleWriteBack(context, tx, row, ending, steps.endWriteBack),
  );
}

/** The end of the wait (milliseconds since 1970; null means by the back-off), and whether to raise the alert. */
interface Wait {
  readonly untilMs: number | null;
  readonly reason: DeferralReason;
  readonly alertDue: boolean;
}

/**
 * Ends the lease until the next attempt is due. A sent write-back stays in doubt meanwhile; after a while the alert
 * is raised.
 * @param message stored as the store's answer; null keeps the answer, and after a send without one stores IN_DOUBT
 */
export async function pauseUntilNextAttempt(
  work: Work,
  { untilMs, reason, alertDue }: Wait,
  message: string | null = null,
): Promise<void> {
  const { context, row, steps } = work;
  const { services } = context;
  const at = services.now();
  const notBefore = new Date(untilMs ?? at + backOff(row));
  const doubt = row.sentAt === null || row.storeAnswer !== null ? null : IN_DOUBT;
  await inTenant(services.db, context.tenant, async (tx) => {
    const state = row.sentAt === null ? "queued" : "unknown";
    const paused = await steps.pauseWriteBack(tx, row, {
      status: state,
      notBefore,
      sentAt: row.sentAt,
      storeAnswer: message ?? doubt,
      at: new Date(at),
    });
    if (!paused) return;
    await touchRecommendation(tx, row.recommendationId, new Date(at));
    if (alertDue && !(await failureWasNotified(tx, row.id)))
      await notifyFailure(context, tx, row, "warning", LONG_IN_DOUBT);
    const payload = { v: 1, workspaceId: tx.tenant.workspaceId, id: row.id } as const;
    await addJob(tx, "write_back", payload, { runAtMs: notBefore.getTime() });
    const needsPerson = alertDue || NEEDS_SIGN_IN.some((each) => each === reason);
    reportWait(context, tx, row, { state, reason, until: notBefore, needsPerson });
  });
}

/**
 * Ends the lease on a write-back that is certainly not in the store, so that it waits for the end of a freeze, in the
 * transaction that has locked the freezes.
 */
export async function pauseForFreeze(
  { context, row, steps }: Work,
  tx: Tx,
  { until, text }: FreezeEnd,
): Promise<void> {
  const at = new Date(context.services.now());
  const paused = await steps.pauseWriteBack(tx, row, {
    status: "queued",
    notBefore: until,
    sentAt: null,
    storeAnswer: null,
    freeze: text,
    at,
  });
  if (!paused) return;
  await touchRecommendation(tx, row.recommendationId, at);
  const payload = { v: 1, workspaceId: tx.tenant.workspaceId, id: row.id } as const;
  await addJob(tx, "write_back", payload, { runAtMs: until.getTime() });
  reportWait(context, tx, row, { state: "queued", reason: "freeze", until, needsPerson: false });
}

/** Milliseconds until the next attempt: doubled with every attempt, from half a second to five minutes. */
const backOff = ({ attempts }: WriteBackRow): number =>
  Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts, 20), LAST_RETRY_MS);
