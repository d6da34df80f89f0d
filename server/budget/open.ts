import { Ratelimit } from "@upstash/ratelimit";
import { Redis } from "@upstash/redis";
import type { Database } from "@/server/db/database";
import {
  addToRateWindow,
  clearRateWindow,
  forgetRateWindows,
  readRateWindow,
} from "@/server/db/rate-windows";
import type { Log } from "@/server/usecases/acting";
import type { BudgetAnswer, RequestBudget } from "./budget";
import { inProcessCounters } from "./in-process";
import { openPlainRedis } from "./plain-redis";
import { type Algorithm, type Counters, WINDOW_MS, fixedWindowOver } from "./window";

const PREFIX = "pricecheck";
const PATIENCE_MS = 1_000;
const PAUSE_MS = 2_000;
const FORGET_AFTER_MS = 60 * WINDOW_MS;

export interface BudgetOptions {
  readonly redisUrl: string | null;
  readonly upstash: { readonly url: string; readonly token: string } | null;
  readonly db: Database;
  /** Whether this process owns its database, and so is the only one that counts. */
  readonly embedded: boolean;
  readonly log: Log;
  now(): number;
}

/** Where requests are counted: the limiter's own client and algorithm, and the clock its windows follow. */
interface Store {
  readonly name: string;
  readonly redis: Redis;
  algorithm(perMinute: number): Algorithm;
  now(): number;
  close(): void | Promise<void>;
}

const noRedis = (): Redis =>
  new Redis({ request: () => Promise.reject(new Error("these counters are not kept in Redis")) });

const overCounters = (name: string, counters: Counters, now: () => number, close: Store["close"]): Store => ({
  name,
  redis: noRedis(),
  algorithm: (perMinute) => fixedWindowOver(counters, perMinute, now),
  now,
  close,
});

const overRedis = (name: string, redis: Redis, close: Store["close"]): Store => ({
  name,
  redis,
  algorithm: (perMinute) => Ratelimit.fixedWindow(perMinute, `${WINDOW_MS} ms`),
  now: Date.now,
  close,
});

function overPostgres({ db, log, now }: BudgetOptions): Store {
  const sweep = setInterval(() => {
    forgetRateWindows(db, new Date(now() - FORGET_AFTER_MS)).catch((error: unknown) =>
      log.warn({ error }, "old request counters could not be removed"),
    );
  }, WINDOW_MS).unref();
  const counters: Counters = {
    add: (key, amount, ends) => addToRateWindow(db, key, amount, new Date(ends)),
    read: (key, ends) => readRateWindow(db, key, new Date(ends)),
    clear: (key) => clearRateWindow(db, key),
  };
  return overCounters("PostgreSQL", counters, now, () => clearInterval(sweep));
}

function overUpstash({ url, token }: NonNullable<BudgetOptions["upstash"]>): Store {
  const redis = new Redis({
    url,
    token,
    retry: false,
    enableTelemetry: false,
    signal: () => AbortSignal.timeout(PATIENCE_MS),
  });
  return overRedis("Upstash", redis, () => undefined);
}

function chooseStore(options: BudgetOptions, local: Store): Store {
  if (options.upstash) return overUpstash(options.upstash);
  if (options.redisUrl) {
    const { redis, close } = openPlainRedis(options.redisUrl, PATIENCE_MS);
    return overRedis("Redis", redis, close);
  }
  return options.embedded ? local : overPostgres(options);
}

/** Counts in a store; one limiter a limit value. Throws when the store did not answer in time. */
function limitersOf(store: Store): (key: string, perMinute: number) => Promise<BudgetAnswer> {
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
        timeout: PATIENCE_MS,
      });
      limiters.set(perMinute, limiter);
    }
    const answer = await limiter.limit(key);
    // The library lets a request pass when its store is slow.
    if (answer.reason === "timeout") throw new Error(`${store.name} took longer than ${PATIENCE_MS} ms`);
    const seconds = Math.ceil((answer.reset - store.now()) / 1_000);
    return {
      allowed: answer.success,
      retryAfterSeconds: Math.min(WINDOW_MS / 1_000, Math.max(1, seconds)),
    };
  };
}

/**
 * Opens the request budgets over Upstash REST, else plain Redis, else this process where it owns the database, else
 * PostgreSQL. While the store is down or slower than a second this process counts on its own, and tries the store
 * again every two seconds with one request.
 */
export function openBudget(options: BudgetOptions): RequestBudget {
  const local = overCounters("this process", inProcessCounters(), options.now, () => undefined);
  const store = chooseStore(options, local);
  const takeLocal = limitersOf(local);
  const takeStored = limitersOf(store);
  let tryAgainAt: number | null = null;

  async function take(key: string, perMinute: number): Promise<BudgetAnswer> {
    if (tryAgainAt !== null) {
      if (Date.now() < tryAgainAt) return takeLocal(key, perMinute);
      tryAgainAt = Date.now() + PAUSE_MS;
    }
    try {
      const answer = await takeStored(key, perMinute);
      if (tryAgainAt !== null)
        options.log.info({ store: store.name }, "requests are counted in the store again");
      tryAgainAt = null;
      return answer;
    } catch (error) {
      if (tryAgainAt === null)
        options.log.warn(
          { store: store.name, error },
          "requests are counted in this process: the store is away",
        );
      tryAgainAt = Date.now() + PAUSE_MS;
      return takeLocal(key, perMinute);
    }
  }

  return { take, close: async () => void (await store.close()) };
}
