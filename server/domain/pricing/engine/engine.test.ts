import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "@/server/domain/durations";
import { compilePolicy } from "@/server/domain/pricing/engine/compile";
import { decide } from "@/server/domain/pricing/engine/engine";
import type { EngineItem, EngineObservation } from "@/server/domain/pricing/inputs";
import { type Outcome, SKIP_REASONS, type SkipReason } from "@/server/domain/pricing/outcome";
import { DEFAULT_POLICY } from "@/server/domain/pricing/policy";
import { item, NOW, policy, sale, seen, shown } from "@/server/domain/pricing/testing";

const JACKETS = {
  pricing: { includes_vat: true, vat_rate: "0.20" },
  scopes: [{ name: "Jackets", match: { categories: ["Jackets"] }, strategy: { type: "hold" } }],
};
const jacket = (over: Partial<EngineItem> = {}) =>
  item({ price: 8990n, cost: 6480n, costUpdatedAtMs: NOW - 7 * DAY_MS, category: "Jackets", ...over });
const market = [seen(9995n), seen(9999n), seen(10490n), seen(2990n)];

function price(outcome: Outcome) {
  if (outcome.kind !== "recommendation") throw new Error(`${outcome.skipReason}: ${outcome.message}`);
  return outcome.recommendation;
}

const exactly = (fields: Record<string, unknown>) =>
  policy({
    defaults: {
      strategy: { type: "position", against: "median" },
      gates: { min_observations: 1, outlier_ratio: null },
      ...fields,
    },
  });

describe("a held price below the margin floor", () => {
  const outcome = decide(jacket(), market, policy(JACKETS), NOW);

  it("is raised to the nearest ending above the floor", () => {
    expect(price(outcome)).toEqual({
      kind: "price_change",
      currentPrice: 8990n,
      recommendedPrice: 9749n,
      cost: 6480n,
      marginBefore: "0.1350",
      marginAfter: "0.2024",
      changeRatio: "0.0844",
      reason:
        "Raise from 89.90 to 97.49 EUR to bring the margin back over the 20 % floor, 2.5 % below the market median.",
      bindingRule: "margin_floor",
      confidence: "high",
    });
  });

  it("tells how the price was found, rule by rule", () => {
    expect(outcome.evidence.steps).toEqual([
      { rule: "hold", label: "Hold the price (Jackets)", amount: 8990n, effect: "target", bound: false },
      { rule: "margin_floor", label: "Margin floor 20 %", amount: 9720n, effect: "floor", bound: true },
      { rule: "max_change", label: "At most +15 % a run", amount: 10338n, effect: "ceiling", bound: false },
      {
        rule: "ending",
        label: "Ending .49 or .99, nearest to the target",
        amount: 9749n,
        effect: "rounded",
        bound: false,
      },
    ]);
  });

  it("shows which competitor prices were used and why one was not", () => {
    const refused = outcome.evidence.observations.filter((one) => !one.used);
    expect(refused.map((one) => [one.price, one.refusal, one.note])).toEqual([
      [2990n, "outlier", "3.3 times below the others, likely another product or pack."],
    ]);
    expect(outcome.evidence.market).toMatchObject({ lowest: 9995n, median: 9999n, highest: 10490n, used: 3 });
    expect(outcome.evidence.cost).toEqual({ amount: 6480n, ageDays: 7, state: "fresh" });
  });
});

describe("the recommended price", () => {
  it("keeps the floor after rounding, although a nearer ending lies below it", () => {
    // Floor 19.00: a cost of 15.20 with a margin of 0.20.
    const rules = exactly({ constraints: { max_change: null }, rounding: { endings: [".99"] } });
    const found = price(decide(item({ cost: 1520n, price: 2100n }), [seen(1902n)], rules, NOW));
    expect(found.recommendedPrice).toBe(1999n);
    expect(found.bindingRule).toBe("margin_floor");
    expect(found.reason).toBe(
      "Lower from 21.00 to 19.99 EUR and no lower, to keep the 20 % floor, 5.1 % above the market median.",
    );
  });

  it("meets the market where nothing stands against it", () => {
    const found = price(decide(item(), [seen(2145n), seen(2155n), seen(2150n)], policy(), NOW));
    expect(found).toMatchObject({ recommendedPrice: 2149n, bindingRule: "position", confidence: "high" });
    expect(found.reason).toBe("Raise from 20.00 to 21.49 EUR to meet the market median.");
  });

  it.each([
    [{ type: "position", against: "min", ratio: "-0.02" }, 2058n],
    [{ type: "position", against: "max", amount: "-0.50" }, 2250n],
    [{ type: "position", against: "median", amount: "0.25" }, 2225n],
    [{ type: "cost_plus", margin: "0.50" }, null],
    [{ type: "cost_plus", margin: "0.55" }, 2223n],
    [{ type: "cost_plus", markup: "1.10" }, 2100n],
  ])("follows %j", (strategy, expected) => {
    const rules = policy({ defaults: { strategy, rounding: { endings: [] } } });
    const outcome = decide(item(), [seen(2100n), seen(2200n), seen(2300n)], rules, NOW);
    if (expected === null) expect(outcome.skipReason).toBe("at_target");
    else expect(price(outcome).recommendedPrice).toBe(expected);
  });

  it("moves no further in one run than the policy allows, and says so", () => {
    const found = price(decide(item(), [seen(2900n), seen(2950n), seen(3000n)], policy(), NOW));
    expect(found).toMatchObject({ recommendedPrice: 2299n, bindingRule: "max_change" });
    expect(found.reason).toContain("to meet the market median, as far as 15 % a run allows");
  });

  it.each([
    ["map", { mapPrice: 2110n }, [1900n, 1950n], 2149n],
    ["item_min", { minPrice: 2050n }, [1900n, 1950n], 2099n],
    ["item_max", { maxPrice: 2110n }, [2200n, 2250n], 2099n],
    ["msrp", { msrp: 2110n }, [2200n, 2250n], 2099n],
  ])("keeps %s", (rule, limits, prices, expected) => {
    const found = price(
      decide(
        item(limits),
        prices.map((p) => seen(p)),
        policy(),
        NOW,
      ),
    );
    expect(found).toMatchObject({ recommendedPrice: expected, bindingRule: rule });
  });

  it("is not pulled down by a blank or zero limit", () => {
    const blank = item({ minPrice: 0n, maxPrice: 0n, mapPrice: 0n, msrp: 0n });
    expect(
      price(decide(blank, [seen(2150n), seen(2150n, { seller: "b" })], policy(), NOW)).recommendedPrice,
    ).toBe(2149n);
  });

  it("is a whole yen and a whole fils where the currency asks for it", () => {
    const yen = compilePolicy(DEFAULT_POLICY("JPY"));
    const inYen = { currency: "JPY" };
    const mug = item({ ...inYen, price: 2000n, cost: 1000n });
    expect(price(decide(mug, [seen(2151n, inYen), seen(2153n, inYen)], yen, NOW)).recommendedPrice).toBe(
      2150n,
    );
    const dinar = compilePolicy(DEFAULT_POLICY("KWD"));
    const inDinar = { currency: "KWD" };
    const lamp = item({ ...inDinar, price: 20_000n, cost: 10_000n });
    const found = price(decide(lamp, [seen(21_400n, inDinar), seen(21_500n, inDinar)], dinar, NOW));
    expect(found.recommendedPrice).toBe(21_490n);
    expect(found.reason).toContain("from 20.000 to 21.490 KWD");
  });

  it("takes the endings of its price band", () => {
    const rounding = { endings: [".99"], bands: [{ price_from: "21.00", endings: ["1.50"] }] };
    const rules = exactly({ rounding });
    expect(price(decide(item(), [seen(2150n)], rules, NOW)).recommendedPrice).toBe(2150n);
    expect(price(decide(item(), [seen(1910n)], rules, NOW)).recommendedPrice).toBe(1899n);
  });
});

describe("scopes", () => {
  const scoped = policy({
    scopes: [
      { name: "Camping", match: { tags: ["camping"] }, strategy: { type: "cost_plus", margin: "0.55" } },
      { name: "Alp camping", match: { tags: ["camping"], brands: ["Alp"] }, strategy: { type: "hold" } },
      {
        name: "Dear",
        match: { price_from: "100.00", price_to: "200.00" },
        constraints: { margin_floor: "0.60" },
      },
    ],
  });

  it.each([
    ["Alp camping", {}],
    ["Camping", { brand: "Other" }],
    ["Dear", { price: 10_000n, tags: [] }],
    ["Dear", { price: 19_999n, tags: [] }],
    ["Everything else", { price: 9_999n, tags: [], brand: null }],
    ["Everything else", { price: 20_000n, tags: [] }],
    ["Everything else", { price: null, tags: [] }],
  ])("the most specific that fits is %s", (name, over) => {
    expect(decide(item(over), [], scoped, NOW).evidence.scope).toBe(name);
  });
});

describe("what cannot be priced is left alone, with a reason", () => {
  const narrow = exactly({ constraints: { max_change: "0.02" }, rounding: { endings: [".99"] } });
  const following = (seller: string) =>
    policy({ defaults: { strategy: { type: "position", against: "seller", seller } } });
  const swinging = policy({
    scopes: [
      { name: "Dear", match: { price_from: "20.00" }, strategy: { type: "cost_plus", margin: "0.40" } },
    ],
  });
  const late = shown({ shopperPrice: 1500n, sale: sale(1500n, { until: new Date(NOW - HOUR_MS) }) });
  const cases: [SkipReason, Partial<EngineItem>, EngineObservation[], ReturnType<typeof policy>][] = [
    ["no_price", { price: null }, market, policy()],
    ["no_price", { price: 0n }, market, policy()],
    ["currency_mismatch", { currency: "USD" }, [], policy()],
    ["currency_mismatch", {}, [seen(2000n, { currency: "USD" })], policy()],
    ["unknown_cost", { cost: null }, market, policy()],
    ["stale_cost", { costUpdatedAtMs: NOW - 91 * DAY_MS }, market, policy()],
    ["stale_cost", { costUpdatedAtMs: null }, market, policy()],
    ["no_market_data", {}, [], policy()],
    ["no_market_data", {}, [seen(2000n, { inStock: false })], policy()],
    ["no_market_data", {}, [seen(0n)], policy()],
    ["stale_market", {}, [seen(2000n, { observedAtMs: NOW - 15 * DAY_MS })], policy()],
    ["too_few_observations", {}, [seen(2000n)], policy()],
    ["market_outliers", {}, [seen(7000n), seen(7100n), seen(7200n)], policy()],
    ["no_permitted_price", { cost: 2500n }, [seen(2000n), seen(2010n)], policy()],
    ["no_permitted_price", { minPrice: 2100n, maxPrice: 2050n }, [seen(2000n), seen(2010n)], policy()],
    ["no_permitted_ending", { price: 1950n }, [seen(1950n)], narrow],
    ["sold_out", { stock: 0 }, [], policy({ defaults: { when_sold_out: "hold" } })],
    ["no_base_price", {}, [], policy({ defaults: { strategy: { type: "position", against: "msrp" } } })],
    ["no_seller_price", {}, [seen(2000n), seen(2010n)], following("bergzeit.example")],
    ["no_stable_price", { price: 1950n }, [seen(2049n), seen(2051n)], swinging],
    [
      "sale_price",
      { shopWindow: shown({ shopperPrice: 1800n, sale: sale(1800n) }) },
      [seen(1750n), seen(1760n)],
      policy(),
    ],
    ["compare_at", { shopWindow: shown({ compareAt: 2140n }) }, [seen(2145n), seen(2155n)], policy()],
    ["sale_unread", { shopWindow: shown({ sale: sale(1800n) }) }, [seen(2145n), seen(2155n)], policy()],
    ["shop_late", { shopWindow: late }, [seen(2145n), seen(2155n)], policy()],
    [
      "wrong_direction",
      {},
      [seen(2145n), seen(2155n)],
      policy({ defaults: { constraints: { direction: "down" } } }),
    ],
    [
      "small_change",
      { price: 1990n },
      [seen(1995n), seen(2000n)],
      policy({ defaults: { constraints: { min_change: { ratio: "0.05" } } } }),
    ],
    [
      "changed_recently",
      { priceChangedAtMs: NOW - HOUR_MS },
      [seen(2145n), seen(2155n)],
      policy({ defaults: { constraints: { min_hours_between: 24 } } }),
    ],
    ["at_target", { price: 1999n }, [seen(1995n), seen(2000n)], policy()],
    ["hold", {}, [], policy({ defaults: { strategy: { type: "hold" } } })],
  ];

  it.each(cases)("%s", (reason, over, observations, rules) => {
    const outcome = decide(item(over), observations, rules, NOW);
    expect(outcome.skipReason).toBe(reason);
    if (outcome.kind === "skip") expect(outcome.message).toMatch(/^[A-Z0-9].*\.$/);
    else expect(outcome.recommendation.recommendedPrice).toBeNull();
  });

  it("every reason is reached by one of these", () => {
    expect(new Set(cases.map(([reason]) => reason))).toEqual(new Set(SKIP_REASONS));
  });

  it("names the rules that exclude each other", () => {
    const outcome = decide(item({ cost: 2500n }), [seen(2000n), seen(2010n)], policy(), NOW);
    expect(outcome).toMatchObject({
      kind: "skip",
      message:
        "No price is permitted: Margin floor 20 % asks for at least 31.25, At most +15 % a run allows 23.00 at most.",
    });
    expect(outcome.evidence.steps.filter((step) => step.bound).map((step) => step.rule)).toEqual([
      "margin_floor",
      "max_change",
    ]);
  });

  it("names where a price would be sent on to", () => {
    const outcome = decide(item({ price: 1950n }), [seen(2049n), seen(2051n)], swinging, NOW);
    expect(outcome).toMatchObject({
      message: "20.49 EUR would not stand: the rules of Dear would apply and ask for 17.49.",
    });
  });

  it("names the seller that it should have followed", () => {
    const outcome = decide(item(), [seen(2000n), seen(2010n)], following("Bergzeit.example"), NOW);
    expect(outcome).toMatchObject({ message: "No usable price of Bergzeit.example is known." });
  });

  it("names the endings that do not occur in what is permitted", () => {
    expect(decide(item({ price: 1950n }), [seen(1950n)], narrow, NOW)).toMatchObject({
      message: "No price ending in .99 is permitted between 19.11 and 19.89 EUR.",
    });
  });
});

describe("advice", () => {
  it.each([
    ["unknown_cost", { cost: null }, "The cost is not known. Review it to get a price recommended."],
    [
      "stale_cost",
      { costUpdatedAtMs: NOW - 120 * DAY_MS },
      "The cost is 120 days old; costs count for 90 days. Review it to get a price recommended.",
    ],
  ])("asks to review the cost: %s", (reason, over, sentence) => {
    const outcome = decide(item(over), market, policy(), NOW);
    expect(outcome.skipReason).toBe(reason);
    expect(price(outcome)).toMatchObject({ kind: "cost_review", recommendedPrice: null, reason: sentence });
  });

  it("asks to review the market when the prices look like another pack", () => {
    const outcome = decide(item(), [seen(7000n), seen(7100n), seen(7200n)], policy(), NOW);
    expect(price(outcome)).toMatchObject({
      kind: "market_review",
      recommendedPrice: null,
      reason: "3 of 3 competitor prices are too far away to be the same product or pack.",
    });
  });

  it("leaves out what was never asked for: a held price needs no market", () => {
    const held = policy({ defaults: { strategy: { type: "hold" } } });
    expect(decide(item(), [seen(7000n), seen(7100n)], held, NOW).skipReason).toBe("hold");
  });
});

describe("confidence", () => {
  const three = [seen(2145n), seen(2155n), seen(2150n)];
  it.each([
    ["high", {}, three],
    ["medium", {}, three.slice(1)],
    ["medium", { costUpdatedAtMs: NOW - 60 * DAY_MS }, three],
    ["low", { costUpdatedAtMs: NOW - 60 * DAY_MS }, three.slice(1)],
    ["medium", {}, [...three, seen(9000n)]],
  ])("is %s", (confidence, over, observations) => {
    expect(price(decide(item(over), observations, policy(), NOW)).confidence).toBe(confidence);
  });
});
