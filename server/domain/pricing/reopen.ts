import type { Ratio } from "@/server/domain/ratio";

/** What a recommendation was made from and came to, minor units of one currency; null where it was not known. */
export type DecisionInputs = {
  readonly currentPrice: bigint | null;
  readonly cost: bigint | null;
  readonly marketMedian: bigint | null;
  readonly recommendedPrice: bigint | null;
};

/**
 * Whether nothing moved by more than `threshold` of its earlier value: then a run found the same again, and a dismissed
 * recommendation stays away. Becoming known or unknown is always a move.
 */
export const sameWithin = (previous: DecisionInputs, now: DecisionInputs, threshold: Ratio): boolean =>
  near(previous.currentPrice, now.currentPrice, threshold) &&
  near(previous.cost, now.cost, threshold) &&
  near(previous.marketMedian, now.marketMedian, threshold) &&
  near(previous.recommendedPrice, now.recommendedPrice, threshold);

function near(before: bigint | null, after: bigint | null, threshold: Ratio): boolean {
  if (before === null || after === null) return before === after;
  const moved = after < before ? before - after : after - before;
  const size = before < 0n ? -before : before;
  return moved * threshold.den <= size * threshold.num;
}
