import type { Ratio } from "@/server/domain/ratio";

/** A recommendation's inputs and its price, in minor units of one currency; null means unknown. */
export type DecisionInputs = {
  readonly currentPrice: bigint | null;
  readonly cost: bigint | null;
  readonly marketMedian: bigint | null;
  readonly recommendedPrice: bigint | null;
};

/**
 * Returns whether nothing moved by more than `threshold` of its earlier value. Then a run's result counts as the
 * same, and a dismissed recommendation is not made again. A change between known and unknown always counts as a move.
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
