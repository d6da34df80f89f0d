import { describe, expect, it } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { brokenGuards } from "@/server/domain/pricing/engine/guards";
import { item, NOW, policy, seen } from "@/server/domain/pricing/testing";

describe("the guards at approval", () => {
  it.each([
    ["nothing", {}, 2149n, []],
    ["price", { price: null }, 2149n, ["price"]],
    ["price", {}, 0n, ["price"]],
    ["currency", { currency: "USD" }, 2149n, ["currency"]],
    ["cost", { cost: null }, 2149n, ["cost"]],
    ["cost", { costUpdatedAtMs: NOW - 91 * DAY_MS }, 2149n, ["cost"]],
    ["margin_floor", { cost: 1800n }, 2149n, ["margin_floor"]],
    ["below_cost", { cost: 2150n }, 2149n, ["below_cost", "margin_floor"]],
    ["map", { mapPrice: 2150n }, 2149n, ["map"]],
    ["item_min", { minPrice: 2150n }, 2149n, ["item_min"]],
    ["item_max", { maxPrice: 2148n }, 2149n, ["item_max"]],
    ["msrp", { msrp: 2148n }, 2149n, ["msrp"]],
    ["max_change", { price: 1800n }, 2149n, ["max_change"]],
    ["max_change", { price: 2600n }, 2149n, ["max_change"]],
  ])("find %s", (_guard, over, target, broken) => {
    expect(brokenGuards({ item: item(over), observations: [] }, target, policy(), NOW)).toEqual(broken);
  });

  it("find a day's move that earlier runs have used up", () => {
    const daily = policy({ defaults: { constraints: { max_change_per_day: "0.05" } } });
    const broken = (dayPrice: bigint | null, target: bigint) =>
      brokenGuards({ item: item({ dayPrice }), observations: [] }, target, daily, NOW);
    expect(broken(2000n, 2099n)).toEqual([]);
    expect(broken(1910n, 2099n)).toEqual(["max_change_per_day"]);
    expect(broken(2200n, 2099n)).toEqual([]);
    expect(broken(null, 2149n)).toEqual(["max_change_per_day"]);
  });

  it("find a market that has moved away, or that nobody has looked at since", () => {
    const near = policy({
      defaults: { constraints: { market_distance: { against: "median", above: "0.05" } } },
    });
    const broken = (...prices: bigint[]) =>
      brokenGuards({ item: item(), observations: prices.map((price) => seen(price)) }, 2149n, near, NOW);
    expect(broken(2050n, 2060n)).toEqual([]);
    expect(broken(1900n, 1910n)).toEqual(["market_distance"]);
    expect(broken()).toEqual(["market_distance"]);
  });
});
