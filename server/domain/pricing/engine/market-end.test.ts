import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "@/server/domain/durations";
import { marketOf } from "@/server/domain/pricing/engine/market";
import { item, NOW, policy, sale, seen } from "@/server/domain/pricing/testing";
import { marketEnd } from "./market-end";

const MAX_AGE_MS = 7 * DAY_MS;
const WEEK = policy({ defaults: { gates: { max_observation_age_days: 7, min_observations: 1 } } });
/** The number of offers that count at a time. */
const used = (observations: Parameters<typeof marketEnd>[0], atMs: number) =>
  marketOf(item(), observations, WEEK, atMs).figures.used;

describe("the moment until which a market holds", () => {
  it("is the first millisecond at which an observation is too old", () => {
    const observations = [seen(2100n, { observedAtMs: NOW - DAY_MS }), seen(2200n, { observedAtMs: NOW })];
    const end = marketEnd(observations, null, MAX_AGE_MS, NOW);
    expect(end).toBe(NOW + 6 * DAY_MS + 1);
    expect([used(observations, Number(end) - 1), used(observations, Number(end))]).toEqual([2, 1]);
  });

  it("is that at which an observation dated ahead begins to count", () => {
    const observations = [
      seen(2100n, { observedAtMs: NOW }),
      seen(2200n, { observedAtMs: NOW + 2 * DAY_MS }),
    ];
    const end = marketEnd(observations, null, MAX_AGE_MS, NOW);
    expect(end).toBe(NOW + DAY_MS);
    expect([used(observations, Number(end) - 1), used(observations, Number(end))]).toEqual([1, 2]);
  });

  it.each([
    ["begins", { from: new Date(NOW + HOUR_MS), until: new Date(NOW + 2 * HOUR_MS) }, NOW + HOUR_MS],
    ["ends", { until: new Date(NOW + 2 * HOUR_MS) }, NOW + 2 * HOUR_MS],
  ])("is that at which a sale %s", (_what, dates, end) => {
    expect(marketEnd([seen(2100n)], sale(1800n, dates), MAX_AGE_MS, NOW)).toBe(end);
  });

  it("is none where time alone changes nothing: at any age, in a sale without an end, and for what is past", () => {
    expect(marketEnd([seen(2100n)], sale(1800n, { until: null }), null, NOW)).toBeNull();
    expect(marketEnd([seen(2100n, { observedAtMs: NOW - 8 * DAY_MS })], null, MAX_AGE_MS, NOW)).toBeNull();
    expect(marketEnd([], null, MAX_AGE_MS, NOW)).toBeNull();
  });
});
