import { describe, expect, it } from "vitest";
import { toMarginFactors } from "@/server/domain/margin";
import { classifyChanges, sumOfDirection } from "./change-classes";

const NO_VAT = toMarginFactors({
  includesVat: false,
  vatRate: { num: 0n, den: 1n },
  feeRate: { num: 0n, den: 1n },
  feeBase: "net",
  paymentRate: { num: 0n, den: 1n },
  fixed: null,
});

type Changes = ReturnType<typeof classifyChanges>;
const filled = (changes: Changes) => changes.classes().filter(({ count }) => count > 0);

const change = (from: bigint, to: bigint, changeRatio: string, cost: bigint | null = 1_000n) => ({
  currentPrice: from,
  recommendedPrice: to,
  changeRatio,
  cost,
});

describe("the classes of a run's price changes", () => {
  it("part cuts from rises; each ends with its upper bound, and the largest have no upper one", () => {
    const changes = classifyChanges(NO_VAT);
    changes.add(change(2_000n, 2_100n, "0.0500"), 1);
    changes.add(change(2_000n, 2_101n, "0.0505"), 1);
    changes.add(change(2_000n, 1_900n, "-0.0500"), 1);
    changes.add(change(2_000n, 500n, "-0.7500"), 1);
    expect(filled(changes).map(({ direction, from, to, count }) => [direction, from, to, count])).toEqual([
      ["cut", "0.2000", null, 1],
      ["cut", "0.0200", "0.0500", 1],
      ["rise", "0.0200", "0.0500", 1],
      ["rise", "0.0500", "0.1000", 1],
    ]);
    const sizes = changes.classes().map(({ direction, from }) => `${direction} ${from}`);
    expect([sizes.length, sizes.at(0), sizes.at(-1)]).toEqual([10, "cut 0.2000", "rise 0.2000"]);
  });

  it("sum the profit on the stock on hand, on one unit where it is unknown, and count what has no cost apart", () => {
    const changes = classifyChanges(NO_VAT);
    changes.add(change(2_000n, 2_100n, "0.0500"), 7);
    changes.add(change(2_000n, 2_100n, "0.0500"), null);
    changes.add(change(2_000n, 2_100n, "0.0500"), -3);
    changes.add(change(2_000n, 2_100n, "0.0500", null), 7);
    expect(filled(changes)).toMatchObject([{ count: 4, profit: 800n, unknown: 1 }]);
    expect(sumOfDirection(changes.classes(), "rise")).toEqual({ count: 4, profit: 800n, unknown: 1 });
    expect(sumOfDirection(changes.classes(), "cut")).toEqual({ count: 0, profit: 0n, unknown: 0 });
  });

  it("have nothing of advice, which changes no price", () => {
    const changes = classifyChanges(NO_VAT);
    changes.add({ currentPrice: 2_000n, recommendedPrice: null, changeRatio: null, cost: null }, 1);
    expect(filled(changes)).toEqual([]);
  });
});
