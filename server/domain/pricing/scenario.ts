import { z } from "zod";
import { percentOfRatio } from "@/server/domain/percent";
import { divideHalfEven, parseRatio } from "@/server/domain/ratio";
import type { EngineItem, EngineObservation } from "./inputs";
import { ratio } from "./policy-rules";

/** By how much everything of a kind changes: as a share of what it is, above -1 to 10; left out, not at all. */
const Change = ratio(-1, 10, true).optional();

/** What is supposed of a whole catalog: that all costs, all competitor prices or both change by a share. */
export const Scenario = z
  .strictObject({ cost_change: Change, competitor_price_change: Change })
  .refine(
    (scenario) => Object.values(scenario).some((change) => change !== undefined),
    "Say by how much costs or competitor prices change.",
  );
export type Scenario = z.infer<typeof Scenario>;

/** The same as it was stored, by whichever version of the service. */
export const StoredScenario = z.object({
  cost_change: z.string().optional(),
  competitor_price_change: z.string().optional(),
});

/** Whether two scenarios suppose the same; null supposes nothing. */
export const isSameScenario = (one: Scenario | null, other: Scenario | null): boolean =>
  one?.cost_change === other?.cost_change && one?.competitor_price_change === other?.competitor_price_change;

type Priced = { readonly item: EngineItem; readonly observations: readonly EngineObservation[] };

/**
 * Returns a function that gives an item and its market as they are in the scenario: changed amounts are rounded half
 * to even to a minor unit of their currency, and are at least one. Unknown costs stay unknown, and ages as they are.
 * Without a scenario it returns what it is given.
 */
export function inScenario(scenario: Scenario | null): <P extends Priced>(priced: P) => P {
  if (scenario === null) return (priced) => priced;
  const cost = changing(scenario.cost_change);
  const price = changing(scenario.competitor_price_change);
  return (priced) => ({
    ...priced,
    item: { ...priced.item, cost: priced.item.cost === null ? null : cost(priced.item.cost) },
    observations: priced.observations.map((seen) => ({ ...seen, price: price(seen.price) })),
  });
}

/** Says what a scenario supposes, for people: "costs 5 % higher and competitors' prices 3 % lower". */
export const scenarioText = (scenario: Scenario): string =>
  [
    ["costs", scenario.cost_change] as const,
    ["competitors' prices", scenario.competitor_price_change] as const,
  ]
    .flatMap(([what, change]) => (change === undefined ? [] : [`${what} ${changeText(change)}`]))
    .join(" and ");

/** Says the change exactly: what is supposed is stated nowhere else. */
function changeText(change: string): string {
  const { num } = parseRatio(change);
  if (num === 0n) return "unchanged";
  return `${percentOfRatio(change.replace("-", ""))} % ${num < 0n ? "lower" : "higher"}`;
}

function changing(change: string | undefined): (amount: bigint) => bigint {
  if (change === undefined) return (amount) => amount;
  const { num, den } = parseRatio(change);
  return (amount) => {
    const changed = divideHalfEven(amount * (den + num), den);
    return changed < 1n ? 1n : changed;
  };
}
