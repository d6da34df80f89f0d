import { DomainError } from "@/server/domain/errors";
import type { FailedAuthLimiter } from "./failed-auth-limiter";

/** Whether one request is within its limit; `retryAfterSeconds` is at least 1 when it is not. */
export interface RateLimitResult {
  readonly allowed: boolean;
  readonly retryAfterSeconds: number;
}

/** Counts requests in fixed windows of one minute, with one counter for each key, for all transports together. */
export interface RateLimiter {
  /** Counts one request of the key. Never throws: while the shared store is down, this process counts alone. */
  take(key: string, perMinute: number): Promise<RateLimitResult>;
  /** Limits addresses that try invalid credentials. */
  readonly credentials: FailedAuthLimiter;
  close(): Promise<void>;
}

/**
 * Counts one request of the key, as `take` does.
 * @throws DomainError rate_limited (429) with `retry_after` in seconds, when the key's limit is reached
 */
export async function limitRate(rateLimiter: RateLimiter, key: string, perMinute: number): Promise<void> {
  const { allowed, retryAfterSeconds } = await rateLimiter.take(key, perMinute);
  if (!allowed) throw new DomainError("rate_limited", undefined, { retry_after: retryAfterSeconds });
}
