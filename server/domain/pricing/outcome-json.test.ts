import { describe, expect, it } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { decide } from "@/server/domain/pricing/engine/engine";
import { outcomeToJson } from "@/server/domain/pricing/outcome-json";
import { item, NOW, policy, seen } from "@/server/domain/pricing/testing";

describe("a stored outcome", () => {
  const observations = [seen(2145n), seen(2155n), seen(500n, { currency: "JPY" })];

  it("survives JSON unchanged: no bigint, no undefined, no float", () => {
    for (const over of [
      {},
      { price: null },
      { cost: null },
      { cost: 2500n },
      { costUpdatedAtMs: NOW - 99 * DAY_MS },
    ]) {
      const json = outcomeToJson(decide(item(over), observations, policy(), NOW));
      const back: unknown = JSON.parse(JSON.stringify(json));
      expect(back).toStrictEqual(json);
      expect(JSON.stringify(back)).toBe(JSON.stringify(json));
    }
  });

  it("writes each amount in its own currency, times in UTC and quiet signals short", () => {
    const json = outcomeToJson(decide(item({ mapPrice: 2001n }), observations, policy(), NOW));
    expect(json.recommendation).toMatchObject({ current_price: "20.00", recommended_price: "21.49" });
    expect(json.evidence.observations[0]).toMatchObject({
      price: "500",
      currency: "JPY",
      observed_at: "2026-11-21T08:00:00.000Z",
      refusal: "other_currency",
    });
    expect(json.signals[0]).toEqual({ kind: "below_cost", signal: "off" });
    expect(json.signals.find(({ kind }) => kind === "map_violation")).toEqual({
      kind: "map_violation",
      signal: "on",
      severity: "critical",
      shortfall: "0.01",
      message: "20.00 EUR is below the minimum advertised price of 20.01.",
    });
  });

  it("is the same to the byte when decided again", () => {
    const text = () => JSON.stringify(outcomeToJson(decide(item(), observations, policy(), NOW)));
    expect(text()).toBe(text());
  });
});
