import type { CompiledGates } from "@/server/domain/pricing/engine/gates";
import { outlierNote } from "@/server/domain/pricing/engine/refusal-text";
import type { EngineObservation } from "@/server/domain/pricing/inputs";
import type { ObservationRefusal } from "@/server/domain/pricing/outcome";
import type { Ratio } from "@/server/domain/ratio";

/**
 * An observation during evaluation, with the amount that the own price is compared with; `refusal` null means it is
 * used so far.
 */
export type Evaluated = {
  observation: EngineObservation;
  compared: bigint;
  refusal: ObservationRefusal | null;
  note: string;
};

/**
 * Refuses observations too far away to be the same product. Three or more are compared with their own median first,
 * then their median is compared with the item's own price; fewer are compared with the own price one by one. When the
 * median itself is too far away, all of them are another product or pack. `evaluated` must be sorted by what is
 * compared.
 */
export function refuseOutliers(
  evaluated: readonly Evaluated[],
  ownPrice: bigint | null,
  { outlierRatio, outlierRatioOthers }: CompiledGates,
): void {
  let remaining = evaluated.filter((one) => one.refusal === null);
  if (outlierRatioOthers !== null && remaining.length >= 3) {
    const middle = medianOf(remaining);
    for (const one of remaining) refuseIfFar(one, one.compared, middle, outlierRatioOthers, "the others");
    remaining = remaining.filter((one) => one.refusal === null);
  }
  if (outlierRatio === null || ownPrice === null || ownPrice <= 0n || remaining.length === 0) return;
  const together = remaining.length >= 3 ? medianOf(remaining) : null;
  for (const one of remaining)
    refuseIfFar(one, together ?? one.compared, ownPrice, outlierRatio, "your price");
}

function refuseIfFar(one: Evaluated, price: bigint, reference: bigint, limit: Ratio, than: string): void {
  const above = price * limit.den > reference * limit.num;
  if (!above && reference * limit.den <= price * limit.num) return;
  one.refusal = "outlier";
  one.note = outlierNote(one.compared, reference, than);
}

/**
 * Returns the median of what is compared, in minor units, of observations sorted by it: of an even number the mean of
 * the middle two, rounded half to even.
 */
export function medianOf(sorted: readonly Evaluated[]): bigint {
  const upper = sorted[sorted.length >> 1]?.compared ?? 0n;
  if (sorted.length % 2 === 1) return upper;
  const sum = (sorted[(sorted.length >> 1) - 1]?.compared ?? 0n) + upper;
  const half = sum / 2n;
  return sum % 2n === 1n && half % 2n === 1n ? half + 1n : half;
}
