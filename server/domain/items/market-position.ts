/** Where what shoppers pay stands to the market price; unknown where one of the two is. */
export const MARKET_POSITIONS = ["below", "at", "above", "unknown"] as const;
export type MarketPosition = (typeof MARKET_POSITIONS)[number];

/**
 * Compares what shoppers pay for an item with its market price, exactly.
 * @param paid minor units of the item's currency; null if unknown
 * @param median the market price in the same currency; null where no offer counts
 */
export function positionOf(paid: bigint | null, median: bigint | null): MarketPosition {
  if (paid === null || median === null) return "unknown";
  return paid < median ? "below" : paid > median ? "above" : "at";
}
