import { describe, expect, it } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { decide } from "@/server/domain/pricing/engine/engine";
import type { EngineItem, EngineObservation } from "@/server/domain/pricing/inputs";
import { ITEM_ALERT_KINDS, type ItemAlertKind } from "@/server/domain/pricing/outcome";
import { item, NOW, policy, seen } from "@/server/domain/pricing/testing";

function signal(kind: ItemAlertKind, over: Partial<EngineItem>, observations: EngineObservation[] = []) {
  const all = decide(item(over), observations, policy(), NOW).signals;
  const found = all.find((one) => one.kind === kind);
  if (found === undefined) throw new Error(`no ${kind}`);
  return found;
}

const old = { observedAtMs: NOW - 20 * DAY_MS };

const CASES: [ItemAlertKind, "on" | "off" | "keep", string, Partial<EngineItem>, EngineObservation[]][] = [
  ["below_cost", "on", "the cost is above the price", { cost: 2100n }, []],
  ["below_cost", "off", "the price covers the cost", { cost: 2000n }, []],
  ["below_cost", "keep", "the cost is unknown", { cost: null }, []],
  ["below_cost", "keep", "the price is unknown", { price: null }, []],
  ["margin_below_floor", "on", "the margin is 19.95 %", { cost: 1601n }, []],
  ["margin_below_floor", "off", "the margin is exactly 20 %", { cost: 1600n }, []],
  ["margin_below_floor", "keep", "the cost is unknown", { cost: null }, []],
  ["competitor_undercut", "on", "one is exactly 5 % below", {}, [seen(1900n)]],
  ["competitor_undercut", "keep", "one is between 4 % and 5 % below", {}, [seen(1901n)]],
  ["competitor_undercut", "off", "one is exactly 4 % below", {}, [seen(1920n)]],
  ["competitor_undercut", "off", "the lowest is above", {}, [seen(2050n)]],
  ["competitor_undercut", "off", "the only one is sold out", {}, [seen(1800n, { inStock: false })]],
  ["competitor_undercut", "keep", "nobody was seen", {}, []],
  ["competitor_undercut", "keep", "the last observation is too old", {}, [seen(1800n, old)]],
  ["competitor_undercut", "keep", "the fetch gave no price", {}, [seen(0n)]],
  ["competitor_undercut", "keep", "it is another pack", {}, [seen(500n)]],
  ["competitor_undercut", "keep", "our price is unknown", { price: null }, [seen(1800n)]],
  ["cost_spike", "on", "the cost rose by exactly 10 %", { cost: 1100n }, []],
  ["cost_spike", "keep", "the cost rose by 9 %", { cost: 1090n }, []],
  ["cost_spike", "off", "the cost rose by exactly 8 %", { cost: 1080n }, []],
  ["cost_spike", "off", "the cost fell", { cost: 500n }, []],
  ["cost_spike", "keep", "there is nothing to compare with", { baselineCost: null }, []],
  ["cost_spike", "keep", "the cost is unknown", { cost: null }, []],
  ["price_drift", "on", "somebody else changed the price", { price: 1999n }, []],
  ["price_drift", "off", "the price is ours", {}, []],
  ["price_drift", "keep", "we never set a price", { baselinePrice: null }, []],
  ["price_drift", "keep", "the price is unknown", { price: null }, []],
  ["stale_cost", "on", "the cost is unknown", { cost: null }, []],
  ["stale_cost", "on", "the cost is 91 days old", { costUpdatedAtMs: NOW - 91 * DAY_MS }, []],
  ["stale_cost", "off", "the cost is 90 days old", { costUpdatedAtMs: NOW - 90 * DAY_MS }, []],
  ["stale_market", "on", "every look is too old", {}, [seen(2000n, old), seen(2100n, old)]],
  ["stale_market", "off", "one look is recent", {}, [seen(2000n, old), seen(2100n)]],
  ["stale_market", "off", "nobody ever looked", {}, []],
  ["map_violation", "on", "the price is a cent below MAP", { mapPrice: 2001n }, []],
  ["map_violation", "off", "the price is at MAP", { mapPrice: 2000n }, []],
  ["map_violation", "off", "there is no MAP", {}, []],
  ["map_violation", "keep", "the price is unknown", { mapPrice: 2000n, price: null }, []],
];

describe("alert signals", () => {
  it.each(CASES)("%s is %s when %s", (kind, expected, _when, over, observations) => {
    expect(signal(kind, over, observations).signal).toBe(expected);
  });

  it("cover every kind for every item, in one order, whatever becomes of the price", () => {
    for (const over of [{}, { price: null }, { cost: null }, { currency: "USD" }]) {
      const kinds = decide(item(over), [seen(2150n)], policy(), NOW).signals.map((one) => one.kind);
      expect(kinds).toEqual([...ITEM_ALERT_KINDS]);
    }
  });

  it("say what is at risk a unit", () => {
    expect(signal("below_cost", { cost: 2100n }).shortfallMinor).toBe(100n);
    expect(signal("margin_below_floor", { cost: 1700n }).shortfallMinor).toBe(125n);
    expect(signal("competitor_undercut", {}, [seen(1900n)]).shortfallMinor).toBe(100n);
    expect(signal("cost_spike", { cost: 1250n }).shortfallMinor).toBe(250n);
    expect(signal("map_violation", { mapPrice: 2100n }).shortfallMinor).toBe(100n);
  });

  it("speak in sentences", () => {
    expect(signal("below_cost", { cost: 2100n }).message).toBe("Every unit sold at 20.00 EUR loses 1.00.");
    expect(signal("margin_below_floor", { cost: 1700n }).message).toBe(
      "The margin of 15 % is below the 20 % floor.",
    );
    expect(signal("competitor_undercut", {}, [seen(1900n)]).message).toBe(
      "The lowest competitor asks 19.00 EUR, 5 % less.",
    );
  });
});
