import type { PricingStep } from "@/server/domain/pricing/outcome";

/** The reasons of a recommendation, in the order in which lists group them: losses first. */
export const WHYS = ["below_floor", "above_market", "room", "other"] as const;
export type Why = (typeof WHYS)[number];

/** A price change of this ratio or more, up or down, counts as large. */
export const LARGE_CHANGE = "0.1";

/** The figures that determine the reason. Amounts are minor units of one currency. */
export type Rationale = {
  readonly currentPrice: bigint | null;
  readonly recommendedPrice: bigint | null;
  readonly changeRatio: string | null;
  /** Null when no competitor's price was used. */
  readonly marketMedian: bigint | null;
  readonly steps: readonly Pick<PricingStep, "rule" | "effect" | "amount">[];
};

/**
 * Returns the reason of a recommendation. A present price below the price of the margin floor precedes every reason of
 * the market; without a used market there is none of the market's reasons. Those of the market are of the regular
 * price, which may fall while what shoppers pay rises, because their shop is late with the end of a sale.
 */
export function whyOf({ currentPrice, recommendedPrice, changeRatio, marketMedian, steps }: Rationale): Why {
  const floor = steps.find(({ rule, effect }) => rule === "margin_floor" && effect === "floor")?.amount;
  if (currentPrice !== null && floor != null && currentPrice < floor) return "below_floor";
  if (marketMedian === null || changeRatio === null || !/[1-9]/.test(changeRatio)) return "other";
  if (currentPrice === null || recommendedPrice === null) return "other";
  return recommendedPrice < currentPrice ? "above_market" : "room";
}
