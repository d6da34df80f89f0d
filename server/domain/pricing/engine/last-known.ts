import type { PricingInputs } from "@/server/domain/pricing/engine/findings";
import { evaluateMarket, type MarketView } from "@/server/domain/pricing/engine/market";
import { type MarketProblem, marketProblem } from "@/server/domain/pricing/engine/market-problem";
import { type CompiledStrategy, followsMarket } from "@/server/domain/pricing/engine/strategy";

/** The market that a strategy looks at, and why it is not reliable; null where it is. */
export type MarketFor = { readonly market: MarketView; readonly problem: MarketProblem | null };

/**
 * Returns the market that a strategy looks at: the item's, or for one of last known prices also the older prices that
 * it permits, by all other gates. A seller who has sold out since has no last known price.
 * @param problem why the item's market is not reliable
 * @param nowMs milliseconds since 1970; from it the ages of prices are counted
 */
export function marketFor(
  strategy: CompiledStrategy,
  { item, rules, market }: PricingInputs,
  problem: MarketProblem | null,
  nowMs: number,
): MarketFor {
  const { maxObservationAgeMs: usual } = rules.gates;
  const lastKnown = followsMarket(strategy) ? strategy.reference.lastKnownMs : null;
  if (lastKnown === null) return { market, problem };
  // The item's market was not asked for a problem where no other strategy needs it.
  if (usual === null || lastKnown <= usual) return { market, problem: marketProblem(item, market, rules) };
  const longer = { ...rules, gates: { ...rules.gates, maxObservationAgeMs: lastKnown } };
  const known = evaluateMarket(item, market.observations, longer, nowMs);
  return { market: known, problem: marketProblem(item, known, longer) };
}
