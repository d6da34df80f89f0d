import { failureOf, isTransient } from "./failure";

const MAX_REPEATS = 2;
/** Long enough for the rate limit's window to end, which lasts a minute. */
const MAX_LIMITED_REPEATS = 12;
const LIMITED_DELAY_MS = 6_000;
const MAX_DELAY_MS = 30_000;

const isRateLimited = (error: unknown): boolean => failureOf(error).code === "rate_limited";

/** Whether a query is sent again that failed `failed` times before: after no answer, a 5xx, or the rate limit. */
export function mayRepeat(failed: number, error: unknown): boolean {
  if (isRateLimited(error)) return failed < MAX_LIMITED_REPEATS;
  return failed < MAX_REPEATS && isTransient(error);
}

/** Returns the milliseconds until a failed query is sent again. */
export const repeatDelayMs = (failed: number, error: unknown): number =>
  isRateLimited(error) ? LIMITED_DELAY_MS : Math.min(1_000 * 2 ** failed, MAX_DELAY_MS);
