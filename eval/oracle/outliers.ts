import { fractionOf } from "@/eval/oracle/exact";
import { medianOf } from "@/eval/oracle/figures";
import type { FullRules } from "@/server/domain/pricing/policy";
import type { Ratio } from "@/server/domain/ratio";

/** Fewer prices than these have no middle that would say more than the own price. */
const ENOUGH_FOR_A_MIDDLE = 3;

/**
 * Returns the prices that are likely for another product or pack. Three or more are compared with their median. Where
 * three or more of them are near it, they are trusted or refused together, as their own median is near the own price
 * or not; fewer are compared with the own price one by one.
 * @param own minor units; null if unknown
 */
export function outliersOf<T extends { readonly price: bigint }>(
  compared: readonly T[],
  own: bigint | null,
  gates: FullRules["gates"],
): ReadonlySet<T> {
  const { outlier_ratio: ownRatio, outlier_ratio_others: othersRatio } = gates;
  const possible = compared.filter(({ price }) => price > 0n);
  const isFarFromOwn = (price: bigint) =>
    own !== null && ownRatio !== null && isFar(price, own, fractionOf(ownRatio));
  const near = possible.length < ENOUGH_FOR_A_MIDDLE ? possible : nearMiddle(possible, othersRatio);
  const isTogether = near.length >= ENOUGH_FOR_A_MIDDLE;
  const middle = isTogether ? middleOf(near) : null;
  const trusted = near.filter(({ price }) => !isFarFromOwn(middle ?? price));
  return new Set(compared.filter((each) => !trusted.includes(each)));
}

const middleOf = (prices: readonly { readonly price: bigint }[]): bigint =>
  medianOf(prices.map(({ price }) => price));

function nearMiddle<T extends { readonly price: bigint }>(
  prices: readonly T[],
  ratio: string | null,
): readonly T[] {
  const middle = middleOf(prices);
  return ratio === null ? prices : prices.filter(({ price }) => !isFar(price, middle, fractionOf(ratio)));
}

/** Whether an amount is more than so many times above or below another. */
const isFar = (amount: bigint, from: bigint, { num, den }: Ratio): boolean =>
  amount * den > from * num || from * den > amount * num;
