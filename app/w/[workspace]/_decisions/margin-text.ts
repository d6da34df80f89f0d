import type { RecommendationDetail } from "./recommendation-detail";

/**
 * Returns one sentence about why no margin is shown, for a recommendation without a price whose present margin is
 * unknown. Null if there is a margin.
 */
export function unknownMarginText(
  rec: Pick<RecommendationDetail, "recommended_price" | "current_price" | "margin_before" | "cost">,
): string | null {
  if (rec.recommended_price !== null || rec.margin_before !== null) return null;
  if (rec.current_price === null) return "Not known, as the item has no price.";
  return rec.cost === null ? "Not known until the cost is." : "Not known.";
}
