import { expect, it } from "vitest";
import { scenarioText } from "./scenario";

it("a scenario is said in words", () => {
  expect(scenarioText({ cost_change: "0.05", competitor_price_change: "-0.03" })).toBe(
    "costs 5 % higher and competitors' prices 3 % lower",
  );
  expect(scenarioText({ competitor_price_change: "0.125" })).toBe("competitors' prices 12.5 % higher");
  expect(scenarioText({ cost_change: "0" })).toBe("costs unchanged");
});
