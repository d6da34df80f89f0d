import type { CompiledScope } from "@/server/domain/pricing/engine/compile-scope";
import type { MarketView } from "@/server/domain/pricing/engine/market";
import type { EngineItem } from "@/server/domain/pricing/inputs";
import type { SkipReason } from "@/server/domain/pricing/outcome";

/**
 * Why the market is not a reliable basis for a price; `review` when a person should look at the refused observations.
 */
export type MarketProblem = {
  readonly reason: Extract<
    SkipReason,
    "no_market_data" | "stale_market" | "too_few_observations" | "currency_mismatch" | "market_outliers"
  >;
  readonly message: string;
  readonly review: boolean;
};

/**
 * Returns whether, and why, too few observations passed the gates to follow the market. A review is due only when at
 * least half of the otherwise valid ones are outliers: a match is then probably wrong.
 */
export function marketProblem(
  item: EngineItem,
  market: MarketView,
  { gates, marketDistances }: Pick<CompiledScope, "gates" | "marketDistances">,
): MarketProblem | null {
  // A distance that is measured from a rank needs as many prices.
  const needed = Math.max(gates.minObservations, ...marketDistances.map(({ reference }) => reference.rank));
  const { used } = market.figures;
  const { outlier, other_currency: foreign, too_old: old, superseded, other_pack: packs } = market.refusals;
  const notCounted = market.refusals.seller_not_counted + market.refusals.too_low;
  const { other_tier: otherTiers, shipping_unknown: unknown } = market.refusals;
  const all = market.observations.length;
  if (used >= needed) return null;
  const near = used + otherTiers;
  if (outlier > 0 && outlier >= near) {
    const outlierShare = `${outlier} of ${outlier + near} competitor prices`;
    return problem(
      "market_outliers",
      `${outlierShare} are too far away to be the same product or pack.`,
      true,
    );
  }
  if (used > 0) {
    return problem("too_few_observations", `Only ${used} of the ${needed} prices needed can be used.`);
  }
  if (otherTiers > 0)
    return problem("too_few_observations", "No tier of sellers has as many prices as it needs.");
  if (foreign > 0 && foreign === all) {
    return problem("currency_mismatch", `No competitor price is in ${item.currency}.`);
  }
  if (old > 0 && old + superseded + foreign === all) {
    return problem("stale_market", "Every competitor price is too old to follow.");
  }
  if (packs > 0 && packs + superseded + foreign === all)
    return problem("no_market_data", "Every competitor price is for another pack, or may be.");
  if (notCounted > 0 && notCounted + superseded + foreign === all)
    return problem("no_market_data", "The policy counts none of the competitor prices: each shows why.");
  if (unknown > 0 && unknown + notCounted + superseded + foreign === all)
    return problem("no_market_data", "What competitors' prices are with delivery is not known.");
  const none = all === 0 ? "No competitor price is known." : "No competitor price can be used.";
  return problem("no_market_data", none);
}

const problem = (reason: MarketProblem["reason"], message: string, review = false): MarketProblem => ({
  reason,
  message,
  review,
});
