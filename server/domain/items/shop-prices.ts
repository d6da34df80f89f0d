import { type ShopWindow, shopperPriceByDates } from "./shop-window";

/** What an item's shop showed from a moment on, until the next entry. Amounts are minor units of `currency`. */
export interface ShopPrice extends ShopWindow {
  /** Milliseconds since 1970. */
  readonly atMs: number;
  readonly currency: string;
  /** The regular price; null if unknown. */
  readonly price: bigint | null;
}

/** A time in which what shoppers could pay did not change. */
export interface Stretch {
  /** Milliseconds since 1970. */
  readonly fromMs: number;
  /** The first millisecond after it. */
  readonly untilMs: number;
  /**
   * The lowest price that a shopper can have paid, in minor units; null if unknown. Where a sale began or ended and the
   * store was not read since, it is the lower of the two prices.
   */
  readonly lowest: bigint | null;
  /** Whether a reduction was shown: a sale below the regular price, or a higher price struck through. */
  readonly isReduced: boolean;
}

/**
 * Returns what shoppers could pay from the first entry until a time, without gaps.
 * @param entries of one item, oldest first
 * @param currency the currency of the result; what was sold in another one is unknown
 * @param untilMs milliseconds since 1970
 */
export function stretchesOf(entries: readonly ShopPrice[], currency: string, untilMs: number): Stretch[] {
  return entries.flatMap((entry, index) => {
    const endMs = Math.min(entries[index + 1]?.atMs ?? untilMs, untilMs);
    return entry.atMs < endMs ? stretchesOfEntry(entry, currency, endMs) : [];
  });
}

/** An entry until the next one, cut where its sale begins and ends. */
function stretchesOfEntry(entry: ShopPrice, currency: string, endMs: number): Stretch[] {
  const edges = [entry.sale?.from, entry.sale?.until]
    .map((edge) => edge?.getTime())
    .filter((ms): ms is number => ms !== undefined && entry.atMs < ms && ms < endMs)
    .sort((a, b) => a - b);
  const starts = [entry.atMs, ...edges];
  let before: bigint | null = null;
  return starts.map((fromMs, index) => {
    const byDates = shopperPriceByDates(entry, entry.price, fromMs);
    const charged = entry.shopperPrice ?? byDates;
    // Stores notice a begin or an end late: until the next entry they may charge what they did before.
    const paid = index === 0 ? charged : entry.shopperPrice === null ? byDates : lower(before, byDates);
    before = paid;
    const lowest = entry.currency === currency ? paid : null;
    return { fromMs, untilMs: starts[index + 1] ?? endMs, lowest, isReduced: showsReduction(entry, lowest) };
  });
}

const lower = (one: bigint | null, other: bigint | null): bigint | null =>
  one === null || other === null ? null : one < other ? one : other;

const showsReduction = ({ price, compareAt }: ShopPrice, paid: bigint | null): boolean =>
  paid !== null && [price, compareAt].some((shown) => shown !== null && paid < shown);
