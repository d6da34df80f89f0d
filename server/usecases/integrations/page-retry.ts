import { MINUTE_MS, SECOND_MS } from "@/server/domain/durations";
import type { StoreError } from "@/server/stores/port";

/** How often one page is asked for before the sync fails; a store that only asks to slow down gets more time. */
const MAX_TRIES = 6;
const MAX_THROTTLED = 20;
const FIRST_PAUSE_MS = SECOND_MS;
const MAX_PAUSE_MS = MINUTE_MS;

/**
 * How long to leave the store alone before a page is asked for again, in milliseconds: twice as long with every try, and
 * as long as the store asks for. Null where another try would not help, or enough were made.
 * @param tries how often the page was asked for in vain, this time included
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
    case "not_found":
    case "rejected":
    case "address_refused":
      return null;
  }
}
