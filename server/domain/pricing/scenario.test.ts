import { describe, expect, it } from "vitest";
import { inScenario, scenarioText } from "./scenario";
import { item, seen } from "./testing";

describe("a scenario", () => {
  it.each([
    [
      { cost_change: "0.05", competitor_price_change: "-0.03" },
      "costs 5 % higher and competitors' prices 3 % lower",
    ],
    [{ competitor_price_change: "0.125" }, "competitors' prices 12.5 % higher"],
    [{ cost_change: "0.0555" }, "costs 5.55 % higher"],
    [{ cost_change: "-0.0004" }, "costs 0.04 % lower"],
    [{ cost_change: "0.000000001" }, "costs 0.0000001 % higher"],
    [{ cost_change: "10" }, "costs 1000 % higher"],
    [{ cost_change: "0" }, "costs unchanged"],
  ])("%j is said in words, exactly", (scenario, words) => {
    expect(scenarioText(scenario)).toBe(words);
  });

  it("rounds what it changes half to even, to one minor unit at least, and leaves the rest as it is", () => {
    const priced = {
      item: item({ cost: 250n }),
      observations: [seen(350n, { currency: "USD" }), seen(1n)],
    };
    const changed = inScenario({ cost_change: "0.01", competitor_price_change: "-0.99" })(priced);
    expect(changed.item).toEqual({ ...priced.item, cost: 252n });
    expect(changed.observations).toEqual([
      { ...priced.observations[0], price: 4n },
      { ...priced.observations[1], price: 1n },
    ]);
    expect(
      inScenario({ cost_change: "0.5" })({ ...priced, item: item({ cost: null }) }).item.cost,
    ).toBeNull();
    expect(inScenario(null)(priced)).toBe(priced);
  });
});
