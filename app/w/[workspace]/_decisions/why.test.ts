import { expect, it } from "vitest";
import { type Rationale, whyOf } from "./why";

const eur = (amount: string) => ({ amount, currency: "EUR" });
const rationale = (price: string, change: string, floor: string | null, used = 3): Rationale => ({
  current_price: eur(price),
  change_ratio: change,
  evidence: {
    market: { used },
    trail: floor === null ? [] : [{ rule: "margin_floor", effect: "floor", amount: eur(floor) }],
  },
});

it("puts a price below the margin floor first, whatever the market says", () => {
  expect(whyOf(rationale("89.90", "0.0844", "97.20"))).toBe("below_floor");
  expect(whyOf(rationale("9.90", "0.11", "10.05"))).toBe("below_floor");
});

it("tells a price above the market from one with room to it", () => {
  expect(whyOf(rationale("46.90", "-0.1260", "30.00"))).toBe("above_market");
  expect(whyOf(rationale("54.90", "0.0836", null))).toBe("room");
});

it("says nothing of a market that was not used", () => {
  expect(whyOf(rationale("54.90", "0.0836", "40.00", 0))).toBe("other");
});
