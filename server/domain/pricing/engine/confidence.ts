import type { FollowedScope } from "@/server/domain/pricing/engine/compile-scope";
import type { CostView } from "@/server/domain/pricing/engine/cost";
import type { MarketView } from "@/server/domain/pricing/engine/market";
import { followsMarket } from "@/server/domain/pricing/engine/strategy";
import type { Confidence } from "@/server/domain/pricing/outcome";

/**
 * Returns the confidence in a new price. It drops one step for a cost past half its permitted age and, when the price
 * follows the market, one each for fewer than three observations, for an observation refused as an outlier, and for
 * last known prices.
 */
export function confidenceOf(cost: CostView, market: MarketView, scope: FollowedScope): Confidence {
  let doubts = 0;
  const { maxCostAgeMs } = scope.gates;
  if (cost.state !== "fresh" || (maxCostAgeMs !== null && 2 * cost.ageMs > maxCostAgeMs)) doubts += 1;
  if (followsMarket(scope.strategy)) {
    if (market.figures.used < 3) doubts += 1;
    if (market.refusals.outlier > 0) doubts += 1;
    if (scope.strategy.reference.lastKnownMs !== null) doubts += 1;
  }
  return doubts === 0 ? "high" : doubts === 1 ? "medium" : "low";
}
