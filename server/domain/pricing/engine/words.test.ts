import { describe, expect, it } from "vitest";
import { HOUR_MS } from "@/server/domain/durations";
import { decide } from "@/server/domain/pricing/engine/engine";
import { brokenGuards } from "@/server/domain/pricing/engine/guards";
import type { EngineItem } from "@/server/domain/pricing/inputs";
import { item, NOW, policy, shown } from "@/server/domain/pricing/testing";
import { CHEAPEST, found, type Json, MUG_MARKET as MARKET, rulesWith } from "@/server/testing/mug-market";

const below = (ratio: string) => ({ ...CHEAPEST, ratio });

describe("movement", () => {
  it("is limited down and up apart, beside both ways", () => {
    const apart = { max_decrease: "0.05", max_increase: "0.10" };
    expect(found(rulesWith(apart))).toEqual({
      price: 1900n,
      why: "max_decrease",
      text: "Lower from 20.00 to 19.00 EUR to meet the lowest market price, as far as a fall of 5 % a run allows, 1.3 % above the market median.",
      bound: ["Down at most 5 % a run"],
    });
    expect(found(rulesWith(apart), { price: 1500n })).toMatchObject({ price: 1650n, why: "max_increase" });
    expect(found(rulesWith({ ...apart, max_change: "0.02" }))).toMatchObject({
      price: 1960n,
      why: "max_change",
    });
    const guards = (target: bigint) =>
      brokenGuards({ item: item(), observations: MARKET }, target, rulesWith(apart), NOW);
    expect([guards(1899n), guards(1900n), guards(2200n), guards(2201n)]).toEqual([
      ["max_decrease"],
      [],
      [],
      ["max_increase"],
    ]);
  });

  it("goes one way only", () => {
    const up = rulesWith({ direction: "up" }, below("-0.01"));
    const down = rulesWith({ direction: "down" }, below("-0.01"));
    expect(found(up, { price: 1500n })).toMatchObject({ price: 1782n });
    expect(found(up)).toEqual({
      price: null,
      why: "wrong_direction",
      text: "20.00 EUR stays: the policy moves it only up, and the target is 17.82.",
      bound: ["Only up"],
    });
    expect(found(down)).toMatchObject({ price: 1782n });
    expect(found(down, { price: 1500n })).toMatchObject({ price: null, why: "wrong_direction" });
  });

  it("takes no ending in the permitted direction where the target lies in the other", () => {
    expect(found(rulesWith({ direction: "up" }, below("-0.01"), { endings: [".99"] }))).toMatchObject({
      price: null,
      why: "wrong_direction",
    });
  });

  it("is left where it is too small", () => {
    const least = { min_change: { ratio: "0.01", amount: "0.10" } };
    expect(found(rulesWith(least), { price: 1801n })).toEqual({
      price: null,
      why: "small_change",
      text: "18.01 EUR stays: a change to 18.00 is too small, under 1 % or 0.10.",
      bound: ["No change under 1 % or 0.10"],
    });
    expect(found(rulesWith(least), { price: 1818n })).toMatchObject({ price: null });
    expect(found(rulesWith(least), { price: 1819n })).toMatchObject({ price: 1800n });
    expect(found(rulesWith({ min_change: { amount: "0.10" } }), { price: 1810n })).toMatchObject({
      price: 1800n,
    });
  });

  it("is corrected however small it is where the present price makes a loss", () => {
    const least = rulesWith({ min_change: { ratio: "0.05" }, margin_floor: null });
    expect(found(least, { price: 1795n, cost: 1795n })).toMatchObject({ price: null, why: "small_change" });
    expect(found(least, { price: 1795n, cost: 1796n })).toMatchObject({ price: 1800n, why: "below_cost" });
  });

  it("stays for the hours after a change, by anybody, and says when it may go on", () => {
    const apart = rulesWith({ min_hours_between: 24 });
    const changed = (hoursAgo: number) => ({ price: 1950n, priceChangedAtMs: NOW - hoursAgo * HOUR_MS });
    expect(found(apart, changed(6))).toEqual({
      price: null,
      why: "changed_recently",
      text: "19.50 EUR stays: it was changed at 2026-11-21 03:00 UTC, and the policy leaves 24 hours between two changes. From 2026-11-22 03:00 UTC on it can become 18.00.",
      bound: ["24 hours between changes"],
    });
    expect(found(apart, changed(23.99))).toMatchObject({ why: "changed_recently" });
    expect(found(apart, changed(24))).toMatchObject({ price: 1800n });
    expect(found(apart)).toMatchObject({ price: 1800n });
    expect(found(rulesWith({}), changed(6))).toMatchObject({ price: 1800n });
    expect(found(apart, { ...changed(6), maxPrice: 1949n })).toMatchObject({ price: 1800n });
    expect(found(apart, { ...changed(6), cost: 1900n })).toMatchObject({ price: 2112n, why: "margin_floor" });
    const bare = rulesWith({ min_hours_between: 1, margin_floor: null });
    const loss = { price: 1500n, cost: 1600n, priceChangedAtMs: NOW };
    expect(found(bare, loss)).toMatchObject({ price: 1800n });
    expect(found(bare, { ...loss, cost: 1500n }).text).toContain(
      "the policy leaves 1 hour between two changes",
    );
  });

  it("stays for the longest of the hours that scope and limits ask for", () => {
    const limited = (hours: number) =>
      policy({
        defaults: {
          strategy: CHEAPEST,
          constraints: { min_hours_between: 12 },
          gates: { min_observations: 1 },
        },
        limits: [{ name: "Once in two days", match: {}, constraints: { min_hours_between: hours } }],
      });
    expect(found(limited(48), { priceChangedAtMs: NOW - 24 * HOUR_MS })).toMatchObject({
      bound: ["48 hours between changes (Once in two days)"],
    });
    expect(found(limited(6), { priceChangedAtMs: NOW - 11 * HOUR_MS })).toMatchObject({
      bound: ["12 hours between changes"],
    });
  });

  it("corrects a price that breaks a limit, however little", () => {
    expect(found(rulesWith({ min_change: { ratio: "0.10" } }), { maxPrice: 1999n })).toMatchObject({
      price: 1800n,
    });
    expect(
      found(rulesWith({ min_change: { ratio: "0.10" } }, { type: "hold" }), { maxPrice: 1999n }),
    ).toMatchObject({ price: 1999n });
  });
});

describe("rounding", () => {
  const rounded = (
    direction: string | undefined,
    over: Json = {},
    strategy: Json = { ...CHEAPEST, against: "median" },
  ) => {
    const rounding = { endings: [".49", ".99"], ...(direction === undefined ? {} : { direction }) };
    const outcome = decide(item(), MARKET, rulesWith(over, strategy, rounding), NOW);
    const price = outcome.kind === "skip" ? null : outcome.recommendation.recommendedPrice;
    return [price, outcome.evidence.steps.at(-1)?.label];
  };

  it("looks for the ending on the side that is said, and names the one that moved the target", () => {
    expect(rounded(undefined)).toEqual([1899n, "Ending .49 or .99, nearest to the target"]);
    expect(rounded("nearest")).toEqual([1899n, "Ending .99 of .49 or .99, nearest to the target"]);
    expect(rounded("up")).toEqual([1899n, "Ending .99 of .49 or .99, next above the target"]);
    expect(rounded("down")).toEqual([1849n, "Ending .49 of .49 or .99, next below the target"]);
    const seller = { ...CHEAPEST, against: "seller", seller: "bravo" };
    expect(rounded("up", {}, { ...seller, amount: "0.01" })[0]).toBe(1899n);
    expect(rounded("down", {}, { ...seller, amount: "-0.01" })).toEqual([
      1849n,
      "Ending .49 of .49 or .99, which the target has",
    ]);
  });

  it("takes the other side where the limits leave none on the one that is said", () => {
    expect(rounded("down", { min_profit: "8.60" })).toEqual([
      1899n,
      "Ending .99 of .49 or .99, since the limits permit none below the target",
    ]);
  });
});

describe("bases", () => {
  const against = (base: string, more: Json = {}) =>
    rulesWith({}, { type: "position", against: base, ...more });

  it("are what the item itself has, with no market", () => {
    const decided = (rules: ReturnType<typeof policy>, over: Partial<EngineItem>) => {
      const outcome = decide(item(over), [], rules, NOW);
      return outcome.kind === "skip" ? outcome.message : outcome.recommendation.recommendedPrice;
    };
    expect(decided(against("msrp", { ratio: "-0.10" }), { msrp: 2500n })).toBe(2250n);
    expect(decided(against("map", { amount: "0.50" }), { mapPrice: 1875n })).toBe(1925n);
    expect(
      decided(against("compare_at", { ratio: "-0.20" }), { shopWindow: shown({ compareAt: 2400n }) }),
    ).toBe(1920n);
    expect(decided(against("cost", { ratio: "0.30" }), {})).toBe(1300n);
    for (const [base, name] of [
      ["msrp", "the suggested retail price"],
      ["map", "the minimum advertised price"],
      ["compare_at", "the struck-through price"],
    ] as const)
      expect(decided(against(base), { msrp: null, mapPrice: 0n })).toBe(
        `Nothing to measure from: ${name} of the item is not known.`,
      );
  });

  it("say what they are in the trail", () => {
    expect(found(against("msrp", { ratio: "-0.10" }), { msrp: 2500n })).toEqual({
      price: 2250n,
      why: "position",
      text: "Raise from 20.00 to 22.50 EUR to stay 10 % below the suggested retail price, 20 % above the market median.",
      bound: ["Stay 10 % below the suggested retail price"],
    });
    expect(found(against("msrp"))).toMatchObject({ price: null, why: "no_base_price" });
  });

  it("include a cost with a share and an amount", () => {
    const plus = (more: Json) => found(rulesWith({}, { type: "cost_plus", ...more }));
    expect(plus({ markup: "0.3", amount: "2.50" })).toEqual({
      price: 1550n,
      why: "cost_plus",
      text: "Lower from 20.00 to 15.50 EUR for a markup of 30 % and 2.50, 17.3 % below the market median.",
      bound: ["Cost plus a markup of 30 % and 2.50"],
    });
    expect(plus({ amount: "2.50" })).toMatchObject({ price: 1250n, bound: ["Cost plus 2.50"] });
    expect(plus({ margin: "0.2", amount: "2" })).toMatchObject({ price: 1500n });
  });
});

describe("an item without stock", () => {
  const rules = (what?: string) =>
    policy({
      defaults: {
        strategy: CHEAPEST,
        ...(what === undefined ? {} : { when_sold_out: what }),
        constraints: { margin_floor: "0.10", max_change: "0.50" },
        rounding: { endings: [] },
        gates: { min_observations: 1 },
      },
    });
  const soldOut = { stock: 0, maxPrice: 2400n };

  it("takes its highest price, or keeps the one it has", () => {
    expect(found(rules("item_max"), soldOut)).toEqual({
      price: 2400n,
      why: "position",
      text: "Raise from 20.00 to 24.00 EUR to meet the item's highest price while it is sold out, 28 % above the market median.",
      bound: ["Meet the item's highest price while it is sold out"],
    });
    expect(found(rules("hold"), soldOut)).toEqual({
      price: null,
      why: "sold_out",
      text: "It is sold out, and the policy holds its price until it is not.",
      bound: [],
    });
    expect(found(rules("item_max"), { stock: 0 })).toMatchObject({ price: null, why: "no_base_price" });
  });

  it("is decided as any other where it is ignored, the policy says nothing, or the stock is not known", () => {
    for (const what of ["ignore", undefined])
      expect(found(rules(what), soldOut)).toMatchObject({ price: 1800n });
    for (const stock of [null, 1])
      expect(found(rules("hold"), { ...soldOut, stock })).toMatchObject({ price: 1800n });
  });

  it("is still corrected where its price breaks a limit", () => {
    expect(found(rules("hold"), { stock: 0, maxPrice: 1900n })).toMatchObject({
      price: 1900n,
      why: "item_max",
    });
  });
});

describe("floors", () => {
  it("keep a markup on the cost", () => {
    expect(found(rulesWith({ markup_floor: "0.20" }, below("-0.50")))).toEqual({
      price: 1200n,
      why: "markup_floor",
      text: "Lower from 20.00 to 12.00 EUR and no lower, to keep the 20 % markup floor, 36 % below the market median.",
      bound: ["Markup floor 20 %"],
    });
  });

  it("keep the profit of a unit, and the tightest of several", () => {
    expect(found(rulesWith({ min_profit: "6.00", markup_floor: "0.20" }, below("-0.50")))).toEqual({
      price: 1600n,
      why: "min_profit",
      text: "Lower from 20.00 to 16.00 EUR and no lower, to make 6.00 profit a unit, 14.7 % below the market median.",
      bound: ["At least 6.00 profit a unit"],
    });
    const guards = brokenGuards(
      { item: item(), observations: MARKET },
      1599n,
      rulesWith({ min_profit: "6" }),
      NOW,
    );
    expect(guards).toEqual(["min_profit"]);
  });
});
