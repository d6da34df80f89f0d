import {
  endWriteBack,
  leaseWriteBack,
  pauseWriteBack,
  recordSend,
  type WriteBackRow,
} from "@/server/db/write-backs/write-backs";
import { MAX_MINOR } from "@/server/domain/money";
import type { StoreReading } from "@/server/domain/write-backs/write-back";
import { StoreError } from "@/server/stores/port";
import { type ResolvedStore, resolveStore } from "../connections/open";
import type { RequestContext } from "../request-context";

/** What the protocol does to rows and stores. A fault test takes one guard away here, to see what it is for. */
export const STEPS = { leaseWriteBack, recordSend, pauseWriteBack, endWriteBack, resolveStore };
export type Steps = typeof STEPS;

/** A claimed write-back in a worker's hands. */
export interface Work {
  readonly context: RequestContext;
  readonly row: WriteBackRow;
  readonly steps: Steps;
}

/** The store let us look at nothing, for certain; `refusal` says why. `retryAfterMs` where it only asks to wait. */
export interface StoreRefusal {
  readonly refusal: string;
  readonly unauthorized: boolean;
  readonly retryAfterMs: number | null;
}

const USUAL_WAIT_MS = 1_000;

/**
 * What the store holds for a write-back's variant. A time-out or an answer that cannot be understood is "unreachable",
 * never a price. The reading counts from before it was asked for.
 */
export async function readStore(
  { connector, connection }: ResolvedStore,
  row: WriteBackRow,
  now: () => number,
): Promise<StoreReading | StoreRefusal> {
  const readAtMs = now();
  const { currency, expectedPrice: price } = row;
  try {
    const reading = await connector.readPrice(connection, row.storeRef, { price, currency });
    // What no catalog could hold is no price: taken for one, it could never be noted down.
    return reading.price < 0n || reading.price > MAX_MINOR ? "unreachable" : { ...reading, readAtMs };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const { reason, message: refusal } = error;
    switch (reason) {
      case "not_found":
        return { price: null, currency: null, marker: null, readAtMs };
      case "unauthorized":
        return { refusal, unauthorized: true, retryAfterMs: null };
      case "throttled":
        return { refusal, unauthorized: false, retryAfterMs: error.retryAfterMs ?? USUAL_WAIT_MS };
      case "rejected":
      case "address_refused":
        return { refusal, unauthorized: false, retryAfterMs: null };
      case "unreachable":
      case "timeout":
      case "bad_answer":
        return "unreachable";
    }
  }
}
