import type { Shown } from "./shown";

/**
 * Why no margin is shown, as one sentence, for a recommendation that proposes no price and whose present margin is not
 * known. Null where there is a margin to show.
 */
export function unknownMarginText(
  rec: Pick<Shown, "recommended_price" | "current_price" | "margin_before" | "cost">,
): string | null {
  if (rec.recommended_price !== null || rec.margin_before !== null) return null;
  if (rec.current_price === null) return "Not known, as the item has no price.";
  return rec.cost === null ? "Not known until the cost is." : "Not known.";
}
