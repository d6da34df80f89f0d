import { type MarginFactors, profitIfKnown } from "@/server/domain/margin";
import { type Rationale, type Why, whyOf } from "@/server/domain/pricing/why";

/** The figures by which lists of recommendations are grouped, filtered and sorted, stored with each one. */
export type Classification = {
  readonly why: Why;
  /** Profit per unit after less before, in minor units; null when a price or the cost is unknown. */
  readonly profitChange: bigint | null;
};

/** The prices and the cost of a recommendation, in minor units of one currency; null means unknown. */
type PricesAndCost = {
  readonly currentPrice: bigint | null;
  readonly recommendedPrice: bigint | null;
  readonly cost: bigint | null;
};

/** Classifies a recommendation by its other figures and the VAT and fees of the policy that recommends it. */
export function classify(figures: Rationale & PricesAndCost, marginFactors: MarginFactors): Classification {
  return { why: whyOf(figures), profitChange: profitChange(figures, marginFactors) };
}

/** Returns profit per unit after less before, in minor units; null when a price or the cost is unknown. */
export function profitChange(
  { currentPrice, recommendedPrice, cost }: PricesAndCost,
  marginFactors: MarginFactors,
): bigint | null {
  const before = profitIfKnown(currentPrice, cost, marginFactors);
  const after = profitIfKnown(recommendedPrice, cost, marginFactors);
  return before === null || after === null ? null : after - before;
}
