import { describe, expect, it } from "vitest";
import { decide } from "@/server/domain/pricing/engine/engine";
import { item, NOW, policy } from "@/server/domain/pricing/testing";
import { found, type Json, MUG_MARKET, rulesWith } from "@/server/testing/mug-market";

const BRAVO = { type: "position", against: "seller", seller: "bravo", ratio: "-0.01" };
const MEDIAN = { type: "position", against: "median", ratio: "-0.05" };
const best = (pick: string, of: Json[]) => ({ type: "best_of", pick, of });
const trail = (rules: ReturnType<typeof policy>, market = MUG_MARKET) =>
  decide(item(), market, rules, NOW)
    .evidence.steps.filter(({ effect }) => effect === "tried" || effect === "target")
    .map(({ label, effect, amount, bound }) => [label, effect, amount, bound]);

describe("the lowest or the highest of several", () => {
  it("is followed, and the trail shows what the others ask for", () => {
    const lower = rulesWith({}, best("lowest", [BRAVO, MEDIAN]));
    expect(found(lower)).toEqual({
      price: 1781n,
      why: "position",
      text: "Lower from 20.00 to 17.81 EUR to stay 5 % below the market median, the lowest of 2.",
      bound: ["Stay 5 % below the market median, the lowest of 2"],
    });
    expect(trail(lower)).toEqual([
      ["Stay 1 % below bravo: not the lowest of 2", "tried", 1832n, false],
      ["Stay 5 % below the market median, the lowest of 2", "target", 1781n, true],
    ]);
    const higher = rulesWith({}, best("highest", [BRAVO, MEDIAN, { type: "cost_plus", markup: "0.5" }]));
    expect(found(higher)).toMatchObject({ price: 1832n, bound: ["Stay 1 % below bravo, the highest of 3"] });
    const equal = best("highest", [
      { type: "cost_plus", markup: "0.8" },
      { type: "position", against: "min" },
    ]);
    expect(found(rulesWith({}, equal))).toMatchObject({ price: 1800n, why: "cost_plus" });
  });

  it("is unknown where one of them is, and then something else is tried", () => {
    const gone = MUG_MARKET.filter(({ seller }) => seller !== "bravo");
    const alone = rulesWith({}, best("lowest", [MEDIAN, BRAVO]));
    expect(found(alone, {}, gone)).toEqual({
      price: null,
      why: "no_seller_price",
      text: "No usable price of bravo is known.",
      bound: [],
    });
    expect(trail(alone, gone)).toEqual([
      ["Stay 1 % below bravo: no usable price of bravo is known", "tried", null, false],
    ]);
    const rules = policy({
      defaults: {
        strategy: best("lowest", [MEDIAN, BRAVO]),
        fallback: [best("highest", [MEDIAN, { type: "cost_plus", markup: "0.9" }])],
        constraints: { margin_floor: "0.10", max_change: "0.50" },
        rounding: { endings: [] },
        gates: { min_observations: 1 },
      },
    });
    expect(found(rules, {}, gone)).toMatchObject({ price: 1900n, why: "cost_plus" });
    expect(trail(rules, gone).map(([label]) => label)).toEqual([
      "Stay 1 % below bravo: no usable price of bravo is known",
      "Stay 5 % below the market median: not the highest of 2",
      "Cost plus a markup of 90 %, the highest of 2",
    ]);
  });

  it("may be the present price, which is then held", () => {
    const neverDown = rulesWith({}, best("highest", [{ type: "hold" }, MEDIAN]));
    expect(found(neverDown)).toMatchObject({ price: null, why: "hold" });
    expect(found(neverDown, { price: 1500n })).toMatchObject({ price: 1781n });
  });

  it("keeps every limit, whichever is followed", () => {
    const rules = rulesWith({ min_profit: "8" }, best("lowest", [BRAVO, MEDIAN]));
    expect(found(rules)).toMatchObject({ price: 1800n, why: "min_profit" });
  });
});
