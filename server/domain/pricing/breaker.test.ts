import { describe, expect, it } from "vitest";
import { breakerVerdict } from "@/server/domain/pricing/breaker";
import { policy } from "@/server/domain/pricing/testing";
import { parseRatio } from "@/server/domain/ratio";

const verdict = (items: number, moved: number, medianMove: string, under = policy()) =>
  breakerVerdict(items, moved, parseRatio(medianMove), under);

describe("the circuit breaker", () => {
  it("lets a usual run through, up to the very limits", () => {
    expect(verdict(100, 50, "0.1200")).toBeNull();
    expect(verdict(100, 0, "0")).toBeNull();
  });

  it("holds a run that moves more than the share of the items", () => {
    expect(verdict(100, 51, "0.0100")).toBe("The run would change 51 of 100 prices, more than 50 %.");
  });

  it("holds a run whose median move is too large", () => {
    expect(verdict(100, 10, "0.1201")).toContain("the policy's limit is 12 %");
    expect(verdict(100, 10, "0.1300")).toContain("by 13 % or more");
  });

  it("leaves small runs alone and follows the policy", () => {
    expect(verdict(99, 99, "0.5000")).toBeNull();
    const off = policy({ breaker: { max_share: null, max_median_move: null } });
    expect(verdict(100, 100, "0.5000", off)).toBeNull();
    expect(verdict(2, 2, "0.0100", policy({ breaker: { min_items: 1 } }))).not.toBeNull();
  });
});
