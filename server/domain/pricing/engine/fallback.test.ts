import { describe, expect, it } from "vitest";
import { decide } from "@/server/domain/pricing/engine/engine";
import { item, NOW, policy, seen } from "@/server/domain/pricing/testing";
import { CHEAPEST, found, type Json, MUG_MARKET } from "@/server/testing/mug-market";

const rulesWith = (rules: Json, constraints: Json = {}) =>
  policy({
    defaults: {
      strategy: CHEAPEST,
      constraints: { margin_floor: "0.10", max_change: "0.50", ...constraints },
      rounding: { endings: [] },
      gates: { min_observations: 1 },
      ...rules,
    },
  });
const against = (figure: string, more: Json = {}) => ({ type: "position", against: figure, ...more });
const trail = (rules: ReturnType<typeof policy>, market = MUG_MARKET, over = {}) =>
  decide(item(over), market, rules, NOW).evidence.steps.map(({ label, effect, amount }) => [
    label,
    effect,
    amount,
  ]);

describe("what is tried without a price", () => {
  const bravo = rulesWith({
    strategy: against("seller", { seller: "bravo" }),
    fallback: [against("median"), { type: "cost_plus", markup: "0.4" }],
  });
  const soldOut = MUG_MARKET.map((one) => (one.seller === "bravo" ? { ...one, inStock: false } : one));

  it("is the market of the rest where the seller is sold out, gone, or too old, and the trail names both", () => {
    expect(found(bravo)).toMatchObject({ price: 1850n });
    expect(found(bravo, {}, soldOut)).toEqual({
      price: 1900n,
      why: "position",
      text: "Lower from 20.00 to 19.00 EUR to meet the market median.",
      bound: ["Meet the market median"],
    });
    expect(trail(bravo, soldOut).slice(0, 2)).toEqual([
      ["Meet bravo: no usable price of bravo is known", "tried", null],
      ["Meet the market median", "target", 1900n],
    ]);
    const gone = MUG_MARKET.filter(({ seller }) => seller !== "bravo");
    expect(found(bravo, {}, gone)).toMatchObject({ price: 1900n });
  });

  it("is the cost or the item's highest price where there is no market", () => {
    expect(found(bravo, {}, [])).toMatchObject({ price: 1400n, why: "cost_plus" });
    expect(trail(bravo, []).slice(0, 3)).toEqual([
      ["Meet bravo: no competitor price is known", "tried", null],
      ["Meet the market median: no competitor price is known", "tried", null],
      ["Cost plus a markup of 40 %", "target", 1400n],
    ]);
    const highest = rulesWith({ fallback: [against("item_max")] });
    expect(found(highest, { maxPrice: 2400n }, [])).toMatchObject({ price: 2400n });
    expect(found(highest, {}, [])).toEqual({
      price: null,
      why: "no_market_data",
      text: "No competitor price is known. Nothing that is tried instead has a price either.",
      bound: [],
    });
    expect(trail(highest, [])).toEqual([
      ["Meet the lowest market price: no competitor price is known", "tried", null],
      [
        "Meet the item's highest price: nothing to measure from: the item's highest price of the item is not known",
        "tried",
        null,
      ],
    ]);
  });

  it("is a lower rank where the market does not fill the one asked for", () => {
    const rules = rulesWith({
      strategy: against("rank", { rank: 5 }),
      fallback: [against("rank", { rank: 2 })],
    });
    expect(found(rules)).toMatchObject({ price: 1850n });
    expect(trail(rules)[0]).toEqual([
      "Meet the 5th lowest market price: only 4 competitor prices can be used, and the 5th lowest market price needs 5",
      "tried",
      null,
    ]);
  });

  it("may be to hold the price, which is a reason of its own", () => {
    const rules = rulesWith({ fallback: [{ type: "hold" }] });
    expect(found(rules, {}, [])).toMatchObject({ price: null, why: "hold" });
    expect(found(rules, { maxPrice: 1900n }, [])).toMatchObject({ price: 1900n, why: "item_max" });
  });

  it("never replaces a person's look at a market that is far away, nor a limit that needs the market", () => {
    const plus = { fallback: [{ type: "cost_plus", markup: "0.4" }] };
    const far = [seen(9000n, { seller: "a" })];
    expect(decide(item(), far, rulesWith(plus), NOW)).toMatchObject({
      skipReason: "market_outliers",
      recommendation: { kind: "market_review" },
    });
    const near = rulesWith(plus, { market_distance: { against: "min", above: "0.1" } });
    expect(found(near, {}, [])).toMatchObject({ price: null, why: "no_market_data" });
  });

  it("is inherited by scopes, which may try something else or nothing, and not for sold-out items", () => {
    const rules = policy({
      defaults: {
        strategy: CHEAPEST,
        fallback: [{ type: "cost_plus", markup: "0.4" }],
        when_sold_out: "item_max",
        constraints: { margin_floor: "0.10", max_change: "0.50" },
        rounding: { endings: [] },
      },
      scopes: [
        { name: "Own", match: { brands: ["A"] }, fallback: [{ type: "cost_plus", markup: "0.5" }] },
        { name: "None", match: { brands: ["B"] }, fallback: [] },
        { name: "Same", match: { brands: ["C"] } },
      ],
    });
    const priceOf = (over: object) => found(rules, over, []).price;
    expect(["A", "B", "C"].map((brand) => priceOf({ brand }))).toEqual([1500n, null, 1400n]);
    expect(priceOf({ stock: 0 })).toBeNull();
  });

  it("is not recommended where it would not stand: other rules hold at the new price, and try something else", () => {
    const rules = policy({
      defaults: {
        strategy: CHEAPEST,
        fallback: [{ type: "cost_plus", markup: "0.4" }],
        constraints: { margin_floor: "0.10", max_change: "0.50" },
        rounding: { endings: [] },
      },
      scopes: [
        { name: "Cheap", match: { price_to: "15" }, fallback: [{ type: "cost_plus", markup: "0.6" }] },
      ],
    });
    expect(found(rules, {}, [])).toMatchObject({
      price: null,
      why: "no_stable_price",
      text: "14.00 EUR would not stand: the rules of Cheap would apply and ask for 16.00.",
    });
  });
});
