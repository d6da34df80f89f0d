import { describe, expect, it } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { decide } from "@/server/domain/pricing/engine/engine";
import { item, NOW, policy } from "@/server/domain/pricing/testing";
import { found, type Json, MUG_MARKET } from "@/server/testing/mug-market";

/** The same four prices, seen so many days ago. */
const daysAgo = (days: number, market = MUG_MARKET) =>
  market.map((one) => ({ ...one, observedAtMs: NOW - days * DAY_MS }));
const rulesOf = (fallback: Json[], more: Json = {}) =>
  policy({
    defaults: {
      strategy: { type: "position", against: "median" },
      fallback,
      constraints: { margin_floor: "0.10", max_change: "0.50" },
      rounding: { endings: [] },
      gates: { min_observations: 1 },
      ...more,
    },
  });
const LAST_KNOWN: Json = { type: "position", against: "min", last_known_days: 30 };
const COST: Json = { type: "cost_plus", markup: "0.4" };
const evidence = (rules: ReturnType<typeof policy>, market: ReturnType<typeof daysAgo>) =>
  decide(item(), market, rules, NOW).evidence;

describe("last known prices", () => {
  it("are followed up to their age where the market is too old, and named in the trail", () => {
    const rules = rulesOf([LAST_KNOWN, COST]);
    expect(found(rules)).toMatchObject({ price: 1875n, bound: ["Meet the market median"] });
    expect(found(rules, {}, daysAgo(30))).toEqual({
      price: 1800n,
      why: "position",
      text: "Lower from 20.00 to 18.00 EUR to meet the lowest market price, last known within 30 days.",
      bound: ["Meet the lowest market price, last known within 30 days"],
    });
    expect(
      evidence(rules, daysAgo(20))
        .steps.map(({ label, effect }) => [label, effect])
        .slice(0, 2),
    ).toEqual([
      ["Meet the market median: every competitor price is too old to follow", "tried"],
      ["Meet the lowest market price, last known within 30 days", "target"],
    ]);
    expect(found(rules, {}, daysAgo(31))).toMatchObject({ price: 1400n, why: "cost_plus" });
    expect(
      evidence(rules, daysAgo(31))
        .steps.map(({ label }) => label)
        .slice(0, 2),
    ).toEqual([
      "Meet the market median: every competitor price is too old to follow",
      "Meet the lowest market price, last known within 30 days: every competitor price is too old to follow",
    ]);
  });

  it("pass the other gates also where they may be no older than prices that always count", () => {
    const first = { strategy: { type: "position", against: "msrp" }, gates: { min_observations: 5 } };
    const rules = rulesOf([{ ...LAST_KNOWN, last_known_days: 10 }], first);
    expect(found(rules, { msrp: null })).toMatchObject({ price: null, why: "no_base_price" });
    const enough = rulesOf([{ ...LAST_KNOWN, last_known_days: 10 }], {
      ...first,
      gates: { min_observations: 4 },
    });
    expect(found(enough, { msrp: null })).toMatchObject({ price: 1800n });
  });

  it("are the evidence with their age, and lower the confidence; alerts look at the market as it is", () => {
    const outcome = decide(item(), daysAgo(20), rulesOf([LAST_KNOWN]), NOW);
    expect(outcome.evidence.market).toMatchObject({ lowest: 1800n, used: 4 });
    expect(outcome.evidence.observations.every(({ used }) => used)).toBe(true);
    expect(outcome).toMatchObject({ recommendation: { confidence: "medium" } });
    expect(outcome.signals.find(({ kind }) => kind === "stale_market")?.signal).toBe("on");
  });

  it("count for one seller as well, and not for a seller who has sold out since", () => {
    const bravo = { type: "position", against: "seller", seller: "bravo" };
    const rules = rulesOf([{ ...bravo, last_known_days: 60 }, COST], { strategy: bravo });
    const old = [...MUG_MARKET.filter(({ seller }) => seller !== "bravo"), ...daysAgo(40)];
    expect(found(rules, {}, old)).toMatchObject({ price: 1850n });
    const soldOut = [
      ...old,
      ...MUG_MARKET.map((one) => ({ ...one, id: `out-${one.seller}`, inStock: false })),
    ];
    expect(found(rules, {}, soldOut)).toMatchObject({ price: 1400n });
  });

  it("are looked at by a person when too far away to be of the same product, and nothing else is tried", () => {
    const far = daysAgo(20).map((one) => ({ ...one, price: one.price * 10n }));
    const outcome = decide(item(), far, rulesOf([LAST_KNOWN, COST]), NOW);
    expect(outcome).toMatchObject({
      skipReason: "market_outliers",
      recommendation: { kind: "market_review", recommendedPrice: null },
    });
    expect(outcome.evidence.observations.every(({ refusal }) => refusal === "outlier")).toBe(true);
  });

  it("are no part of the market that indexes are computed with", () => {
    const outcome = decide(item(), daysAgo(20), rulesOf([LAST_KNOWN]), NOW);
    expect([outcome.market.median, outcome.evidence.market.median]).toEqual([null, 1875n]);
  });

  it("need as many prices as the market does, and no limit that needs the market", () => {
    expect(found(rulesOf([LAST_KNOWN], { gates: { min_observations: 5 } }), {}, daysAgo(20))).toMatchObject({
      price: null,
    });
    const near = {
      margin_floor: "0.10",
      max_change: "0.50",
      market_distance: { against: "min", above: "1" },
    };
    expect(found(rulesOf([LAST_KNOWN], { constraints: near }), {}, daysAgo(20))).toMatchObject({
      price: null,
      why: "stale_market",
    });
  });
});
