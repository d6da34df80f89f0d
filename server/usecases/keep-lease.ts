import { HOUR_MS } from "@/server/domain/durations";
import type { Services } from "./services";

/** Renewals per lease duration: two may fail before the lease expires and another worker takes the work over. */
const RENEWALS = 3;

/** The longest time for which calls of a store keep their lease, in milliseconds: each request has a time-out. */
export const LONGEST_STORE_CALLS_MS = HOUR_MS;

/** A worker's lease on a row. */
export interface KeptLease {
  /** The row, under the log's name of its kind. */
  readonly of: { readonly run: string } | { readonly write_back: string } | { readonly integration: string };
  readonly leaseMs: number;
  /** After this time it is not renewed any more, so that work that hangs loses it; default: no limit. */
  readonly longestMs?: number;
  /** Sets the lease's end (milliseconds since 1970) in a transaction of its own; false when the lease was lost. */
  readonly extend: (untilMs: number) => Promise<boolean>;
}

/**
 * Does work that may take longer than its lease, and renews the lease until the work ends or the lease is lost. A
 * failed renewal is logged and repeated at the next interval; `work` itself has to check the lease before it commits.
 * @throws the errors of `work`
 */
export async function keepLease<T>(
  { log, now }: Pick<Services, "log" | "now">,
  { of, leaseMs, longestMs = Number.POSITIVE_INFINITY, extend }: KeptLease,
  work: () => Promise<T>,
): Promise<T> {
  const intervalMs = leaseMs / RENEWALS;
  let left = Math.floor(longestMs / intervalMs);
  let renewing = Promise.resolve();
  const renew = async (): Promise<void> => {
    try {
      if (!(await extend(now() + leaseMs))) clearInterval(timer);
    } catch (error) {
      log.warn({ ...of, error: String(error) }, "a lease was not renewed");
    }
  };
  const timer = setInterval(() => {
    renewing = renewing.then(renew);
    left -= 1;
    if (left <= 0) clearInterval(timer);
  }, intervalMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await renewing;
  }
}
