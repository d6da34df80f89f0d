import { recordConnectionHealth } from "@/server/db/connections/connections";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import { findPricedItem } from "@/server/db/items/priced-items";
import { findWorkspace } from "@/server/db/members/memberships";
import type { WriteBackRow } from "@/server/db/write-backs/write-backs";
import { MINUTE_MS } from "@/server/domain/durations";
import { brokenWindowGuards, isOvertaken, UNKNOWN_WINDOW } from "@/server/domain/items/shop-window";
import { MAX_MINOR } from "@/server/domain/money";
import { acceptsMutations, PLAN_LIMITS } from "@/server/domain/plan/plans";
import { isApplied, type StorePriceRead } from "@/server/domain/write-backs/write-back";
import { StoreError, type StoreErrorReason, storeText } from "@/server/stores/port";
import type { ResolvedStore } from "../connections/store";
import { freezeNow } from "../freezes/frozen";
import { approvalShortfall } from "./approval-shortfall";
import { checkGuards } from "./guards";
import {
  appliedText,
  BEING_CHECKED,
  blockedText,
  guardText,
  IN_DOUBT,
  lifecycleText,
  overwrittenText,
  planText,
} from "./messages";
import { refusalOfVariant } from "./own-variant";
import { type Ending, finish, pauseForFreeze, pauseUntilNextAttempt, type Work } from "./settle";

/** The wait after an answer that throttles and names no time. */
const USUAL_WAIT_MS = 1_000;

/** The wait for a person who signs in to the store again, which has the price written at once. */
const SIGN_IN_WAIT_MS = 15 * MINUTE_MS;

/**
 * A reading without a price, and nothing changed; `refusal` is the reason. `ends`: the store itself refused it, and no
 * wait will help; else the next attempt is due after `retryAfterMs`, or by the back-off.
 */
export interface StoreRefusal {
  readonly refusal: string;
  readonly reason: StoreErrorReason;
  readonly unauthorized: boolean;
  readonly ends: boolean;
  readonly retryAfterMs: number | null;
}

/**
 * Reads the price of a write-back's variant. A time-out is "unreachable", an unreadable answer its words, never a price. The
 * read's time is that of its request.
 */
export async function readStore(
  { connector, connection }: ResolvedStore,
  row: WriteBackRow,
  now: () => number,
): Promise<StorePriceRead | StoreRefusal> {
  const readAtMs = now();
  const { currency, expectedPrice: price } = row;
  try {
    const reading = await connector.readPrice(connection, row.storeRef, { price, currency });
    // A price outside the catalog's range could not be stored, so it does not count as a price.
    return reading.price < 0n || reading.price > MAX_MINOR ? "unreachable" : { ...reading, readAtMs };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const { reason, message: refusal } = error;
    switch (reason) {
      case "not_found":
        return { ...UNKNOWN_WINDOW, price: null, currency: null, writeKey: null, complete: true, readAtMs };
      case "unauthorized":
        return { refusal, reason, unauthorized: true, ends: true, retryAfterMs: null };
      case "sign_in_ended":
        return { refusal, reason, unauthorized: true, ends: false, retryAfterMs: SIGN_IN_WAIT_MS };
      case "throttled":
        return {
          refusal,
          reason,
          unauthorized: false,
          ends: false,
          retryAfterMs: error.retryAfterMs ?? USUAL_WAIT_MS,
        };
      case "rejected":
      case "address_refused":
        return { refusal, reason, unauthorized: false, ends: true, retryAfterMs: null };
      case "bad_answer":
        return { refusal, reason, unauthorized: false, ends: false, retryAfterMs: null };
      case "unreachable":
      case "timeout":
        return "unreachable";
    }
  }
}

/** What the caller has just read, and whether our write key is there already, so that the price is completed. */
export interface SendOrder {
  readonly reading: Exclude<StorePriceRead, "unreachable">;
  readonly completes: boolean;
}

/**
 * Sends the price once: checks the guards again, records the send under the fence, sends the request, reads back. The
 * caller has just read the store and found the price that the approval expects, or our write key beside a price that
 * was written in part.
 */
export async function sendPrice(work: Work, store: ResolvedStore, order: SendOrder): Promise<void> {
  const { context } = work;
  const { services } = context;
  const commit = await commitToSend(work, store, order.reading);
  if (commit === null) return;
  if (commit === "read_again") return pauseUntilNextAttempt(work, READ_AGAIN);
  if ("ending" in commit) return finish(work, commit.ending);
  const sent: Work = { ...work, row: commit.row };
  await services.checkpoint("write-back:sent-recorded");
  // The quarantine counts from the recorded time, so the request must not leave long after it.
  const mayStillWrite = () =>
    services.now() - commit.sentAtMs <= services.settings.storeTimeoutMs &&
    !isOvertaken(order.reading, services.now());
  try {
    const { row } = sent;
    const { currency, targetPrice: target, writeKey, expectedPrice: expected } = row;
    const result = await store.connector.writePrice({ ...store.connection, mayStillWrite }, row.storeRef, {
      target,
      currency,
      writeKey,
      expected,
      ...(order.completes ? { completes: true } : {}),
    });
    await services.checkpoint("write-back:answered");
    await confirm(sent, store, storeText(result.receipt));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    await notCarriedOut(work, sent, store, error);
  }
}

/**
 * Null if nothing is sent now: the lease was lost, or a freeze has begun and the write-back waits for its end.
 * `read_again`: a sale began or ended since the store was read.
 */
type Begun =
  | { readonly row: WriteBackRow; readonly sentAtMs: number }
  | { readonly ending: Ending }
  | "read_again"
  | null;

const READ_AGAIN = { untilMs: null, reason: "read_again", alertDue: false } as const;

function commitToSend(
  { context, row, steps }: Work,
  store: ResolvedStore,
  reading: SendOrder["reading"],
): Promise<Begun> {
  const { services, tenant } = context;
  return inTenant(services.db, tenant, async (tx) => {
    const freeze = await freezeNow(tx, services.now());
    if (freeze !== null) {
      await pauseForFreeze({ context, row, steps }, tx, freeze);
      return null;
    }
    const refusal = await refusalAfterFreeze(tx, row);
    if (refusal !== null)
      return { ending: { status: "failed", storePrice: row.expectedPrice, storeAnswer: refusal } };
    const nowMs = services.now();
    // Limits and lanes are measured from what shoppers pay, which a sale's begin or end makes unknown.
    if (isOvertaken(reading, nowMs)) return "read_again";
    const storeAnswer = await refusalReason(tx, row, store, { window: reading, nowMs });
    if (storeAnswer !== null)
      return { ending: { status: "conflict", storePrice: reading.price, storeAnswer, shown: reading } };
    const leaseMs = services.settings.writeBackLeaseMs;
    if (!(await steps.recordSend(tx, row, { nowMs, leaseMs }))) return null;
    const sentAt = new Date(nowMs);
    const firstSentAt = row.firstSentAt ?? sentAt;
    return {
      row: { ...row, status: "sending", sentAt, firstSentAt, sends: row.sends + 1, storeAnswer: null },
      sentAtMs: nowMs,
    };
  });
}

/**
 * Returns why a price that waited in a freeze is not written after it, as the receipt's text: the plan may write no
 * prices any more, or the workspace accepts no changes. Null for one that did not wait, or may be written.
 */
async function refusalAfterFreeze(tx: Tx, row: WriteBackRow): Promise<string | null> {
  if (row.waitsUntil === null) return null;
  const workspace = await findWorkspace(tx);
  if (!workspace || !acceptsMutations(workspace.lifecycle))
    return lifecycleText(row, workspace?.lifecycle ?? "deleting");
  return PLAN_LIMITS[workspace.plan].writeBack ? null : planText(row);
}

/**
 * Returns why the price may not be written any more, as the receipt's text; null if it may be written. A revert undoes
 * our own change; the revert of one writes an approved price, which the policy binds. What shoppers see beside the price
 * binds both, and so do a sku that several products of the store have, and an item that is another variant by now.
 */
async function refusalReason(
  tx: Tx,
  row: WriteBackRow,
  store: ResolvedStore,
  { window, nowMs }: { readonly window: SendOrder["reading"]; readonly nowMs: number },
): Promise<string | null> {
  const snapshot = await findPricedItem(tx, row.itemId, nowMs);
  if (snapshot?.storeState === "ambiguous")
    return blockedText(row, { code: "state", state: snapshot.storeState });
  const otherVariant = snapshot && refusalOfVariant(row, store, snapshot);
  if (otherVariant !== null) return otherVariant;
  if (!row.writesApproved) {
    const shown = brokenWindowGuards(window, window.price, row.targetPrice, nowMs);
    return shown.length === 0 ? null : guardText(row, shown);
  }
  if (!snapshot) return guardText(row, ["price"]);
  const shopWindow = { ...window, source: snapshot.item.shopWindow.source };
  const item = { ...snapshot.item, price: row.expectedPrice, shopWindow };
  const check = await checkGuards(tx, { item, state: snapshot.state }, row.targetPrice, nowMs);
  if (check.blocker !== null) return blockedText(row, check.blocker);
  if (check.broken.length > 0) return guardText(row, check.broken);
  return approvalShortfall(tx, row, { cost: item.cost, window }, nowMs);
}

/** Ends a write-back whose price the store has as intended. */
async function finishApplied(work: Work, shown: SendOrder["reading"]): Promise<void> {
  const { row, context } = work;
  await context.services.checkpoint("write-back:before-applied");
  return finish(work, {
    status: "applied",
    storePrice: row.targetPrice,
    storeAnswer: appliedText(row),
    shown,
  });
}

/** The store accepted the write; the price that it stores now decides. */
async function confirm(work: Work, store: ResolvedStore, storeAnswer: string): Promise<void> {
  const { row, context } = work;
  const reading = await readStore(store, row, context.services.now);
  if (reading === "unreachable" || "refusal" in reading)
    return pauseUntilNextAttempt(
      work,
      { ...untilQuarantineEnd(work), reason: "outcome_unknown" },
      storeAnswer,
    );
  if (isApplied(row, reading)) return finishApplied(work, reading);
  // Our write key beside another price: the store may still be writing it. After the quarantine it is read again.
  if (reading.writeKey === row.writeKey)
    return pauseUntilNextAttempt(work, { ...untilQuarantineEnd(work), reason: "quarantine" });
  return finish(work, {
    status: "conflict",
    storePrice: reading.price,
    storeAnswer: overwrittenText(row, reading.price ?? row.targetPrice),
    shown: reading,
  });
}

/** Handles a failed write: its outcome is either certain or unknown. `before` is the row before this send. */
async function notCarriedOut(
  before: Work,
  sent: Work,
  store: ResolvedStore,
  error: StoreError,
): Promise<void> {
  if (error.certainty === "unknown") return settleInDoubt(sent, store, error);
  const { services } = before.context;
  const { row } = sent;
  const unsent: Work = {
    ...before,
    row: { ...row, sentAt: before.row.sentAt, firstSentAt: before.row.firstSentAt },
  };
  const now = services.now();
  const { reason } = error;
  switch (reason) {
    case "throttled":
      return pauseUntilNextAttempt(
        unsent,
        { untilMs: now + (error.retryAfterMs ?? USUAL_WAIT_MS), reason, alertDue: false },
        error.message,
      );
    case "sign_in_ended":
      await recordRefused(unsent, error.message);
      return pauseUntilNextAttempt(
        unsent,
        { untilMs: now + SIGN_IN_WAIT_MS, reason, alertDue: false },
        error.message,
      );
    case "unreachable":
    case "timeout":
    case "bad_answer":
      return pauseUntilNextAttempt(unsent, { untilMs: null, reason, alertDue: false }, error.message);
    case "unauthorized":
      await recordRefused(sent, error.message);
      return finish(sent, { status: "failed", storePrice: null, storeAnswer: error.message });
    case "not_found":
    case "rejected":
    case "address_refused":
      return finish(sent, { status: "failed", storePrice: null, storeAnswer: error.message });
  }
}

/** Records that the store does not work until somebody signs in to it again. */
export const recordRefused = ({ context: { services, tenant }, row }: Work, refusal: string): Promise<void> =>
  inTenant(services.db, tenant, (tx) =>
    recordConnectionHealth(tx, row.integrationId, refusal, services.now()),
  );

/**
 * The write may have arrived, or still may: our write key beside the price as intended settles it at once, anything else
 * only after the quarantine. Until then the receipt has what was answered in the store's place.
 */
async function settleInDoubt(work: Work, store: ResolvedStore, error: StoreError): Promise<void> {
  const { row, context } = work;
  const reading = await readStore(store, row, context.services.now);
  if (reading !== "unreachable" && !("refusal" in reading) && isApplied(row, reading))
    return finishApplied(work, reading);
  const wasAnswered = error.reason === "bad_answer" || error.reason === "throttled";
  const words = wasAnswered ? `${error.message} ${BEING_CHECKED}` : IN_DOUBT;
  return pauseUntilNextAttempt(work, { ...untilQuarantineEnd(work), reason: "outcome_unknown" }, words);
}

const untilQuarantineEnd = ({ context, row }: Work) => ({
  untilMs: (row.sentAt?.getTime() ?? context.services.now()) + context.services.settings.quarantineMs,
  alertDue: false,
});
