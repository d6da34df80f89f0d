import type { CompiledScope } from "@/server/domain/pricing/compile-scope";
import type { CostView } from "@/server/domain/pricing/cost";
import type { MarketView } from "@/server/domain/pricing/market";
import type { Confidence } from "@/server/domain/pricing/outcome";
import { followsMarket } from "@/server/domain/pricing/strategy";

/**
 * How well a new price is founded. One step down each for a cost past half its permitted age and, where the price
 * follows the market, for fewer than three observations and for any that had to be refused as an outlier.
 */
export function confidenceOf(cost: CostView, market: MarketView, scope: CompiledScope): Confidence {
  let doubts = 0;
  const { maxCostAgeMs } = scope.gates;
  if (cost.state !== "fresh" || (maxCostAgeMs !== null && 2 * cost.ageMs > maxCostAgeMs)) doubts += 1;
  if (followsMarket(scope.strategy)) {
    if (market.figures.used < 3) doubts += 1;
    if (market.refusals.outlier > 0) doubts += 1;
  }
  return doubts === 0 ? "high" : doubts === 1 ? "medium" : "low";
}
