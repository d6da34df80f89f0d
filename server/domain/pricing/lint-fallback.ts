import { sellerKey } from "@/server/domain/pricing/inputs";
import type { PlacedFinding } from "@/server/domain/pricing/lint-finding";
import type { FullRules } from "@/server/domain/pricing/policy";
import { followsMarket, type GivenStrategy, strategiesOf } from "@/server/domain/pricing/strategies";

/** Returns an error for each fallback that never decides a price, since another strategy is tried first. */
export function lintFallback(rules: FullRules): PlacedFinding[] {
  const tried = strategiesOf(rules);
  return tried.flatMap(({ at, strategy }, index) => {
    const before = tried.slice(0, index).map((each) => each.strategy);
    const why = before.some(hasAlways)
      ? "What is tried before it has a price for every item"
      : before.some((earlier) => lacksWith(earlier, strategy))
        ? "Where what is tried before it has no price, this has none either"
        : index > 0 && needsDistance(rules, before)
          ? "The limit on the distance to the market leaves no price where the market is missing"
          : null;
    if (why === null) return [];
    const message = `${why}: this never decides.`;
    // A scope that holds its prices may leave what the general rules try.
    const about = ["fallback"] as const;
    return [{ level: "error", at, code: "fallback_never_reached", message, about }];
  });
}

/** Whether a strategy has a price for every item whose price and cost are known. */
const hasAlways = (strategy: GivenStrategy): boolean =>
  strategy.type === "hold" ||
  strategy.type === "cost_plus" ||
  ("against" in strategy && strategy.against === "cost");

/** Whether a strategy lacks a price only where there is no reliable market. */
const isOfMarket = (strategy: GivenStrategy): boolean =>
  followsMarket(strategy) &&
  "against" in strategy &&
  strategy.against !== "seller" &&
  strategy.against !== "rank";

/** Whether the second strategy has no price wherever the first has none. */
function lacksWith(first: GivenStrategy, second: GivenStrategy): boolean {
  if (!("against" in first) || !("against" in second)) return false;
  if (isOfMarket(first)) return followsMarket(second);
  if (first.against !== second.against) return false;
  if (first.against === "seller") return sellerKey(first.seller ?? "") === sellerKey(second.seller ?? "");
  return first.against !== "rank" || (second.rank ?? 1) >= (first.rank ?? 1);
}

/** Whether a fallback is left for a missing market alone, in which the distance to it leaves no price. */
const needsDistance = ({ constraints }: FullRules, before: readonly GivenStrategy[]): boolean =>
  constraints.market_distance !== null && before.some(isOfMarket);
