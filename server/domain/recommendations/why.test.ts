import { expect, it } from "vitest";
import { whyOf } from "./why";

const why = (
  currentPrice: bigint,
  changeRatio: string,
  floor: bigint | null,
  marketMedian: bigint | null = 10_000n,
) =>
  whyOf({
    currentPrice,
    changeRatio,
    marketMedian,
    steps: floor === null ? [] : [{ rule: "margin_floor", effect: "floor", amount: floor }],
  });

it("puts a price below the margin floor first, whatever the market says", () => {
  expect(why(8990n, "0.0844", 9720n)).toBe("below_floor");
  expect(why(990n, "-0.11", 1005n)).toBe("below_floor");
});

it("distinguishes a price above the market from one with room to it", () => {
  expect(why(4690n, "-0.1260", 3000n)).toBe("above_market");
  expect(why(5490n, "0.0836", null)).toBe("room");
  expect(why(5490n, "0.0000", null)).toBe("other");
});

it("gives no reason of a market that was not used", () => {
  expect(why(5490n, "0.0836", 4000n, null)).toBe("other");
});
