import type { Policy } from "@/server/domain/pricing/compile";
import { formatPercent, parseRatio, type Ratio } from "@/server/domain/ratio";

/**
 * Whether a run moves so much that a person has to release it, and why in one sentence; null when it may publish.
 * `moves` are the change ratios of its price changes, decimal strings as recommendations carry them. Runs over fewer
 * items than the policy's minimum never trip.
 */
export function breakerTrips(itemsInScope: number, moves: readonly string[], policy: Policy): string | null {
  const sizes = moves.map((text) => {
    const { num, den } = parseRatio(text);
    return (num < 0n ? -num : num) * (1_000_000_000n / den);
  });
  sizes.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const upper = sizes[sizes.length >> 1];
  if (upper === undefined) return null;
  const lower = sizes.length % 2 === 1 ? upper : (sizes[(sizes.length >> 1) - 1] ?? upper);
  return breakerVerdict(itemsInScope, sizes.length, { num: lower + upper, den: 2_000_000_000n }, policy);
}

/** The same from figures that were aggregated elsewhere: how many items move, and the median size of the moves. */
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
