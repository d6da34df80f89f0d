import { expect, it } from "vitest";
import { inProcessCounters } from "./in-process";

it("keeps memory bounded under a flood of callers, and none of them unlimited", () => {
  const counters = inProcessCounters(1_000);
  for (let i = 0; i < 100_000; i++) void counters.add(`caller ${i}`, 1, 60_000);
  expect(counters.size()).toBeLessThanOrEqual(1_000 + 1_024);
  const used = Array.from({ length: 70 }, () => counters.add("one more caller", 1, 60_000));
  expect(used.at(-1)).toBeGreaterThanOrEqual(70);
});

it("forgets the last minute's callers at the first request of the next", () => {
  const counters = inProcessCounters();
  void counters.add("a", 60, 60_000);
  void counters.add("b", 60, 60_000);
  expect(counters.add("a", 1, 120_000)).toBe(1);
  expect(counters.size()).toBe(1);
});
