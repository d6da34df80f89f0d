import type { Policy } from "@/server/domain/pricing/engine/compile";
import { formatPercent, type Ratio } from "@/server/domain/ratio";

/**
 * Returns why a run changes so much that a person has to release it, in one sentence; null when it may publish.
 * `movedItems` is the number of its price changes, `medianMove` the median of their sizes, never negative. Runs over
 * fewer items than the policy's minimum never trip the breaker.
 */
export function breakerVerdict(
  itemsInScope: number,
  movedItems: number,
  medianMove: Ratio,
  { breaker }: Policy,
): string | null {
  if (itemsInScope < breaker.minItems || movedItems === 0) return null;
  const { maxShare, maxMedianMove } = breaker;
  const [moved, all] = [BigInt(movedItems), BigInt(itemsInScope)];
  if (maxShare !== null && moved * maxShare.den > maxShare.num * all) {
    const limit = formatPercent(maxShare.num, maxShare.den);
    return `The run would change ${movedItems} of ${itemsInScope} prices, more than ${limit}.`;
  }
  if (maxMedianMove !== null && medianMove.num * maxMedianMove.den > maxMedianMove.num * medianMove.den) {
    const median = formatPercent(medianMove.num, medianMove.den);
    const limit = formatPercent(maxMedianMove.num, maxMedianMove.den);
    return `Half of the price changes are by ${median} or more; the policy's limit is ${limit}.`;
  }
  return null;
}
