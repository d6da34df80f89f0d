import { unitsOf } from "../items/units";
import type { MarginFactors } from "../margin";
import { profitChange } from "../pricing/classification";
import { BAND_EDGES } from "../pricing/effect";
import { formatRatio } from "../ratio";
import type { Finding } from "../recommendations/publication";

/** What counts of a finding. */
type PriceMove = Pick<Finding, "currentPrice" | "recommendedPrice" | "changeRatio" | "cost">;

/** The sizes of price changes between which runs distinguish, those of a draft's effect, as fractions of the price. */
const BOUNDS = BAND_EDGES.filter((edge) => edge > 0).map((edge) => formatRatio(BigInt(edge), 10_000n));

export const CHANGE_DIRECTIONS = ["cut", "rise"] as const;
type ChangeDirection = (typeof CHANGE_DIRECTIONS)[number];

/** The price changes of one direction and size, from a fraction of the price (exclusive) up to another. */
export interface ChangeClass {
  readonly direction: ChangeDirection;
  readonly from: string;
  /** Inclusive; null for the largest changes. */
  readonly to: string | null;
  readonly count: number;
  /**
   * The change of profit if all are applied, on the stock on hand (one unit where it is unknown), in minor units;
   * without the `unknown` ones, whose cost is not known.
   */
  readonly profit: bigint;
  readonly unknown: number;
}

/** Sums price changes by direction and size. */
export interface ChangeClasses {
  /** Adds what was found about an item; what is no price change is passed over. `stock` is null where it is unknown. */
  add(finding: PriceMove, stock: number | null): void;
  /** Returns every class, also those without a change: the largest cuts first, the largest rises last. */
  classes(): ChangeClass[];
}

/** Begins to sum the price changes of a run, whose profit is measured by these factors. */
export function classifyChanges(factors: MarginFactors): ChangeClasses {
  const rising = ["0", ...BOUNDS].map((from, index) => ({ from, to: BOUNDS[index] ?? null }));
  const ofDirection = (direction: ChangeDirection) =>
    rising.map((size) => ({ direction, ...size, count: 0, profit: 0n, unknown: 0 }));
  const all = { cut: ofDirection("cut"), rise: ofDirection("rise") };
  return {
    add: (finding, stock) => {
      const { changeRatio, currentPrice, recommendedPrice } = finding;
      if (changeRatio === null || currentPrice === null || recommendedPrice === null) return;
      const share = Math.abs(Number(changeRatio));
      const direction = recommendedPrice < currentPrice ? "cut" : "rise";
      const found = all[direction].find(({ to }) => to === null || share <= Number(to));
      if (found === undefined) return;
      const perUnit = profitChange(finding, factors);
      found.count += 1;
      if (perUnit === null) found.unknown += 1;
      else found.profit += perUnit * unitsOf(stock);
    },
    classes: () => [...all.cut.toReversed(), ...all.rise],
  };
}

/** Sums the classes of one direction. */
export function sumOfDirection(
  classes: readonly ChangeClass[],
  direction: ChangeDirection,
): Pick<ChangeClass, "count" | "profit" | "unknown"> {
  const sum = { count: 0, profit: 0n, unknown: 0 };
  for (const each of classes) {
    if (each.direction !== direction) continue;
    sum.count += each.count;
    sum.profit += each.profit;
    sum.unknown += each.unknown;
  }
  return sum;
}
