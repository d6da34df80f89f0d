import { currencyDecimals } from "@/server/domain/currency";
import { parseAmount } from "@/server/domain/money";
import { parseRatio, type Ratio } from "@/server/domain/ratio";

/** Above every price that a drawn case can ask for, in minor units: no search goes further. */
export const HIGHEST = 60_000n;

/** Returns an amount of a policy in minor units, which may be negative. */
export const minorOf = (text: string, currency: string): bigint => parseAmount(text, currency, true);

/** Returns a decimal fraction of a policy. */
export const fractionOf = (text: string): Ratio => parseRatio(text);

/** Returns how many minor units one major unit of a currency has. */
export const unitOf = (currency: string): bigint => 10n ** BigInt(currencyDecimals(currency) ?? 0);

export const plus = (a: Ratio, b: Ratio): Ratio => ({
  num: a.num * b.den + b.num * a.den,
  den: a.den * b.den,
});
export const minus = (a: Ratio, b: Ratio): Ratio => plus(a, { num: -b.num, den: b.den });
export const times = (a: Ratio, b: Ratio): Ratio => ({ num: a.num * b.num, den: a.den * b.den });
export const over = (a: Ratio, b: Ratio): Ratio => ({ num: a.num * b.den, den: a.den * b.num });
export const whole = (amount: bigint): Ratio => ({ num: amount, den: 1n });
export const ONE = whole(1n);

/** Whether a is at most b. */
export const isAtMost = (a: Ratio, b: Ratio): boolean => a.num * b.den <= b.num * a.den;

/** Returns the whole number nearest to a fraction; of two that are equally near the even one. */
export function nearestWhole({ num, den }: Ratio): bigint {
  const below = num >= 0n ? num / den : -((-num + den - 1n) / den);
  const twice = 2n * (num - below * den);
  if (twice === den) return below % 2n === 0n ? below : below + 1n;
  return twice < den ? below : below + 1n;
}

/** Returns the lowest amount from `from` on that fulfils a condition; null where none up to HIGHEST does. */
export function lowestThat(fulfils: (amount: bigint) => boolean, from = 1n): bigint | null {
  for (let amount = from; amount <= HIGHEST; amount++) if (fulfils(amount)) return amount;
  return null;
}

/** Returns the highest amount up to which all from 1 on fulfil a condition; null where all up to HIGHEST do. */
export function highestThat(fulfils: (amount: bigint) => boolean): bigint | null {
  for (let amount = 1n; amount <= HIGHEST; amount++) if (!fulfils(amount)) return amount - 1n;
  return null;
}

/**
 * Returns the price nearest to `target` that fulfils a condition, of two that are equally near the higher one; null
 * where no price from 1 to HIGHEST does.
 */
export function nearestThat(target: bigint, fulfils: (price: bigint) => boolean): bigint | null {
  for (let distance = 0n; distance <= HIGHEST; distance++) {
    const [above, below] = [target + distance, target - distance];
    if (above >= 1n && above <= HIGHEST && fulfils(above)) return above;
    if (below >= 1n && fulfils(below)) return below;
  }
  return null;
}
