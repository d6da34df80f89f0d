import { MINUTE_MS, SECOND_MS } from "@/server/domain/durations";
import type { StoreError } from "@/server/stores";

/** The maximum number of attempts at one page before the sync fails; a throttling store gets more time. */
const MAX_TRIES = 6;
const MAX_THROTTLED = 20;
const FIRST_PAUSE_MS = SECOND_MS;
const MAX_PAUSE_MS = MINUTE_MS;

/**
 * Returns the milliseconds to wait before the next attempt at a page: doubled with every attempt, and at least what
 * the store asks for. Null if another attempt would not help, or the maximum is reached.
 * @param tries the number of failed attempts, including this one
 */
export function pauseBefore(error: StoreError, tries: number): number | null {
  const backOff = Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), MAX_PAUSE_MS);
  switch (error.reason) {
    case "throttled":
      return tries < MAX_THROTTLED ? Math.max(backOff, error.retryAfterMs ?? 0) : null;
    case "timeout":
    case "unreachable":
    case "bad_answer":
      return tries < MAX_TRIES ? backOff : null;
    case "unauthorized":
    case "sign_in_ended":
    case "not_found":
    case "rejected":
    case "address_refused":
      return null;
  }
}
