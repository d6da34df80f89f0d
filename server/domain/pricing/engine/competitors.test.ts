import { describe, expect, it } from "vitest";
import { decide } from "@/server/domain/pricing/engine/engine";
import { brokenGuards } from "@/server/domain/pricing/engine/guards";
import { item, NOW, policy, seen } from "@/server/domain/pricing/testing";
import { CHEAPEST, found, type Json, MUG_MARKET, rulesWith } from "@/server/testing/mug-market";

const ANY_ENDING = { endings: [] };
const counting = (gates: Json, strategy: Json = CHEAPEST, constraints: Json = {}) =>
  rulesWith(constraints, strategy, ANY_ENDING, gates);
const against = (figure: string, more: Json = {}) =>
  rulesWith({}, { type: "position", against: figure, ...more });

/** Why each seller's price counts or does not. */
const notes = (rules: ReturnType<typeof policy>, market = MUG_MARKET) =>
  Object.fromEntries(
    decide(item(), market, rules, NOW).evidence.observations.map(({ seller, refusal, note }) => [
      seller,
      refusal === null ? null : note,
    ]),
  );

describe("sellers", () => {
  it("count alone or not at all, and the reason names them", () => {
    expect(found(counting({ sellers: { only: ["bravo", " Charlie "] } }))).toEqual({
      price: 1850n,
      why: "position",
      text: "Lower from 20.00 to 18.50 EUR to meet the lowest market price of bravo and Charlie.",
      bound: ["Meet the lowest market price of bravo and Charlie"],
    });
    expect(found(counting({ sellers: { except: ["AMAZON"] } }))).toMatchObject({
      price: 1850n,
      bound: ["Meet the lowest market price without AMAZON"],
    });
    expect(notes(counting({ sellers: { except: ["amazon"] } }))).toEqual({
      amazon: "The policy does not count this seller.",
      bravo: null,
      charlie: null,
      delta: null,
    });
  });

  it("are told by their names in any case", () => {
    const market = [seen(1700n, { seller: "Bravo" }), seen(1750n, { seller: "delta" })];
    expect(found(counting({ sellers: { only: ["bravo"] } }), {}, market)).toMatchObject({ price: 1700n });
    expect(found(counting({ sellers: { except: ["BRAVO"] } }), {}, market)).toMatchObject({ price: 1750n });
  });

  it("leave an item without a market when they do not count, by name", () => {
    expect(found(counting({ sellers: { only: ["echo"] } }))).toMatchObject({
      price: null,
      why: "no_market_data",
      text: "The policy counts none of the competitor prices: each shows why.",
    });
  });

  it("bound the price by their dearest one where that is the limit", () => {
    const limit = { market_distance: { against: "max", above: "0" } };
    const rules = counting(
      { sellers: { only: ["amazon", "bravo"] } },
      { type: "cost_plus", markup: "1.5" },
      limit,
    );
    expect(found(rules)).toMatchObject({ price: 1850n, why: "market_distance" });
  });

  it("are the market of approval too: what is recommended is not refused there, and what breaks it is", () => {
    const rules = counting({ sellers: { only: ["delta"] } }, CHEAPEST, {
      market_distance: { against: "min", below: "0.01", above: "0.01" },
    });
    expect(found(rules)).toMatchObject({ price: 2100n });
    const guards = (target: bigint) =>
      brokenGuards({ item: item(), observations: MUG_MARKET }, target, rules, NOW);
    expect([guards(2100n), guards(2079n), guards(2078n), guards(1800n)]).toEqual([
      [],
      [],
      ["market_distance"],
      ["market_distance"],
    ]);
  });

  it("are those of the scope, which may count all again", () => {
    const rules = policy({
      defaults: {
        strategy: CHEAPEST,
        constraints: { margin_floor: "0.10", max_change: "0.50" },
        rounding: ANY_ENDING,
        gates: { min_observations: 1, sellers: { only: ["delta"] }, ignore_below: "18.60" },
      },
      scopes: [
        { name: "All", match: { brands: ["Alp"] }, gates: { sellers: null, ignore_below: null } },
        { name: "Those", match: { brands: ["Pic"] } },
      ],
    });
    expect([found(rules), found(rules, { brand: "Pic" })]).toMatchObject([
      { price: 1800n },
      { price: 2100n },
    ]);
  });
});

describe("a rank and the average", () => {
  it("are measured from like any figure of the market", () => {
    expect(found(against("rank", { rank: 2, ratio: "-0.02" }))).toEqual({
      price: 1813n,
      why: "position",
      text: "Lower from 20.00 to 18.13 EUR to stay 2 % below the 2nd lowest market price.",
      bound: ["Stay 2 % below the 2nd lowest market price"],
    });
    expect(found(against("rank", { rank: 3 }))).toMatchObject({ price: 1900n });
    expect(found(against("rank", { rank: 1 }))).toMatchObject({ price: 1800n });
    expect(found(against("mean"))).toEqual({
      price: 1912n,
      why: "position",
      text: "Lower from 20.00 to 19.12 EUR to meet the market average.",
      bound: ["Meet the market average"],
    });
    expect(found(rulesWith({}, { type: "index", against: "mean", index: "0.99" }))).toMatchObject({
      price: 1893n,
    });
  });

  it("may be the price that most ask, and is none where no two ask the same", () => {
    const market = [...MUG_MARKET, seen(2100n, { seller: "echo" }), seen(1850n, { seller: "foxtrot" })];
    expect(found(against("mode"), {}, market)).toEqual({
      price: 1850n,
      why: "position",
      text: "Lower from 20.00 to 18.50 EUR to meet the most frequent market price.",
      bound: ["Meet the most frequent market price"],
    });
    const twice = [...market, seen(2100n, { seller: "golf" })];
    expect(found(against("mode", { ratio: "-0.1" }), {}, twice)).toMatchObject({ price: 1890n });
    expect(found(against("mode"))).toEqual({
      price: null,
      why: "too_few_observations",
      text: "No two competitors ask the same price, so none is the most frequent.",
      bound: [],
    });
  });

  it("limit the price as other figures of the market do, for approval too", () => {
    const near = (distance: Json) =>
      rulesWith({ market_distance: distance }, { type: "cost_plus", markup: "1.5" });
    const average = near({ against: "mean", above: "0.1" });
    // 19.125 is 19.12, and 10 % more 21.032.
    expect(found(average)).toEqual({
      price: 2103n,
      why: "market_distance",
      text: "Raise from 20.00 to 21.03 EUR to stay at most 10 % above the market average, 12.2 % above the market median.",
      bound: ["At most 10 % above the market average"],
    });
    const third = near({ against: "rank", rank: 3, above: "0.02" });
    expect(found(third)).toMatchObject({
      price: 1938n,
      bound: ["At most 2 % above the 3rd lowest market price"],
    });
    const guards = (rules: ReturnType<typeof policy>, target: bigint, market = MUG_MARKET) =>
      brokenGuards({ item: item(), observations: market }, target, rules, NOW);
    expect([
      guards(average, 2103n),
      guards(average, 2104n),
      guards(third, 1938n),
      guards(third, 1939n),
    ]).toEqual([[], ["market_distance"], [], ["market_distance"]]);
    const few = MUG_MARKET.slice(0, 2);
    expect(found(third, {}, few)).toMatchObject({
      price: null,
      why: "too_few_observations",
      text: "Only 2 of the 3 prices needed can be used.",
    });
    expect(guards(third, 1938n, few)).toEqual(["market_distance"]);
  });

  it("are no price where they ask for more prices than count, and say how many are needed", () => {
    expect(found(against("rank", { rank: 5 }))).toEqual({
      price: null,
      why: "too_few_observations",
      text: "Only 4 competitor prices can be used, and the 5th lowest market price needs 5.",
      bound: [],
    });
  });
});

describe("prices too low to count", () => {
  const market = [seen(900n, { seller: "dump.example" }), ...MUG_MARKET];

  it("are those below the cost, the floor, or an amount", () => {
    const cheapest = (below: string | null, over = {}) =>
      found(counting({ ignore_below: below }), over, market).price;
    expect(cheapest("cost")).toBe(1800n);
    expect(cheapest("cost", { cost: 900n })).toBe(1000n);
    expect(cheapest("18.50")).toBe(1850n);
    expect(cheapest("18.51")).toBe(1900n);
    expect(cheapest(null)).toBe(1112n);
    const floors = (constraints: Json) =>
      found(counting({ ignore_below: "floor" }, CHEAPEST, constraints), {}, market).price;
    expect(floors({ min_profit: "8.20" })).toBe(1850n);
    expect(floors({ markup_floor: "0.86" })).toBe(1900n);
    expect(floors({ margin_floor: "0.45" })).toBe(1850n);
  });

  it("say why each does not count", () => {
    const note = (below: string) => notes(counting({ ignore_below: below }), market)["dump.example"];
    expect([note("cost"), note("floor"), note("9.50")]).toEqual([
      "Below the break-even price of 10.00, so it does not count.",
      "Below the floor of 11.12, so it does not count.",
      "Below 9.50, so it does not count.",
    ]);
  });

  it("are measured with VAT and fees, and by the floor of a limit as well", () => {
    const rules = policy({
      pricing: { includes_vat: true, vat_rate: "0.2" },
      defaults: {
        strategy: CHEAPEST,
        constraints: { margin_floor: "0", max_change: "0.5" },
        rounding: ANY_ENDING,
        gates: { min_observations: 1, ignore_below: "floor" },
      },
      limits: [{ name: "Mugs", match: { categories: ["Mugs"] }, constraints: { min_profit: "5.10" } }],
    });
    // 10.00 and 20 % VAT are 12.00; with a profit of 5.10 they are 18.12.
    expect(found(rules, {}, market)).toMatchObject({ price: 1850n });
    expect(found(rules, { category: "Cups" }, market)).toMatchObject({ price: 1800n });
  });
});

describe("delivery", () => {
  const MARKET = [
    seen(1800n, { seller: "amazon", shipping: 490n }),
    seen(1850n, { seller: "bravo", shipping: 0n }),
    seen(1900n, { seller: "charlie", shipping: 0n }),
    seen(2100n, { seller: "delta" }),
  ];
  const delivered = (own: string, strategy: Json = CHEAPEST, more: Json = {}) =>
    counting({ delivered: { own_shipping: own }, ...more }, strategy);

  it("is counted on both sides, and a seller of whom it is not known does not count", () => {
    expect(found(delivered("0"), {}, MARKET)).toEqual({
      price: 1850n,
      why: "position",
      text: "Lower from 20.00 to 18.50 EUR to meet the lowest market price with delivery.",
      bound: ["Meet the lowest market price with delivery"],
    });
    expect(notes(delivered("0"), MARKET)).toEqual({
      amazon: null,
      bravo: null,
      charlie: null,
      delta: "What it costs with delivery is not known.",
    });
    expect(found(delivered("2.50"), {}, MARKET)).toMatchObject({ price: 1600n });
    expect(found(counting({}), {}, MARKET)).toMatchObject({ price: 1800n });
  });

  it("counts in every figure: 18.50, 19.00 and 22.90", () => {
    const priced = (strategy: Json) => found(delivered("0", strategy), {}, MARKET).price;
    expect(priced({ ...CHEAPEST, against: "median" })).toBe(1900n);
    expect(priced({ ...CHEAPEST, against: "mean" })).toBe(2013n);
    expect(priced({ ...CHEAPEST, against: "max" })).toBe(2290n);
    expect(priced({ ...CHEAPEST, against: "rank", rank: 3 })).toBe(2290n);
    expect(priced({ ...CHEAPEST, against: "seller", seller: "amazon" })).toBe(2290n);
  });

  it("stands in the evidence beside the price", () => {
    const { evidence, signals } = decide(item({ price: 2500n }), MARKET, delivered("1.00"), NOW);
    expect(evidence.market).toMatchObject({ lowest: 1750n, median: 1800n, highest: 2190n });
    expect(evidence.observations.map(({ seller, price, compared }) => [seller, price, compared])).toEqual([
      ["bravo", 1850n, 1750n],
      ["charlie", 1900n, 1800n],
      ["delta", 2100n, 2100n],
      ["amazon", 1800n, 2190n],
    ]);
    expect(signals.find(({ kind }) => kind === "competitor_undercut")?.message).toBe(
      "The lowest competitor asks 17.50 EUR, delivery counted on both sides, 30 % less.",
    );
  });

  it("leaves the price where nobody's is known and where ours exceeds all, and what is too low goes by it", () => {
    expect(found(delivered("0"), {}, MUG_MARKET)).toMatchObject({
      why: "no_market_data",
      text: "What competitors' prices are with delivery is not known.",
    });
    expect(found(delivered("23.00"), {}, MARKET)).toMatchObject({
      price: null,
      text: expect.stringContaining("too far away to be the same product"),
    });
    const [nobody] = decide(item(), MARKET.slice(1, 2), delivered("23.00"), NOW).evidence.observations;
    expect(nobody?.note).toBe("With delivery it costs no more than the own delivery alone.");
    const foreign = seen(1000n, { seller: "usa", currency: "USD", shipping: 200n });
    expect(decide(item(), [foreign], delivered("4.90"), NOW).evidence.observations).toMatchObject([
      { refusal: "other_currency", compared: 1000n },
    ]);
    const lows = counting({ delivered: { own_shipping: "0" }, ignore_below: "18.60" });
    expect(notes(lows, MARKET)["bravo"]).toBe("Below 18.60, so it does not count.");
  });
});
