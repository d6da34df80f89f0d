import { describe, expect, it } from "vitest";
import { breakerTrips } from "@/server/domain/pricing/breaker";
import { policy } from "@/server/domain/pricing/testing";

const moves = (count: number, move: string) => Array.from({ length: count }, () => move);

describe("the circuit breaker", () => {
  it("lets a usual run through, up to the very limits", () => {
    expect(breakerTrips(100, moves(50, "-0.1200"), policy())).toBeNull();
    expect(breakerTrips(100, [], policy())).toBeNull();
  });

  it("holds a run that moves more than the share of the items", () => {
    expect(breakerTrips(100, moves(51, "0.0100"), policy())).toBe(
      "The run would change 51 of 100 prices, more than 50 %.",
    );
  });

  it("holds a run whose median move is too large, in either direction", () => {
    const some = [...moves(3, "0.1300"), ...moves(3, "-0.1300"), ...moves(4, "0.0010")];
    expect(breakerTrips(100, some, policy())).toContain("by 13 % or more");
    expect(breakerTrips(100, [...some, "0.0010", "0.0010"], policy())).toBeNull();
  });

  it("leaves small runs alone and follows the policy", () => {
    expect(breakerTrips(99, moves(99, "0.5000"), policy())).toBeNull();
    const off = policy({ breaker: { max_share: null, max_median_move: null } });
    expect(breakerTrips(100, moves(100, "0.5000"), off)).toBeNull();
    expect(breakerTrips(2, moves(2, "0.0100"), policy({ breaker: { min_items: 1 } }))).not.toBeNull();
  });
});
