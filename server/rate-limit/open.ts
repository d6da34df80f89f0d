import { Ratelimit } from "@upstash/ratelimit";
import { failedAuthLimiter } from "./failed-auth-limiter";
import type { RateLimiter, RateLimitResult } from "./rate-limiter";
import { chooseStore, inProcessStore, type RateLimiterOptions, type Store } from "./stores";
import { WINDOW_MS } from "./window";

const PREFIX = "pricecheck";
const PAUSE_MS = 2_000;

/** Counts in a store, with one limiter for each limit value. Throws when the store does not respond in time. */
function limitersOf(store: Store): RateLimiter["take"] {
  const limiters = new Map<number, Ratelimit>();
  return async (key, perMinute) => {
    let limiter = limiters.get(perMinute);
    if (!limiter) {
      limiter = new Ratelimit({
        redis: store.redis,
        limiter: store.algorithm(perMinute),
        prefix: PREFIX,
        ephemeralCache: false,
        analytics: false,
        enableTelemetry: false,
        timeout: store.timeoutMs,
      });
      limiters.set(perMinute, limiter);
    }
    const response = await limiter.limit(key);
    // The library allows a request when its store times out.
    if (response.reason === "timeout")
      throw new Error(`${store.name} took longer than ${store.timeoutMs} ms`);
    const seconds = Math.ceil((response.reset - store.now()) / 1_000);
    return {
      allowed: response.success,
      retryAfterSeconds: Math.min(WINDOW_MS / 1_000, Math.max(1, seconds)),
    };
  };
}

// The Upstash client repeats every command of a batch in its message.
const shortReason = (error: unknown): string =>
  (error instanceof Error ? error.message : "unknown").slice(0, 200);

/**
 * Opens the rate limiter on Upstash REST, else plain Redis, else this process if it owns the database, else
 * PostgreSQL. While the store is down or slower than a second this process counts alone, and tries the store again
 * with one request every two seconds.
 */
export function openRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { log } = options;
  const local = inProcessStore(options.now);
  const store = chooseStore(options, local);
  const takeLocal = limitersOf(local);
  const takeStored = limitersOf(store);
  let tryAgainAt: number | null = null;

  async function take(key: string, perMinute: number): Promise<RateLimitResult> {
    if (tryAgainAt !== null) {
      if (Date.now() < tryAgainAt) return takeLocal(key, perMinute);
      tryAgainAt = Date.now() + PAUSE_MS;
    }
    try {
      const response = await takeStored(key, perMinute);
      if (tryAgainAt !== null) log.info({ store: store.name }, "requests are counted in the store again");
      tryAgainAt = null;
      return response;
    } catch (error) {
      if (tryAgainAt === null)
        log.warn(
          { store: store.name, reason: shortReason(error) },
          "requests are counted in this process: the store is away",
        );
      tryAgainAt = Date.now() + PAUSE_MS;
      return takeLocal(key, perMinute);
    }
  }

  return {
    take,
    credentials: failedAuthLimiter(take, options.now),
    close: () => Promise.resolve(store.close()),
  };
}
