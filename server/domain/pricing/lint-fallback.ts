import { sellerKey } from "@/server/domain/pricing/inputs";
import type { PlacedFinding } from "@/server/domain/pricing/lint-finding";
import type { FullRules } from "@/server/domain/pricing/policy";
import type { SimpleStrategy } from "@/server/domain/pricing/policy-rules";
import { followsMarket, type GivenStrategy, partsOf, triedOf } from "@/server/domain/pricing/strategies";

/** Returns an error for each fallback that never decides a price, since another strategy is tried first. */
export function lintFallback(rules: FullRules): PlacedFinding[] {
  const tried = triedOf(rules);
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

/** Whether a simple strategy has a price for every item whose price and cost are known. */
const isKnown = (strategy: SimpleStrategy): boolean =>
  strategy.type === "hold" ||
  strategy.type === "cost_plus" ||
  ("against" in strategy && strategy.against === "cost");

const hasAlways = (strategy: GivenStrategy): boolean => partsOf(strategy).every(isKnown);

/** The parts by which a strategy may have no price; a pick has none where one of its parts has none. */
const doubtful = (strategy: GivenStrategy): readonly SimpleStrategy[] =>
  partsOf(strategy).filter((part) => !isKnown(part));

/** Whether a strategy lacks a price only where there is no reliable market. */
const isOfMarket = (strategy: SimpleStrategy): boolean =>
  followsMarket(strategy) && "against" in strategy && !LACKING.includes(strategy.against);

/** What some markets lack that have enough prices. */
const LACKING: readonly string[] = ["seller", "rank", "mode"];

/** Whether the second strategy has no price wherever the first has none. */
const lacksWith = (first: GivenStrategy, second: GivenStrategy): boolean =>
  doubtful(first).every((part) => doubtful(second).some((other) => isMissingWith(part, other)));

function isMissingWith(first: SimpleStrategy, second: SimpleStrategy): boolean {
  if (!("against" in first) || !("against" in second)) return false;
  if ((second.last_known_days ?? 0) > (first.last_known_days ?? 0)) return false;
  if (isOfMarket(first)) return followsMarket(second);
  if (first.against !== second.against) return false;
  if (first.against === "seller") return sellerKey(first.seller ?? "") === sellerKey(second.seller ?? "");
  return first.against !== "rank" || (second.rank ?? 1) >= (first.rank ?? 1);
}

/** Whether a fallback is left for a missing market alone, in which the distance to it leaves no price. */
const needsDistance = ({ constraints }: FullRules, before: readonly GivenStrategy[]): boolean =>
  constraints.market_distance !== null && before.some((strategy) => doubtful(strategy).every(isOfMarket));

/** Returns a warning for each part of a pick that stands in it twice. */
export const lintPicks = (rules: FullRules): PlacedFinding[] =>
  triedOf(rules).flatMap(({ at, strategy }) => {
    const parts = partsOf(strategy).map((part) => JSON.stringify(part));
    return parts.flatMap((part, index): PlacedFinding[] => {
      if (parts.indexOf(part) === index) return [];
      const about = [at === "strategy" ? "strategy" : "fallback"] as const;
      const message = "The same stands in this pick already: it changes nothing.";
      return [{ level: "warning", at: `${at}.of.${index}`, code: "picked_twice", message, about }];
    });
  });
