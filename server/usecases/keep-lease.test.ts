import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepLease } from "./keep-lease";
import type { Services } from "./services";

const LEASE_MS = 3_000;
const LONGEST_MS = 10 * LEASE_MS;

let nowMs = 0;
let warned: object[] = [];
const services = {
  now: () => nowMs,
  log: { warn: (fields: object) => void warned.push(fields) } as unknown as Services["log"],
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  [nowMs, warned] = [0, []];
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = async (ms: number): Promise<void> => {
  nowMs += ms;
  await vi.advanceTimersByTimeAsync(ms);
};

/** Begins work that lasts until it is ended, under a lease whose ends are noted. */
function begin(extend: () => Promise<boolean> = async () => true) {
  const ends: number[] = [];
  let resolve: (result: string) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<string>((...ways) => {
    [resolve, reject] = ways;
  });
  const lease = {
    of: { write_back: "wbk_1" },
    leaseMs: LEASE_MS,
    longestMs: LONGEST_MS,
    extend: (untilMs: number) => {
      ends.push(untilMs);
      return extend();
    },
  };
  return { ends, work: keepLease(services, lease, () => promise), resolve, reject };
}

it("a lease is renewed three times in its duration until the work ends, and not after it", async () => {
  const { ends, work, resolve } = begin();
  for (let n = 0; n < 3; n += 1) await pass(LEASE_MS / 3);
  expect(ends).toEqual([4_000, 5_000, 6_000]);
  resolve("done");
  expect(await work).toBe("done");
  await pass(LEASE_MS);
  expect(ends).toHaveLength(3);
});

it("a lease is not renewed once its work has failed", async () => {
  const { ends, work, reject } = begin();
  reject(new Error("the store is gone"));
  await expect(work).rejects.toThrow("the store is gone");
  await pass(LEASE_MS);
  expect(ends).toEqual([]);
});

it("a lease that was lost is not renewed any more, although the work goes on", async () => {
  const { ends, work, resolve } = begin(async () => false);
  for (let n = 0; n < 6; n += 1) await pass(LEASE_MS / 3);
  expect(ends).toHaveLength(1);
  resolve("done");
  expect(await work).toBe("done");
});

it("a renewal that fails is logged and tried again", async () => {
  let fails = true;
  const { ends, work, resolve } = begin(async () => {
    if (fails) throw new Error("no database");
    return true;
  });
  await pass(LEASE_MS / 3);
  expect(warned).toEqual([{ write_back: "wbk_1", error: "Error: no database" }]);
  fails = false;
  await pass(LEASE_MS / 3);
  expect(ends).toHaveLength(2);
  resolve("done");
  await work;
});

it("work that hangs loses its lease after the longest time", async () => {
  const { ends, work, resolve } = begin();
  for (let n = 0; n < 20; n += 1) await pass(LEASE_MS);
  expect(Math.max(...ends)).toBeLessThanOrEqual(LONGEST_MS + LEASE_MS);
  resolve("done");
  await work;
});
