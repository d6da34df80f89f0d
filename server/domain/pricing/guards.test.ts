import { describe, expect, it } from "vitest";
import { brokenGuards } from "@/server/domain/pricing/guards";
import { DAY, item, NOW, policy } from "@/server/domain/pricing/testing";

describe("the guards at approval", () => {
  it.each([
    ["nothing", {}, 2149n, []],
    ["price", { price: null }, 2149n, ["price"]],
    ["price", {}, 0n, ["price"]],
    ["currency", { currency: "USD" }, 2149n, ["currency"]],
    ["cost", { cost: null }, 2149n, ["cost"]],
    ["cost", { costUpdatedAtMs: NOW - 91 * DAY }, 2149n, ["cost"]],
    ["margin_floor", { cost: 1800n }, 2149n, ["margin_floor"]],
    ["below_cost", { cost: 2150n }, 2149n, ["below_cost", "margin_floor"]],
    ["map", { mapPrice: 2150n }, 2149n, ["map"]],
    ["item_min", { minPrice: 2150n }, 2149n, ["item_min"]],
    ["item_max", { maxPrice: 2148n }, 2149n, ["item_max"]],
    ["max_change", { price: 1800n }, 2149n, ["max_change"]],
    ["max_change", { price: 2600n }, 2149n, ["max_change"]],
  ])("find %s", (_guard, over, target, broken) => {
    expect(brokenGuards(item(over), target, policy(), NOW)).toEqual(broken);
  });
});
