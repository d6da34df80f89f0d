import { nearestWhole, plus, times, whole } from "@/eval/oracle/exact";
import type { Ratio } from "@/server/domain/ratio";

const sorted = (prices: readonly bigint[]): bigint[] =>
  [...prices].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));

/** Returns the middle price, of an even number the mean of the two middle ones; half a minor unit to the even one. */
export function medianOf(prices: readonly bigint[]): bigint {
  const inOrder = sorted(prices);
  const [low = 0n, high = 0n] = [
    inOrder[Math.floor((inOrder.length - 1) / 2)],
    inOrder[Math.floor(inOrder.length / 2)],
  ];
  return nearestWhole({ num: low + high, den: 2n });
}

/** Returns the average of prices with weights, half a minor unit to the even one. */
export function meanOf(prices: readonly { readonly price: bigint; readonly weight: Ratio }[]): bigint {
  const sum = prices.map(({ price, weight }) => times(whole(price), weight)).reduce(plus, whole(0n));
  const weights = prices.map(({ weight }) => weight).reduce(plus, whole(0n));
  return nearestWhole({ num: sum.num * weights.den, den: sum.den * weights.num });
}

/** Returns the price that stands there in order, 1 for the lowest; null where there are fewer. */
export const rankedOf = (prices: readonly bigint[], rank: number): bigint | null =>
  sorted(prices)[rank - 1] ?? null;

/** Returns the most frequent price, of equally frequent ones the lowest; null where all differ. */
export function modeOf(prices: readonly bigint[]): bigint | null {
  const times = (price: bigint) => prices.filter((other) => other === price).length;
  const most = Math.max(...prices.map(times));
  return most < 2 ? null : (sorted(prices).find((price) => times(price) === most) ?? null);
}
