import type { Policy } from "@/server/domain/pricing/engine/compile";
import { decide } from "@/server/domain/pricing/engine/engine";
import type { EngineItem, EngineObservation } from "@/server/domain/pricing/inputs";
import { item, NOW, policy, seen } from "@/server/domain/pricing/testing";

export type Json = Readonly<Record<string, unknown>>;

/** What four shops ask for the mug: the lowest 18.00, the median 18.75, the average 19.125. */
export const MUG_MARKET = [
  seen(1800n, { seller: "amazon" }),
  seen(1850n, { seller: "bravo" }),
  seen(1900n, { seller: "charlie" }),
  seen(2100n, { seller: "delta" }),
];
export const CHEAPEST: Json = { type: "position", against: "min" };

/** Rules for everything: a margin of 10 %, at most half up or down, any ending, and one observation is enough. */
export const rulesWith = (
  constraints: Json,
  strategy: Json = CHEAPEST,
  rounding: Json = { endings: [] },
  gates: Json = {},
) =>
  policy({
    defaults: {
      strategy,
      constraints: { margin_floor: "0.10", max_change: "0.50", ...constraints },
      rounding,
      gates: { min_observations: 1, ...gates },
    },
  });

/** What is decided about a mug at 20.00 that costs 10.00: its price, or why there is none, and its sentence. */
export function found(
  rules: Policy,
  over: Partial<EngineItem> = {},
  market: readonly EngineObservation[] = MUG_MARKET,
) {
  const outcome = decide(item(over), market, rules, NOW);
  const bound = outcome.evidence.steps.filter((step) => step.bound).map(({ label }) => label);
  if (outcome.kind === "skip") return { price: null, why: outcome.skipReason, text: outcome.message, bound };
  const { recommendedPrice, bindingRule, reason } = outcome.recommendation;
  return { price: recommendedPrice, why: bindingRule, text: reason, bound };
}
