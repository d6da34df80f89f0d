import { expect, it } from "vitest";
import { whyOf } from "./why";

const why = (
  currentPrice: bigint,
  changeRatio: string,
  floor: bigint | null,
  {
    marketMedian = 10_000n,
    recommendedPrice = currentPrice + (changeRatio.startsWith("-") ? -100n : 100n),
  }: {
    marketMedian?: bigint | null;
    recommendedPrice?: bigint;
  } = {},
) =>
  whyOf({
    currentPrice,
    recommendedPrice,
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
  expect(why(5490n, "0.0836", 4000n, { marketMedian: null })).toBe("other");
});

it("sees no room to the market in a regular price that falls, though a late shop charges less than the new one", () => {
  expect(why(5500n, "0.2802", null, { recommendedPrice: 5249n, marketMedian: 5250n })).toBe("above_market");
});
