import { describe, expect, it } from "vitest";
import { sameWithin } from "@/server/domain/pricing/reopen";
import { parseRatio } from "@/server/domain/ratio";

const before = { currentPrice: 10_000n, cost: 5_000n, marketMedian: 9_000n, recommendedPrice: 9_500n };
const threshold = parseRatio("0.01");
const same = (now: Partial<Record<keyof typeof before, bigint | null>>) =>
  sameWithin(before, { ...before, ...now }, threshold);

describe("what a run found before", () => {
  it("is the same up to the threshold, in either direction", () => {
    expect(same({})).toBe(true);
    expect(same({ currentPrice: 10_100n, cost: 4_950n })).toBe(true);
  });

  it.each([
    ["currentPrice", 10_101n],
    ["cost", 4_949n],
    ["marketMedian", 9_091n],
    ["recommendedPrice", 9_404n],
  ])("is not the same when %s moved further", (input, value) => {
    expect(same({ [input]: value })).toBe(false);
  });

  it("is not the same when something became known or unknown", () => {
    expect(same({ cost: null })).toBe(false);
    expect(sameWithin({ ...before, cost: null }, before, threshold)).toBe(false);
    const unknown = { ...before, marketMedian: null };
    expect(sameWithin(unknown, unknown, threshold)).toBe(true);
  });
});
