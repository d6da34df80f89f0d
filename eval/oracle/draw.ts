import { formatAmount } from "@/server/domain/money";
import { randomFrom } from "@/server/testing/random";

/** Draws by chance; the same seed draws the same. */
export interface Draw {
  /** A whole number between two, both included. */
  int(low: number, high: number): number;
  /** True in so many of a hundred draws. */
  percent(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Some of a list, at least one, in its order. */
  some<T>(list: readonly T[]): T[];
  /** An amount between two, in minor units, both included. */
  minor(low: bigint, high: bigint): bigint;
  /** A decimal fraction between two hundredths, mostly with two decimals and sometimes with four. */
  ratio(low: number, high: number): string;
}

/** Opens a source of draws. */
export function drawFrom(seed: number): Draw {
  const random = randomFrom(seed);
  const int = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1));
  const pick = <T>(list: readonly T[]): T => {
    const picked = list[int(0, list.length - 1)];
    if (picked === undefined) throw new Error("There is nothing to draw from.");
    return picked;
  };
  const some = <T>(list: readonly T[]): T[] => {
    const chosen = list.filter(() => int(0, 2) === 0);
    return chosen.length > 0 ? chosen : [pick(list)];
  };
  return {
    int,
    percent: (share) => int(1, 100) <= share,
    pick,
    some,
    minor: (low, high) => low + BigInt(int(0, Number(high - low))),
    ratio: (low, high) => tenThousandths(int(0, 4) === 0 ? int(low * 100, high * 100) : int(low, high) * 100),
  };
}

/** "0.05" for 500 */
const tenThousandths = (value: number): string =>
  `${value < 0 ? "-" : ""}${(Math.abs(value) / 10_000).toFixed(4)}`.replace(/\.?0+$/, "");

/** What the amounts of a case are about: its currency, and a usual price in minor units. */
export interface Level {
  readonly currency: string;
  readonly usual: bigint;
}

/** Returns so many hundredths of the usual price, at least one minor unit. */
export function share({ usual }: Level, hundredths: number): bigint {
  const amount = (usual * BigInt(hundredths)) / 100n;
  return amount < 1n ? 1n : amount;
}

/** Draws an amount between two hundredths of the usual price, as a policy writes it. */
export const amountText = (draw: Draw, level: Level, low: number, high: number): string =>
  formatAmount(draw.minor(share(level, low), share(level, high)), level.currency);

/** Returns the value in so many of a hundred draws, and undefined else. */
export const maybe = <T>(draw: Draw, percent: number, value: () => T): T | undefined =>
  draw.percent(percent) ? value() : undefined;

/** Returns an object without its undefined members. */
export const defined = (members: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
