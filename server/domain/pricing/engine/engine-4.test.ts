import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "@/server/domain/durations";
import { brokenWindowGuards } from "@/server/domain/items/shop-window";
import { compilePolicy } from "@/server/domain/pricing/engine/compile";
import { decide } from "@/server/domain/pricing/engine/engine";
import type { EngineItem, EngineObservation } from "@/server/domain/pricing/inputs";
import type { ItemAlertKind, Outcome } from "@/server/domain/pricing/outcome";
import { outcomeToJson } from "@/server/domain/pricing/outcome-json";
import { item, NOW, policy, sale, seen, shown } from "@/server/domain/pricing/testing";
import { type Case, cases } from "@/server/testing/pricing-cases";
import { fc } from "@/server/testing/seed";

const UPWARD = [seen(2145n), seen(2155n)];
/** 20.00 with a cost of 10.00, on sale for 12.00: a margin of 0.1667 instead of 0.5. */
const ON_SALE = { shopWindow: shown({ shopperPrice: 1200n, sale: sale(1200n) }) };

/** The same item outside of its sale, as the store was read at a time outside of it. */
const offSale = (readAtMs: number) => ({
  shopWindow: shown({ shopperPrice: 2000n, sale: sale(1200n), readAtMs }),
});

const decided = (over: Partial<EngineItem>, observed: readonly EngineObservation[] = UPWARD, nowMs = NOW) =>
  decide(item(over), observed, policy(), nowMs);
const recommended = (outcome: Outcome) => {
  if (outcome.kind !== "recommendation") throw new Error(`${outcome.skipReason}: ${outcome.message}`);
  return outcome.recommendation;
};
const signalOf = (outcome: Outcome, kind: ItemAlertKind) =>
  outcome.signals.find((each) => each.kind === kind) ?? expect.fail(`no ${kind}`);

describe("while a sale runs, a recommended price", () => {
  it("is a new regular price, and the reason names it and what shoppers pay until when", () => {
    expect(recommended(decided(ON_SALE))).toMatchObject({
      currentPrice: 2000n,
      recommendedPrice: 2149n,
      reason:
        "Raise the regular price from 20.00 to 21.49 EUR to meet the market median. " +
        "Shoppers pay the sale price of 12.00 EUR until 2026-11-22 09:00 UTC.",
    });
  });

  it("has the margin of the sale before it and after it", () => {
    expect(recommended(decided(ON_SALE))).toMatchObject({ marginBefore: "0.1667", marginAfter: "0.1667" });
  });

  it("is one outside of the sale: before it, and from its end on", () => {
    const planned = {
      shopWindow: shown({ shopperPrice: 2000n, sale: sale(1200n, { from: new Date(NOW + 1) }) }),
    };
    expect(decided(planned).evidence.shopWindow?.sale?.running).toBe(false);
    for (const outcome of [decided(planned), decided(offSale(NOW + DAY_MS), UPWARD, NOW + DAY_MS)])
      expect(recommended(outcome)).toMatchObject({
        marginBefore: "0.5000",
        marginAfter: "0.5347",
        reason: "Raise from 20.00 to 21.49 EUR to meet the market median.",
      });
  });

  it("has no known margin after it where shoppers pay another price that no sale explains", () => {
    expect(recommended(decided({ shopWindow: shown({ shopperPrice: 1600n }) }))).toMatchObject({
      marginBefore: "0.3750",
      marginAfter: null,
      reason: expect.stringMatching(
        / Shoppers pay 16\.00 EUR; no sale that the store reports explains it\.$/,
      ),
    });
  });
});

describe("while a sale runs, an alert is about the price that shoppers pay", () => {
  const lower = { cost: 1300n, ...ON_SALE };
  it.each<[ItemAlertKind, Partial<EngineItem>, EngineObservation[], bigint, string]>([
    ["below_cost", lower, [], 100n, "Every unit sold at the sale price of 12.00 EUR loses 1.00."],
    [
      "margin_below_floor",
      ON_SALE,
      [],
      50n,
      "The margin of 16.7 % at the sale price of 12.00 EUR is below the 20 % floor.",
    ],
    [
      "competitor_undercut",
      ON_SALE,
      [seen(1100n)],
      100n,
      "The lowest competitor asks 11.00 EUR, 8.3 % less than the sale price of 12.00 EUR.",
    ],
    [
      "map_violation",
      { mapPrice: 1500n, ...ON_SALE },
      [],
      300n,
      "The sale price of 12.00 EUR is below the minimum advertised price of 15.00.",
    ],
  ])("%s", (kind, over, observed, shortfallMinor, message) => {
    expect(signalOf(decided(over, observed), kind)).toMatchObject({ signal: "on", shortfallMinor, message });
    for (const outside of [NOW - 2 * HOUR_MS, NOW + DAY_MS])
      expect(
        signalOf(decided({ ...over, ...offSale(outside) }, observed, outside), kind).message,
      ).not.toContain("12.00");
  });

  it("is off where the sale undercuts the competitor who undercuts the regular price", () => {
    expect(signalOf(decided({}, [seen(1800n)]), "competitor_undercut").signal).toBe("on");
    expect(signalOf(decided(ON_SALE, [seen(1800n)]), "competitor_undercut").signal).toBe("off");
  });

  it("is about the regular price where the price was changed in the store", () => {
    expect(signalOf(decided(ON_SALE), "price_drift").signal).toBe("off");
  });
});

describe("a price that the shop window forbids", () => {
  it("is not recommended, and the reason and the steps name the sale that it would end", () => {
    const outcome = decided({ shopWindow: shown({ shopperPrice: 1800n, sale: sale(1800n) }) }, [
      seen(1750n),
      seen(1760n),
    ]);
    expect(outcome).toMatchObject({
      kind: "skip",
      skipReason: "sale_price",
      message: "17.49 EUR would end the sale in the store, whose price is 18.00.",
    });
    expect(outcome.evidence.steps).toContainEqual({
      rule: "sale_price",
      label: "Above the sale price in the store",
      amount: 1801n,
      effect: "floor",
      bound: true,
    });
  });

  it("is not recommended where it would reach the struck-through price", () => {
    const outcome = decided({ shopWindow: shown({ compareAt: 2149n }) });
    expect(outcome).toMatchObject({
      skipReason: "compare_at",
      message: "21.49 EUR would make the struck-through price of 21.49 in the store false.",
    });
    expect(decided({ shopWindow: shown({ compareAt: 2150n }) }).skipReason).toBeNull();
  });

  it("is recommended by engine 3, whose approval refuses it", () => {
    const before = compilePolicy({ version: 1, currency: "EUR" }, "3");
    const over = { shopWindow: shown({ compareAt: 2149n }) };
    const outcome = decide(item(over), UPWARD, before, NOW);
    expect(recommended(outcome).recommendedPrice).toBe(2149n);
    expect(outcomeToJson(outcome).evidence).not.toHaveProperty("shop_window");
  });

  it("is never recommended, whatever item, market and policy", { timeout: 600_000 }, () => {
    let refused = 0;
    const check = ({ policy: rules, subject, observed }: Case): void => {
      const outcome = decide(subject, observed, rules, NOW);
      if (outcome.skipReason === "sale_price" || outcome.skipReason === "compare_at") refused += 1;
      if (outcome.kind !== "recommendation") return;
      const { recommendedPrice } = outcome.recommendation;
      if (recommendedPrice === null) return;
      expect(brokenWindowGuards(subject.shopWindow, subject.price, recommendedPrice, NOW)).toEqual([]);
    };
    fc.sample(cases, { numRuns: 8_000, seed: 20261123 }).forEach(check);
    // The cases must contain such prices, or they would prove nothing.
    expect(refused).toBeGreaterThan(10);
  });
});

it("the evidence lists the sale, and where and when it was read", () => {
  const { shop_window: window } = outcomeToJson(decided(ON_SALE)).evidence;
  expect(window).toEqual({
    regular_price: "20.00",
    shopper_price: "12.00",
    compare_at: null,
    sale: {
      price: "12.00",
      from: "2026-11-21T08:00:00.000Z",
      until: "2026-11-22T09:00:00.000Z",
      running: true,
    },
    read_from: { integration_id: "int_1", kind: "woocommerce", synced_at: "2026-11-21T07:00:00.000Z" },
    read_at: "2026-11-21T08:30:00.000Z",
    lag: null,
  });
});
