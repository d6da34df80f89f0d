import { inTenant } from "@/server/db/database/transaction";
import type { WriteBackRow } from "@/server/db/write-backs/write-backs";
import { isOvertaken } from "@/server/domain/items/shop-window";
import { isApplied } from "@/server/domain/write-backs/write-back";
import { StoreError, storeText } from "@/server/stores";
import { freezeNow } from "../freezes/frozen";
import type { ResolvedStore } from "../resolved-store";
import { refusalAfterFreeze, refusalReason } from "./check-before-send";
import type { Ending } from "./consequences";
import { appliedText, BEING_CHECKED, IN_DOUBT, overwrittenText } from "./messages";
import { leftInPart, notCarriedOut, type Reading } from "./not-carried-out";
import { isRefusal, readStore } from "./read-store";
import {
  commitSend,
  ended,
  LEFT,
  type Transition,
  type Wait,
  type Work,
  waitForFreeze,
  waiting,
} from "./transitions";
import { whileLeased } from "./while-leased";

/** What the caller has just read, and whether our write key is there already, so that the price is completed. */
export interface SendOrder {
  readonly reading: Reading;
  readonly completes: boolean;
}

/**
 * Sends the price once: checks the guards again, records the send under the fence, sends the request, reads back. The
 * caller has just read the store and found the price that the approval expects, or our write key beside a price that
 * was written in part.
 */
export async function sendPrice(work: Work, store: ResolvedStore, order: SendOrder): Promise<Transition> {
  const { services } = work.context;
  const commit = await commitToSend(work, store, order);
  if (commit === null) return LEFT;
  if (commit === "frozen") return waiting(work, { untilMs: null, reason: "freeze" });
  if (commit === "read_again") return waiting(work, { untilMs: null, reason: "read_again" });
  if ("ending" in commit) return ended(work, commit.ending);
  const sent: Work = { ...work, row: commit.row };
  await services.checkpoint("write-back:sent-recorded");
  // The quarantine counts from the recorded time, so the request must not leave long after it.
  const mayStillWrite = () =>
    services.now() - commit.sentAtMs <= services.settings.storeTimeoutMs &&
    !isOvertaken(order.reading, services.now());
  try {
    const { row } = sent;
    const { currency, targetPrice: target, writeKey, expectedPrice: expected } = row;
    const result = await whileLeased(sent, () =>
      store.connector.writePrice({ ...store.connection, mayStillWrite }, row.storeRef, {
        target,
        currency,
        writeKey,
        expected,
        ...(order.completes ? { completes: true } : {}),
      }),
    );
    await services.checkpoint("write-back:answered");
    return await confirm(sent, store, storeText(result.receipt));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    if (error.certainty === "unknown") return settleInDoubt(sent, store, error);
    return notCarriedOut(work, sent, order.completes ? order.reading : null, error);
  }
}

/**
 * Null if nothing is sent now: the lease was lost, or a freeze has begun and the write-back waits for its end.
 * `frozen`: the same, but the store has the price in part, so that it stays in doubt. `read_again`: a sale began or
 * ended since the store was read.
 */
type Begun =
  | { readonly row: WriteBackRow; readonly sentAtMs: number }
  | { readonly ending: Ending }
  | "frozen"
  | "read_again"
  | null;

function commitToSend(work: Work, store: ResolvedStore, { reading, completes }: SendOrder): Promise<Begun> {
  const { context, row } = work;
  const { services, tenant } = context;
  return inTenant(services.db, tenant, async (tx) => {
    const freeze = await freezeNow(tx, services.now());
    if (freeze !== null) {
      if (completes) return "frozen";
      await waitForFreeze(work, tx, freeze);
      return null;
    }
    const refusal = await refusalAfterFreeze(tx, row);
    if (refusal !== null)
      return {
        ending: completes
          ? leftInPart(row, reading, refusal)
          : { status: "failed", storePrice: row.expectedPrice, storeAnswer: refusal },
      };
    const nowMs = services.now();
    // Limits and lanes are measured from what shoppers pay, which a sale's begin or end makes unknown.
    if (isOvertaken(reading, nowMs)) return "read_again";
    const storeAnswer = await refusalReason(tx, row, store, { window: reading, nowMs });
    if (storeAnswer !== null)
      return { ending: { status: "conflict", storePrice: reading.price, storeAnswer, shown: reading } };
    const sent = await commitSend(work, tx, nowMs);
    return sent && { row: sent, sentAtMs: nowMs };
  });
}

/** The store has the price as intended. */
const applied = (work: Work, shown: SendOrder["reading"]): Transition =>
  ended(work, {
    status: "applied",
    storePrice: work.row.targetPrice,
    storeAnswer: appliedText(work.row),
    shown,
  });

/** The store accepted the write; the price that it stores now decides. */
async function confirm(work: Work, store: ResolvedStore, storeAnswer: string): Promise<Transition> {
  const { row } = work;
  const reading = await readStore(work, store);
  if (reading === "unreachable" || isRefusal(reading))
    return waiting(work, untilQuarantineEnd(work, "outcome_unknown"), storeAnswer);
  if (isApplied(row, reading)) return applied(work, reading);
  // Our write key beside another price: the store may still be writing it. After the quarantine it is read again.
  if (reading.writeKey === row.writeKey) return waiting(work, untilQuarantineEnd(work, "quarantine"));
  return ended(work, {
    status: "conflict",
    storePrice: reading.price,
    storeAnswer: overwrittenText(row, reading.price ?? row.targetPrice),
    shown: reading,
  });
}

/**
 * The write may have arrived, or still may: our write key beside the price as intended settles it at once, anything
 * else only after the quarantine. Until then the receipt has what was answered in the store's place.
 */
async function settleInDoubt(work: Work, store: ResolvedStore, error: StoreError): Promise<Transition> {
  const { row } = work;
  const reading = await readStore(work, store);
  if (!isRefusal(reading) && isApplied(row, reading) && reading !== "unreachable")
    return applied(work, reading);
  const wasAnswered = error.reason === "bad_answer" || error.reason === "throttled";
  const words = wasAnswered ? `${error.message} ${BEING_CHECKED}` : IN_DOUBT;
  return waiting(work, untilQuarantineEnd(work, "outcome_unknown"), words);
}

const untilQuarantineEnd = ({ context, row }: Work, reason: "outcome_unknown" | "quarantine"): Wait => ({
  untilMs: (row.sentAt?.getTime() ?? context.services.now()) + context.services.settings.quarantineMs,
  reason,
});
