import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/server/domain/durations";
import { compilePolicy } from "@/server/domain/pricing/engine/compile";
import { decide } from "@/server/domain/pricing/engine/engine";
import { brokenGuards } from "@/server/domain/pricing/engine/guards";
import { windowFromJson, windowToJson } from "@/server/domain/pricing/evidence-window-json";
import type { EngineItem } from "@/server/domain/pricing/inputs";
import { outcomeToJson } from "@/server/domain/pricing/outcome-json";
import { item, NOW, policy, sale, seen, shown } from "@/server/domain/pricing/testing";

/** The market of an item of 50.00 with a cost of 24.00, towards 52.49. */
const MARKET = [seen(5250n), seen(5260n), seen(5240n)];
const ENDED = sale(4100n, { from: new Date(NOW - 9 * DAY_MS), until: new Date(NOW - 5 * HOUR_MS) });
const BEGUN = sale(4100n, { from: new Date(NOW - 5 * HOUR_MS), until: new Date(NOW + 9 * DAY_MS) });
const endedUnnoticed = shown({ shopperPrice: 4100n, sale: ENDED });
const begunUnnoticed = shown({ shopperPrice: 5000n, sale: BEGUN });

const priced = (shopWindow: EngineItem["shopWindow"], over: Partial<EngineItem> = {}) =>
  item({ price: 5000n, cost: 2400n, baselinePrice: 5000n, baselineCost: 2400n, shopWindow, ...over });
const withLimits = (constraints: Record<string, unknown>) =>
  policy({ defaults: { strategy: { type: "position", against: "median" }, constraints } });
const FREE = withLimits({ max_change: null });
const decided = (shopWindow: EngineItem["shopWindow"], over: Partial<EngineItem> = {}, rules = FREE) =>
  decide(priced(shopWindow, over), MARKET, rules, NOW);
const recommended = (outcome: ReturnType<typeof decided>) => {
  if (outcome.kind !== "recommendation") throw new Error(`${outcome.skipReason}: ${outcome.message}`);
  return outcome.recommendation;
};

describe("a shop that has not noticed the end of a sale", () => {
  it("moves what shoppers pay from the price that it still charges: by 28 %, not by 5 %", () => {
    expect(recommended(decided(endedUnnoticed))).toMatchObject({
      currentPrice: 5000n,
      recommendedPrice: 5249n,
      changeRatio: "0.2802",
      marginBefore: "0.4146",
      marginAfter: "0.5428",
      reason:
        "Raise the regular price from 50.00 to 52.49 EUR to meet the market median. The shop is late: the sale ended " +
        "at 2026-11-21 04:00 UTC, the shop still charges 41.00 EUR; for shoppers the price moves by 28 %.",
    });
  });

  it("was taken by engine 4 for one that charges the regular price", () => {
    const before = compilePolicy({ version: 1, currency: "EUR" }, "4");
    const outcome = decide(priced(endedUnnoticed), MARKET, before, NOW);
    expect(recommended(outcome)).toMatchObject({ changeRatio: "0.0498", marginBefore: "0.5200" });
    expect(outcomeToJson(outcome).evidence.shop_window).not.toHaveProperty("lag");
  });

  it.each([
    ["a run", { max_change: "0.20", max_change_per_day: null }, "max_change"],
    ["a day", { max_change: null, max_change_per_day: "0.25" }, "max_change_per_day"],
  ])(
    "gets no price that moves it further than the policy permits in %s, and no guard lets one pass",
    (_in, limits, guard) => {
      const rules = withLimits(limits);
      const outcome = decided(endedUnnoticed, { dayPrice: 5000n }, rules);
      expect(outcome).toMatchObject({
        skipReason: "shop_late",
        message: expect.stringMatching(
          /^52\.49 EUR would move the price further .* The shop is late: the sale ended at/,
        ),
      });
      const subject = { item: priced(endedUnnoticed, { dayPrice: 5000n }), observations: MARKET };
      expect(brokenGuards(subject, 5249n, rules, NOW)).toEqual([guard]);
      const noticed = {
        ...subject,
        item: priced(shown({ shopperPrice: 5000n, sale: ENDED }), { dayPrice: 5000n }),
      };
      expect(brokenGuards(noticed, 5249n, rules, NOW)).toEqual([]);
    },
  );

  it("has alerts about the price that it charges", () => {
    const { signals } = decided(endedUnnoticed, { mapPrice: 4500n });
    expect(signals.find(({ kind }) => kind === "map_violation")).toMatchObject({
      signal: "on",
      shortfallMinor: 400n,
      message:
        "The sale price of 41.00 EUR that the shop still charges is below the minimum advertised price of 45.00.",
    });
  });

  it("is one like any other as soon as it has noticed it", () => {
    expect(recommended(decided(shown({ shopperPrice: 5000n, sale: ENDED })))).toMatchObject({
      changeRatio: "0.0498",
      reason: "Raise from 50.00 to 52.49 EUR to meet the market median.",
    });
  });
});

describe("a shop that has not noticed the begin of a sale", () => {
  it("charges the regular price, and the sale price once it is written to", () => {
    expect(recommended(decided(begunUnnoticed))).toMatchObject({
      changeRatio: "0.0498",
      marginBefore: "0.5200",
      marginAfter: "0.4146",
      reason:
        "Raise the regular price from 50.00 to 52.49 EUR to meet the market median. The shop is late: the sale began " +
        "at 2026-11-21 04:00 UTC, the shop still charges 50.00 EUR.",
    });
  });
});

describe("a sale that began or ended since the store was read", () => {
  it.each([
    ["ended", { shopperPrice: 4100n, sale: ENDED }],
    ["began", { shopperPrice: 5000n, sale: BEGUN }],
  ])(
    "leaves unknown what shoppers pay when it %s: no price, and no alert about it changes",
    (edge, window) => {
      const outcome = decided(shown({ ...window, readAtMs: NOW - 5 * HOUR_MS - 1 }), { mapPrice: 6000n });
      expect(outcome).toMatchObject({
        kind: "skip",
        skipReason: "sale_unread",
        message: `What shoppers pay is not known: the sale ${edge} at 2026-11-21 04:00 UTC, and the store has not been read since.`,
      });
      expect(outcome.evidence.shopWindow?.shopperPrice).toBeNull();
      for (const kind of ["below_cost", "competitor_undercut", "map_violation"])
        expect(outcome.signals.find((each) => each.kind === kind)?.signal).toBe("keep");
    },
  );

  it("does not keep a review of the cost from a person", () => {
    const outcome = decided(shown({ shopperPrice: 4100n, sale: ENDED, readAtMs: null }), { cost: null });
    expect(outcome).toMatchObject({ kind: "recommendation", skipReason: "unknown_cost" });
  });
});

it("the evidence says when the store was read and what it had not noticed, and is read back as it was", () => {
  const window = decided(endedUnnoticed).evidence.shopWindow;
  if (window === null) throw new Error("no window");
  const json = windowToJson(window, "EUR");
  expect(json).toMatchObject({
    shopper_price: "41.00",
    read_at: new Date(NOW - 30 * MINUTE_MS).toISOString(),
    lag: { kind: "late", edge: "end", at: "2026-11-21T04:00:00.000Z" },
  });
  expect(windowFromJson(json, "EUR")).toEqual(window);
});
