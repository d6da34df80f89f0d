import {
  endWriteBack,
  leaseWriteBack,
  pauseWriteBack,
  recordSend,
  type WriteBackRow,
} from "@/server/db/write-backs/write-backs";
import { MAX_MINOR } from "@/server/domain/money";
import type { StorePriceRead } from "@/server/domain/write-backs/write-back";
import { StoreError } from "@/server/stores/port";
import { type ResolvedStore, resolveStore } from "../connections/open";
import type { RequestContext } from "../request-context";

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
 * The store refused to be read, and nothing changed; `refusal` is the reason. `retryAfterMs` is set if it only
 * throttles.
 */
export interface StoreRefusal {
  readonly refusal: string;
  readonly unauthorized: boolean;
  readonly retryAfterMs: number | null;
}

const USUAL_WAIT_MS = 1_000;

/**
 * Reads the price of a write-back's variant. A time-out or an unreadable answer is "unreachable", never a price. The
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
