import { cutBy, knownTimes, type Span } from "./read-times";
import type { ShopPrice, ShopPriceHistory } from "./shop-prices";
import { isRunning, shopperPriceByDates } from "./shop-window";

/** A time in which what shoppers could pay did not change. Milliseconds since 1970, minor units. */
export interface Stretch extends Span {
  /**
   * The prices of which a shopper paid one, lowest first; null if unknown. There are several where a sale began or
   * ended, or a price was stated, and the store was not read since.
   */
  readonly paid: readonly bigint[] | null;
  /** The higher price that was shown beside all of them, the regular or a struck-through one; null without one. */
  readonly reference: bigint | null;
  /** The highest price that the shop strikes through beside all of them; null without one. */
  readonly struckThrough: bigint | null;
  /** Whether a store said so. */
  readonly isOfStore: boolean;
  /** Whether people state it of a time before it was recorded. */
  readonly isStated: boolean;
  /** When the sale began that runs by its own dates, if its price may have been paid; null without one. */
  readonly saleFromMs: number | null;
}

/** An entry with the time in which it holds. */
interface Placed {
  readonly entry: ShopPrice;
  readonly startMs: number;
  readonly endMs: number;
}

type Paid = readonly bigint[] | null;

/** What the store was last seen to charge, before an entry that it did not say itself. */
interface Before {
  readonly integrationId: string | null;
  readonly paid: Paid;
  readonly isSeen: boolean;
}

/**
 * Returns what shoppers could pay from the first entry until a time. An entry that the next one replaced at once lasts
 * a millisecond: it was a price.
 * @param question.nowMs the time of the question, which no entry is later than, whatever the clock of its writer
 * @param untilMs milliseconds since 1970
 */
export function stretchesOf(
  { entries, reads }: ShopPriceHistory,
  { currency, nowMs }: { readonly currency: string; readonly nowMs: number },
  untilMs: number,
): Stretch[] {
  let before: Before = { integrationId: null, paid: null, isSeen: false };
  return placed(entries, nowMs, untilMs).flatMap((each) => {
    const { entry } = each;
    const { integrationId } = entry;
    // A price that somebody states of an item of a store says nothing about what the store charges until it is read.
    const isUnread = integrationId !== null && entry.shopperPrice === null;
    const isSeen = isUnread ? before.isSeen && before.integrationId === integrationId : true;
    const parts = partsOf(each, isUnread && isSeen ? before.paid : null);
    before = { integrationId, paid: parts.at(-1)?.paid ?? null, isSeen };
    const isKnown = entry.isKnown && entry.currency === currency;
    const stretches = parts.map((part) => stretchOf(entry, part, isKnown));
    if (integrationId === null) return stretches;
    const known = knownTimes(reads.get(integrationId) ?? [], nowMs);
    return stretches
      .flatMap((stretch) => cutBy(stretch, known))
      .map(({ isIn, ...stretch }) => (isIn ? stretch : { ...stretch, ...UNKNOWN }));
  });
}

const UNKNOWN = { paid: null, reference: null, struckThrough: null, saleFromMs: null };

/**
 * Gives each entry its time, by the order in which they were written. One whose writer's clock was ahead of the next
 * one's, or the next one's behind, holds for both times: nobody can tell them apart.
 */
function placed(entries: readonly ShopPrice[], nowMs: number, untilMs: number): Placed[] {
  let nextMs = Number.POSITIVE_INFINITY;
  const found: Placed[] = [];
  for (const entry of entries.toReversed()) {
    const ownMs = Math.min(entry.atMs, nowMs);
    const startMs = Math.min(ownMs, nextMs);
    const endMs = Math.max(Math.min(nextMs, untilMs), Math.min(ownMs, untilMs), startMs + 1);
    if (startMs < untilMs) found.push({ entry, startMs, endMs });
    nextMs = startMs;
  }
  return found.reverse();
}

type Part = Span & { readonly paid: Paid };

/** Cuts an entry at the edges of its sale; `still`: what the store may charge instead of what is stated. */
function partsOf({ entry, startMs, endMs }: Placed, still: Paid): Part[] {
  const edges = [entry.sale?.from, entry.sale?.until]
    .map((edge) => edge?.getTime())
    .filter((ms): ms is number => ms !== undefined && startMs < ms && ms < endMs)
    .sort((a, b) => a - b);
  const starts = [startMs, ...edges];
  const isByDates = entry.shopperPrice === null && still === null;
  let before: Paid = still;
  return starts.map((fromMs, index) => {
    const paid = isByDates
      ? sortedPrices([shopperPriceByDates(entry, entry.price, fromMs)])
      : paidFrom(entry, fromMs, before, index === 0);
    before = paid;
    return { fromMs, untilMs: starts[index + 1] ?? endMs, paid };
  });
}

/** What may be paid from a moment on: where a store may be late, what it charged before or what the dates say. */
function paidFrom(entry: ShopPrice, fromMs: number, before: Paid, isEntry: boolean): Paid {
  const { shopperPrice, price, sale } = entry;
  const byDates = shopperPriceByDates(entry, price, fromMs);
  if (shopperPrice !== null && isEntry) {
    const isLate = sale !== null && byDates !== shopperPrice && [price, sale.price].includes(shopperPrice);
    return sortedPrices(isLate ? [shopperPrice, byDates] : [shopperPrice]);
  }
  return sortedPrices([...(before ?? [null]), byDates]);
}

/** The prices, lowest first, each once; null if one of them is unknown. */
function sortedPrices(prices: readonly (bigint | null)[]): Paid {
  const known = prices.filter((price) => price !== null);
  if (known.length < prices.length) return null;
  return [...new Set(known)].sort((a, b) => (a < b ? -1 : 1));
}

/** Returns what a part of an entry's time means; `isKnown`: whether its price is, in the currency asked for. */
function stretchOf(entry: ShopPrice, { fromMs, untilMs, paid }: Part, isKnown: boolean): Stretch {
  const { price, compareAt, sale, integrationId, isStated } = entry;
  const span = { fromMs, untilMs, isOfStore: integrationId !== null, isStated };
  if (!isKnown || paid === null) return { ...span, ...UNKNOWN };
  const highest = paid.at(-1) ?? null;
  const highestAbove = (prices: readonly (bigint | null)[]) =>
    sortedPrices(prices.filter((each) => each !== null && highest !== null && highest < each))?.at(-1) ??
    null;
  // A shop strikes its regular price through for a sale, and not for a price that replaces it.
  const struckThrough = highestAbove(sale === null ? [compareAt] : [price, compareAt]);
  const isOnSale = sale !== null && isRunning(sale, fromMs) && paid.includes(sale.price);
  const saleFromMs = isOnSale ? (sale.from?.getTime() ?? null) : null;
  return { ...span, paid, reference: highestAbove([price, compareAt]), struckThrough, saleFromMs };
}
