import type { WriteBackRow } from "@/server/db/write-backs/write-backs";
import type { StorePriceRead } from "@/server/domain/write-backs/write-back";
import type { StoreError } from "@/server/stores";
import type { Ending } from "./consequences";
import { leftInPartText } from "./messages";
import { recordRefused, SIGN_IN_WAIT_MS, USUAL_WAIT_MS } from "./read-store";
import { ended, type Transition, type Work, waiting } from "./transitions";

/** What the store showed when it was read. */
export type Reading = Exclude<StorePriceRead, "unreachable">;

/**
 * Handles a write that was certainly not carried out: it waits, or the store refused it.
 * @param before the write-back before this send
 * @param sent the same after it
 * @param inPart what the store showed of a price that it has in part and that this send was to complete; null otherwise
 */
export async function notCarriedOut(
  before: Work,
  sent: Work,
  inPart: Reading | null,
  error: StoreError,
): Promise<Transition> {
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
      return waiting(unsent, { untilMs: now + (error.retryAfterMs ?? USUAL_WAIT_MS), reason }, error.message);
    case "sign_in_ended":
      await recordRefused(unsent, error.message);
      return waiting(unsent, { untilMs: now + SIGN_IN_WAIT_MS, reason }, error.message);
    case "unreachable":
    case "timeout":
    case "bad_answer":
      return waiting(unsent, { untilMs: null, reason }, error.message);
    case "unauthorized":
      await recordRefused(sent, error.message);
      return refused(sent, inPart, error);
    case "not_found":
      // Nothing of the price is left of a variant that is gone.
      return ended(sent, { status: "failed", storePrice: null, storeAnswer: error.message });
    case "rejected":
    case "address_refused":
      return refused(sent, inPart, error);
  }
}

/** The store keeps what it had just before, which is the expected price where nothing of ours was written in part. */
const refused = (sent: Work, inPart: Reading | null, { message }: StoreError): Transition =>
  ended(
    sent,
    inPart === null
      ? { status: "failed", storePrice: sent.row.expectedPrice, storeAnswer: message }
      : leftInPart(sent.row, inPart, message),
  );

/** The store has a part of the price from before, which is not completed: a person has to look at it. */
export const leftInPart = (row: WriteBackRow, reading: Reading, why: string): Ending => ({
  status: "conflict",
  storePrice: reading.price,
  storeAnswer: leftInPartText(row, why, reading.price),
  shown: reading,
});
