import { type MarginFactors, profitPerUnit } from "@/server/domain/margin";
import { type Rationale, type Why, whyOf } from "@/server/domain/recommendations/why";

/** The figures by which lists of recommendations are grouped, filtered and sorted, stored with each one. */
export type Classification = {
  readonly why: Why;
  /** Profit per unit after less before, in minor units; null when a price or the cost is unknown. */
  readonly profitChange: bigint | null;
};

/** Classifies a recommendation by its other figures and the VAT and fees of the policy that recommends it. */
export function classify(
  figures: Rationale & { readonly recommendedPrice: bigint | null; readonly cost: bigint | null },
  marginFactors: MarginFactors,
): Classification {
  const { currentPrice: before, recommendedPrice: after, cost } = figures;
  const profitChange =
    before === null || after === null || cost === null
      ? null
      : profitPerUnit(after, cost, marginFactors) - profitPerUnit(before, cost, marginFactors);
  return { why: whyOf(figures), profitChange };
}
