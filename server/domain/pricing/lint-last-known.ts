import type { PlacedFinding } from "@/server/domain/pricing/lint-finding";
import type { FullRules } from "@/server/domain/pricing/policy";
import { strategiesOf } from "@/server/domain/pricing/strategies";

/** Returns an error for each strategy of last known prices that stands where none are tried, or reaches no farther. */
export function lintLastKnown(rules: FullRules): PlacedFinding[] {
  const { max_observation_age_days: usual } = rules.gates;
  return strategiesOf(rules).flatMap(({ at, strategy }): PlacedFinding[] => {
    if (!("against" in strategy) || strategy.last_known_days === undefined) return [];
    const message = at.startsWith("strategy")
      ? "Last known prices are for what is tried without a price: say here how old prices may be in general."
      : usual === null || strategy.last_known_days <= usual
        ? `Prices count for ${usual === null ? "any time" : `${usual} days`} anyway: this reaches no farther.`
        : null;
    if (message === null) return [];
    const about = at.startsWith("strategy") ? (["strategy"] as const) : (["fallback", "gates"] as const);
    return [{ level: "error", at: `${at}.last_known_days`, code: "last_known_unused", message, about }];
  });
}
