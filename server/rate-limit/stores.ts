import { Ratelimit } from "@upstash/ratelimit";
import { Redis } from "@upstash/redis";
import type { Database } from "@/server/db/database/database";
import {
  addToRateWindow,
  clearRateWindow,
  purgeRateWindows,
  readRateWindow,
} from "@/server/db/rate-limit/windows";
import type { Log } from "@/server/usecases/services";
import { inProcessCounters } from "./in-process";
import { openPlainRedis } from "./plain-redis";
import { type Algorithm, fixedWindowOver, WINDOW_MS } from "./window";

const DEFAULT_TIMEOUT_MS = 1_000;
const PURGE_AFTER_MS = 60 * WINDOW_MS;

export interface RateLimiterOptions {
  readonly redisUrl: string | null;
  readonly upstash: { readonly url: string; readonly token: string } | null;
  readonly db: Database;
  /** True when this process owns its database, and so is the only one that counts. */
  readonly embedded: boolean;
  readonly log: Log;
  /** For how long the store of the counters is waited for, in milliseconds; a second unless stated otherwise. */
  readonly timeoutMs?: number;
  now(): number;
}

/** Where requests are counted: the limiter's client and algorithm, and the clock of its windows. */
export interface Store {
  readonly name: string;
  readonly redis: Redis;
  /** Timeout of one count in milliseconds; 0 for a store that responds at once. */
  readonly timeoutMs: number;
  algorithm(perMinute: number): Algorithm;
  now(): number;
  close(): void;
}

// The limiter requires a client even when its algorithm does not use one.
const noRedis = (): Redis =>
  new Redis({ request: () => Promise.reject(new Error("these counters are not kept in Redis")) });

/** Counters in this process's memory. */
export function inProcessStore(now: () => number): Store {
  const counters = inProcessCounters();
  return {
    name: "this process",
    redis: noRedis(),
    timeoutMs: 0,
    algorithm: (perMinute) => fixedWindowOver(counters, perMinute, now),
    now,
    close: () => undefined,
  };
}

function overPostgres({ db, log, now }: RateLimiterOptions, timeoutMs: number): Store {
  const sweep = setInterval(() => {
    purgeRateWindows(db, new Date(now() - PURGE_AFTER_MS)).catch((error: unknown) =>
      log.warn({ error }, "old request counters could not be removed"),
    );
  }, WINDOW_MS).unref();
  const counters = {
    add: (key: string, amount: number, ends: number) => addToRateWindow(db, key, amount, new Date(ends)),
    read: (key: string, ends: number) => readRateWindow(db, key, new Date(ends)),
    clear: (key: string) => clearRateWindow(db, key),
  };
  return {
    name: "PostgreSQL",
    redis: noRedis(),
    timeoutMs,
    algorithm: (perMinute) => fixedWindowOver(counters, perMinute, now),
    now,
    close: () => clearInterval(sweep),
  };
}

// The limiter's own algorithm reads the system clock, so the waiting time must be computed from the same clock.
const overRedis = (name: string, redis: Redis, timeoutMs: number, close: () => void): Store => ({
  name,
  redis,
  timeoutMs,
  algorithm: (perMinute) => Ratelimit.fixedWindow(perMinute, `${WINDOW_MS} ms`),
  now: Date.now,
  close,
});

function overUpstash({ url, token }: NonNullable<RateLimiterOptions["upstash"]>, timeoutMs: number): Store {
  const signal = () => AbortSignal.timeout(timeoutMs);
  const redis = new Redis({ url, token, retry: false, enableTelemetry: false, signal });
  return overRedis("Upstash", redis, timeoutMs, () => undefined);
}

function overPlainRedis(url: string, timeoutMs: number): Store {
  const { redis, close } = openPlainRedis(url, timeoutMs);
  return overRedis("Redis", redis, timeoutMs, close);
}

/**
 * Chooses the store: Upstash REST, else plain Redis, else `local` if this process owns its database, else PostgreSQL.
 */
export function chooseStore(options: RateLimiterOptions, local: Store): Store {
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  if (options.upstash) return overUpstash(options.upstash, timeoutMs);
  if (options.redisUrl) return overPlainRedis(options.redisUrl, timeoutMs);
  return options.embedded ? local : overPostgres(options, timeoutMs);
}
