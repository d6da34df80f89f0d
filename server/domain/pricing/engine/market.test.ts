import { describe, expect, it } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { evaluateMarket } from "@/server/domain/pricing/engine/market";
import type { EngineItem, EngineObservation } from "@/server/domain/pricing/inputs";
import { item, NOW, policy, seen } from "@/server/domain/pricing/testing";

const viewOf = (observations: EngineObservation[], over: Partial<EngineItem> = {}, gates = {}) =>
  evaluateMarket(item(over), observations, policy({ defaults: { gates } }).fallback, NOW);

const notes = (observations: EngineObservation[], over: Partial<EngineItem> = {}) =>
  viewOf(observations, over).observations.map((one) => [one.refusal, one.note]);

describe("observations", () => {
  it.each([
    ["other_currency", { currency: "USD" }, "Priced in USD, not in EUR."],
    ["no_price", { price: 0n }, "It carries no usable price."],
    ["no_price", { price: -5n }, "It carries no usable price."],
    ["future", { observedAtMs: NOW + 2 * DAY_MS }, "It is dated in the future."],
    ["too_old", { observedAtMs: NOW - 21 * DAY_MS }, "Seen 21 days ago; prices count for 14 days."],
    ["out_of_stock", { inStock: false }, "Out of stock there."],
    ["outlier", { price: 7000n }, "3.5 times above your price, likely another product or pack."],
    [null, { inStock: null }, "Used; the page did not say whether it is in stock."],
    [null, {}, "Used."],
  ])("are judged in words: %s", (refusal, over, note) => {
    expect(notes([seen(2000n, over)])).toEqual([[refusal, note]]);
  });

  it("count once a seller, at the newest price, even where that one is sold out", () => {
    const shop = { seller: "a.example" };
    const view = viewOf([
      seen(2000n, { ...shop, observedAtMs: NOW - 3 * DAY_MS }),
      seen(2100n, { ...shop, id: "obs_new", observedAtMs: NOW - DAY_MS, inStock: false }),
      seen(2200n),
    ]);
    expect(view.figures).toMatchObject({ used: 1, median: 2200n });
    expect(view.refusals).toMatchObject({ superseded: 1, out_of_stock: 1 });
  });

  it("are not hidden by a later failed fetch of the same seller", () => {
    const shop = { seller: "a.example" };
    const view = viewOf([
      seen(2000n, { ...shop, observedAtMs: NOW - DAY_MS }),
      seen(0n, { ...shop, id: "obs_zero" }),
    ]);
    expect(view.figures).toMatchObject({ used: 1, lowest: 2000n });
  });

  it("are compared with each other first, then with the own price", () => {
    expect(viewOf([seen(100n), seen(2000n), seen(2100n)]).refusals.outlier).toBe(1);
    expect(viewOf([seen(500n), seen(510n), seen(520n)]).refusals.outlier).toBe(3);
    expect(viewOf([seen(500n), seen(510n), seen(520n)], { price: null }).refusals.outlier).toBe(0);
  });

  it("are still the same product at exactly the ratio", () => {
    expect(viewOf([seen(6000n)]).refusals.outlier).toBe(0);
    expect(viewOf([seen(6001n)]).refusals.outlier).toBe(1);
  });

  it("have the mean of the middle two as median, half a cent to the even one", () => {
    expect(viewOf([seen(2001n), seen(2002n)]).figures.median).toBe(2002n);
    expect(viewOf([seen(2000n), seen(2001n)]).figures.median).toBe(2000n);
    expect(viewOf([seen(1990n), seen(2000n), seen(2010n), seen(2020n)]).figures.median).toBe(2005n);
  });

  it("are used out of stock where the policy says so, and never as the lowest in stock", () => {
    const view = viewOf([seen(1900n, { inStock: false }), seen(2000n)], {}, { in_stock_only: false });
    expect(view.figures.used).toBe(2);
    expect(view.lowestInStock).toBe(2000n);
  });

  it("count at any age where the policy sets no limit", () => {
    const old = seen(2000n, { observedAtMs: NOW - 900 * DAY_MS });
    expect(viewOf([old], {}, { max_observation_age_days: null }).figures.used).toBe(1);
  });
});
