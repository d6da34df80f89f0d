import { execFile } from "node:child_process";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { type Database, openDatabase } from "@/server/db/database/database";
import { type TestDatabase, testDatabase } from "@/server/testing/database";
import { findProgram } from "@/server/testing/program";
import { startRedis, type TestRedis } from "@/server/testing/redis";
import type { TakeOrder } from "@/server/testing/take-requests";
import { startUpstash, type UpstashStandIn } from "@/server/testing/upstash-stand-in";
import { openRateLimiter } from "./open";

const run = promisify(execFile);
const redisServer = findProgram("redis-server");
/** A store that a busy machine answers late is not away. */
const PATIENT_MS = 30_000;
const MIDDLE = Date.parse("2026-11-02T09:30:20.000Z");

let database: TestDatabase;
let db: Database;
let redis: TestRedis | null = null;
let upstash: UpstashStandIn | null = null;
let keys = 0;
const nextKey = () => `tok_${(keys += 1)}_${process.pid}`;

beforeAll(async () => {
  database = await testDatabase();
  db = openDatabase(database.appUrl);
  if (redisServer) {
    redis = await startRedis(redisServer);
    upstash = await startUpstash(redis.url);
  }
});
afterAll(async () => {
  vi.useRealTimers();
  await upstash?.close();
  await redis?.stop();
  await db.close();
  await database.drop();
});
// Only Date is faked; timers run, because the servers need them.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: MIDDLE }));

type Backend = "this process" | "PostgreSQL" | "Redis" | "Upstash";

const storeOptions = (backend: Backend): Pick<TakeOrder, "redisUrl" | "upstash"> => ({
  redisUrl: backend === "Redis" && redis ? redis.url : null,
  upstash: backend === "Upstash" && upstash ? { url: upstash.url, token: upstash.token } : null,
});

function open(backend: Backend, where = storeOptions(backend), timeoutMs = PATIENT_MS) {
  const warnings: object[] = [];
  const log = {
    debug: () => undefined,
    info: () => undefined,
    warn: (fields: object) => void warnings.push(fields),
    error: () => undefined,
  };
  const embedded = backend === "this process";
  return { ...openRateLimiter({ ...where, db, embedded, log, timeoutMs, now: Date.now }), warnings };
}

const takeMany = async (rateLimiter: ReturnType<typeof open>, key: string, times: number) => {
  const responses = await Promise.all(Array.from({ length: times }, () => rateLimiter.take(key, 60)));
  return responses.filter((response) => response.allowed).length;
};

const stored: Backend[] = redisServer ? ["PostgreSQL", "Redis", "Upstash"] : ["PostgreSQL"];

if (!redisServer)
  it.skip("redis-server is not installed: limits over Redis and Upstash go untested", () => undefined);

describe.each<Backend>(["this process", ...stored])("a budget of 60 a minute counted in %s", (backend) => {
  it("lets exactly 60 of 200 parallel requests pass, and tells the others when to come back", async () => {
    const rateLimiter = open(backend);
    const key = nextKey();
    expect(await takeMany(rateLimiter, key, 200)).toBe(60);
    expect(await rateLimiter.take(key, 60)).toEqual({ allowed: false, retryAfterSeconds: 40 });
    expect(await takeMany(rateLimiter, nextKey(), 3)).toBe(3);
    expect(rateLimiter.warnings).toEqual([]);
    await rateLimiter.close();
  });

  it("begins anew with the next minute and waits at least one second", async () => {
    const rateLimiter = open(backend);
    const key = nextKey();
    vi.setSystemTime(MIDDLE + 39_999);
    await takeMany(rateLimiter, key, 60);
    expect(await rateLimiter.take(key, 60)).toEqual({ allowed: false, retryAfterSeconds: 1 });
    vi.setSystemTime(MIDDLE + 40_000);
    expect((await rateLimiter.take(key, 60)).allowed).toBe(true);
    await rateLimiter.close();
  });
});

describe.each(stored)("a budget shared over %s", (backend) => {
  it("is one counter for two handlers of one process", async () => {
    const [rest, agents] = [open(backend), open(backend)];
    const key = nextKey();
    expect((await takeMany(rest, key, 45)) + (await takeMany(agents, key, 45))).toBe(60);
    await rest.close();
    await agents.close();
  });

  it("is one counter for two processes", async () => {
    const order: TakeOrder = {
      ...storeOptions(backend),
      databaseUrl: database.appUrl,
      key: nextKey(),
      times: 100,
      at: MIDDLE,
      timeoutMs: PATIENT_MS,
    };
    const taker = () =>
      run(process.execPath, ["--import", "tsx", "server/testing/take-requests.ts", JSON.stringify(order)]);
    const passed = (await Promise.all([taker(), taker()])).map(({ stdout }) => Number(stdout));
    expect(passed.reduce((sum, each) => sum + each, 0)).toBe(60);
  });
});

describe("a store that is away", () => {
  it("leaves the counting to this process at once, and is logged once", async () => {
    const rateLimiter = open("Redis", { redisUrl: "redis://127.0.0.1:9", upstash: null });
    expect(await takeMany(rateLimiter, nextKey(), 200)).toBe(60);
    expect(rateLimiter.warnings).toHaveLength(1);
    await rateLimiter.close();
  });

  it("is not waited for when it accepts and says nothing", async () => {
    let requests = 0;
    const silent = createServer(() => {
      requests += 1;
    });
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as AddressInfo;
    const where = { redisUrl: null, upstash: { url: `http://127.0.0.1:${port}`, token: "t" } };
    const rateLimiter = open("Upstash", where, 1_000);
    const began = performance.now();
    const key = nextKey();
    expect(await takeMany(rateLimiter, key, 200)).toBe(60);
    expect(performance.now() - began).toBeLessThan(PATIENT_MS);
    const requestsBefore = requests;
    expect(requestsBefore).toBeGreaterThan(0);
    expect((await rateLimiter.take(key, 60)).allowed).toBe(false);
    expect(requests).toBe(requestsBefore);
    expect(rateLimiter.warnings).toHaveLength(1);
    await rateLimiter.close();
    silent.close();
  });

  it.skipIf(!redisServer)("counts again once it is back", async () => {
    if (!redisServer) return;
    const own = await startRedis(redisServer);
    onTestFinished(() => own.stop());
    const rateLimiter = open("Redis", { redisUrl: own.url, upstash: null }, 3_000);
    const key = nextKey();
    await takeMany(rateLimiter, key, 50);
    own.freeze();
    expect((await rateLimiter.take(key, 60)).allowed).toBe(true);
    own.thaw();
    vi.setSystemTime(MIDDLE + 3_000);
    expect(await takeMany(rateLimiter, key, 1)).toBe(1);
    expect(await takeMany(rateLimiter, key, 20)).toBeLessThanOrEqual(10);
    expect(rateLimiter.warnings).toHaveLength(1);
    await rateLimiter.close();
  });
});
