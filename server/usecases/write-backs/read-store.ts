import { recordConnectionHealth } from "@/server/db/connections/connections";
import { inTenant } from "@/server/db/database/transaction";
import { MINUTE_MS } from "@/server/domain/durations";
import { UNKNOWN_WINDOW } from "@/server/domain/items/shop-window";
import { MAX_MINOR } from "@/server/domain/money";
import type { StorePriceRead } from "@/server/domain/write-backs/write-back";
import { StoreError } from "@/server/stores";
import type { ResolvedStore } from "../resolved-store";
import type { Work } from "./transitions";
import { whileLeased } from "./while-leased";

/** The wait after an answer that throttles and names no time. */
export const USUAL_WAIT_MS = 1_000;

/** The wait for a person who signs in to the store again, which has the price written at once. */
export const SIGN_IN_WAIT_MS = 15 * MINUTE_MS;

/**
 * A reading without a price, and nothing changed; `refusal` is the reason. `ends`: the store itself refused it, and no
 * wait will help; else the next attempt is due after `retryAfterMs`, or by the back-off.
 */
export interface StoreRefusal {
  readonly refusal: string;
  readonly reason: StoreError["reason"];
  readonly unauthorized: boolean;
  readonly ends: boolean;
  readonly retryAfterMs: number | null;
}

/**
 * Reads the price of a write-back's variant under its lease. A time-out is "unreachable", an unreadable answer its
 * words, never a price. The read's time is that of its request.
 */
export async function readStore(
  work: Work,
  { connector, connection }: ResolvedStore,
): Promise<StorePriceRead | StoreRefusal> {
  const readAtMs = work.context.services.now();
  const { storeRef, currency, expectedPrice: price } = work.row;
  try {
    const reading = await whileLeased(work, () =>
      connector.readPrice(connection, storeRef, { price, currency }),
    );
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

/** Returns whether a reading is none, because the store or a host in front of it refused. */
export const isRefusal = (outcome: StorePriceRead | ResolvedStore | StoreRefusal): outcome is StoreRefusal =>
  outcome !== "unreachable" && "refusal" in outcome;

/** Records that the store does not work until somebody signs in to it again. */
export const recordRefused = ({ context: { services, tenant }, row }: Work, refusal: string): Promise<void> =>
  inTenant(services.db, tenant, (tx) =>
    recordConnectionHealth(tx, row.integrationId, refusal, services.now()),
  );
