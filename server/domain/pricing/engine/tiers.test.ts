import { describe, expect, it } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { decide } from "@/server/domain/pricing/engine/engine";
import { brokenGuards } from "@/server/domain/pricing/engine/guards";
import { item, NOW, policy, seen } from "@/server/domain/pricing/testing";
import { CHEAPEST, found, type Json, MUG_MARKET, rulesWith } from "@/server/testing/mug-market";

const AVERAGE: Json = { type: "position", against: "mean" };
const FIRST: Json = { sellers: ["charlie", "Delta"], weights: ["2", "1"], at_least: 2 };
const tiered = (tiers: Json[] | null, strategy: Json = AVERAGE, constraints: Json = {}) =>
  rulesWith(constraints, strategy, { endings: [] }, { tiers });
const soldOut = (...sellers: string[]) =>
  MUG_MARKET.map((one) => (sellers.includes(one.seller) ? { ...one, inStock: false } : one));
const trail = (rules: ReturnType<typeof policy>, market = MUG_MARKET) =>
  decide(item(), market, rules, NOW)
    .evidence.steps.filter(({ effect }) => effect === "tried" || effect === "target")
    .map(({ label }) => label);
const notes = (rules: ReturnType<typeof policy>, market = MUG_MARKET) =>
  decide(item(), market, rules, NOW).evidence.observations.map(({ seller, refusal, note }) => [
    seller,
    refusal === null ? null : note,
  ]);

describe("tiers of sellers", () => {
  it("are the market in their order, weighted in the average", () => {
    const rules = tiered([FIRST, {}]);
    expect(found(rules)).toEqual({
      price: 1967n,
      why: "position",
      text: "Lower from 20.00 to 19.67 EUR to meet the market average of charlie × 2 and Delta.",
      bound: ["Meet the market average of charlie × 2 and Delta"],
    });
    expect(found(rules, {}, soldOut("delta"))).toEqual({
      price: 1825n,
      why: "position",
      text: "Lower from 20.00 to 18.25 EUR to meet the market average of the other sellers.",
      bound: ["Meet the market average of the other sellers"],
    });
  });

  it("stand in the trail when they have too few prices, and each price says why it does not count", () => {
    const rules = tiered([FIRST, {}]);
    expect(trail(rules)).toEqual(["Meet the market average of charlie × 2 and Delta"]);
    expect(trail(rules, soldOut("delta"))).toEqual([
      "Tier 1 (charlie × 2 and Delta): 1 of the 2 prices needed",
      "Meet the market average of the other sellers",
    ]);
    const first = "Another tier of sellers counts: charlie × 2 and Delta.";
    expect(notes(rules)).toEqual([
      ["amazon", first],
      ["bravo", first],
      ["charlie", null],
      ["delta", null],
    ]);
    expect(notes(tiered([{ sellers: ["charlie"] }, { sellers: ["delta"] }]))[0]).toEqual([
      "amazon",
      "The policy counts this seller in no tier.",
    ]);
  });

  it("end an undercut alert when all of their sellers are sold out, whoever else is in stock", () => {
    const undercut = (tiers: Json[]) =>
      decide(item(), soldOut("charlie", "delta"), tiered(tiers), NOW).signals.find(
        ({ kind }) => kind === "competitor_undercut",
      )?.signal;
    expect(undercut([{ sellers: ["charlie", "delta"] }])).toBe("off");
    // Two of the four are in stock there, too few for their tier.
    expect(undercut([{ sellers: ["charlie", "amazon", "bravo"], at_least: 3 }])).toBe("keep");
  });

  it("are named as older prices fill them, where last known prices are followed", () => {
    const ago = NOW - 20 * DAY_MS;
    const market = MUG_MARKET.map((one) =>
      ["charlie", "delta"].includes(one.seller) ? { ...one, observedAtMs: ago } : one,
    );
    const rules = policy({
      defaults: {
        strategy: { type: "position", against: "mode" },
        fallback: [{ ...AVERAGE, last_known_days: 30 }],
        constraints: { margin_floor: "0.10", max_change: "0.50" },
        rounding: { endings: [] },
        gates: { min_observations: 1, tiers: [FIRST, {}] },
      },
    });
    expect(found(rules, {}, market)).toMatchObject({
      price: 1967n,
      text: "Lower from 20.00 to 19.67 EUR to meet the market average of charlie × 2 and Delta, last known within 30 days.",
    });
  });

  it("are no market when all have too few prices, and then something else is tried", () => {
    const tiers = [FIRST, { sellers: ["amazon", "bravo"], at_least: 2 }];
    const market = soldOut("delta", "bravo");
    expect(found(tiered(tiers), {}, market)).toEqual({
      price: null,
      why: "too_few_observations",
      text: "No tier of sellers has as many prices as it needs.",
      bound: [],
    });
    expect(notes(tiered(tiers), market)[0]).toEqual(["amazon", "Its tier of sellers has too few prices."]);
    const rules = policy({
      defaults: {
        strategy: AVERAGE,
        fallback: [{ type: "cost_plus", markup: "0.4" }],
        constraints: { margin_floor: "0.10", max_change: "0.50" },
        rounding: { endings: [] },
        gates: { min_observations: 1, tiers },
      },
    });
    expect(found(rules, {}, market)).toMatchObject({ price: 1400n });
    expect(trail(rules, market)).toEqual([
      "Tier 1 (charlie × 2 and Delta): 1 of the 2 prices needed",
      "Tier 2 (amazon and bravo): 1 of the 2 prices needed",
      "Meet the market average: no tier of sellers has as many prices as it needs",
      "Cost plus a markup of 40 %",
    ]);
  });

  it("need as many prices as are needed without them", () => {
    const rules = (min_observations: number) =>
      rulesWith({}, CHEAPEST, { endings: [] }, { tiers: [{ sellers: ["delta"] }, {}], min_observations });
    expect([found(rules(1)).price, found(rules(2)).price]).toEqual([2100n, 1800n]);
  });

  it("look at a market whose outliers are found among all that count", () => {
    const market = [...MUG_MARKET, seen(9000n, { seller: "echo" })];
    expect(found(tiered([{ sellers: ["echo"] }, FIRST]), {}, market)).toMatchObject({ price: 1967n });
  });

  it("are the market of approval too", () => {
    const rules = tiered([FIRST, {}], AVERAGE, { market_distance: { against: "min", below: "0" } });
    const guards = (target: bigint) =>
      brokenGuards({ item: item(), observations: MUG_MARKET }, target, rules, NOW);
    expect([found(rules).price, guards(1967n), guards(1899n)]).toEqual([1967n, [], ["market_distance"]]);
  });
});
