import { DAY_MS } from "../durations";
import type { ReadTime, ShopPrice, ShopPriceHistory } from "./shop-prices";
import { isRunning, shopperPriceByDates } from "./shop-window";

/** So long a price counts as known after the store was last read. */
const KNOWN_AFTER_MS = 2 * DAY_MS;
/** So long a first reading of a large store may take, whose prices are stored before it is complete. */
const READ_IN_MS = DAY_MS;

/** A time in which what shoppers could pay did not change. Milliseconds since 1970, minor units. */
export interface Stretch {
  readonly fromMs: number;
  /** The first millisecond after it. */
  readonly untilMs: number;
  /**
   * The lowest price that a shopper can have paid; null if unknown. Where a sale began or ended and the store was not
   * read since, it is the lower of the two prices.
   */
  readonly lowest: bigint | null;
  /** The higher price that was shown beside it, the regular or a struck-through one; null without a certain one. */
  readonly reference: bigint | null;
  /** Whether a store said so. */
  readonly isOfStore: boolean;
  /** When the sale that was charged began by its own dates; null without one. */
  readonly saleFromMs: number | null;
}

/** An entry with the time in which it holds. */
interface Placed {
  readonly entry: ShopPrice;
  readonly startMs: number;
  readonly endMs: number;
}

/** What a shopper may have paid, where the store may charge one price or another. */
type Paid = readonly bigint[] | null;

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
  let before: { readonly entry: ShopPrice; readonly paid: Paid } | null = null;
  return placed(entries, nowMs, untilMs).flatMap((each) => {
    const { entry } = each;
    // A price that somebody states of an item of a store says nothing about what the store charges until it is read.
    const still = stillCharged(entry, before);
    const parts = partsOf(each, still);
    before = { entry, paid: parts.at(-1)?.paid ?? null };
    const isKnown = entry.isKnown && entry.currency === currency;
    const stretches = parts.map((part) => stretchOf(entry, part, isKnown));
    return entry.integrationId === null
      ? stretches
      : stretches.flatMap(cutByReads(reads.get(entry.integrationId)));
  });
}

/** Gives each entry its time, by the order in which they were written. */
function placed(entries: readonly ShopPrice[], nowMs: number, untilMs: number): Placed[] {
  let nextMs = Number.POSITIVE_INFINITY;
  const found: Placed[] = [];
  for (const entry of entries.toReversed()) {
    const startMs = Math.min(entry.atMs, nowMs, nextMs);
    const endMs = Math.max(Math.min(nextMs, untilMs), startMs + 1);
    if (startMs < untilMs) found.push({ entry, startMs, endMs });
    nextMs = startMs;
  }
  return found.reverse();
}

function stillCharged(entry: ShopPrice, before: { entry: ShopPrice; paid: Paid } | null): Paid {
  if (entry.shopperPrice !== null || entry.integrationId === null) return null;
  return before?.entry.integrationId === entry.integrationId && before.entry.shopperPrice !== null
    ? before.paid
    : null;
}

interface Part {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly paid: Paid;
}

/** Cuts an entry's time where its sale begins and ends. */
function partsOf({ entry, startMs, endMs }: Placed, still: Paid): Part[] {
  const edges = [entry.sale?.from, entry.sale?.until]
    .map((edge) => edge?.getTime())
    .filter((ms): ms is number => ms !== undefined && startMs < ms && ms < endMs)
    .sort((a, b) => a - b);
  const starts = [startMs, ...edges];
  let before: Paid = still;
  return starts.map((fromMs, index) => {
    const byDates = shopperPriceByDates(entry, entry.price, fromMs);
    const now = index === 0 && entry.shopperPrice !== null ? entry.shopperPrice : byDates;
    // Stores notice a begin or an end late: until the next entry they may charge what they did before.
    const isRead = index === 0 ? still === null : entry.shopperPrice === null && still === null;
    const paid: Paid = now === null ? null : isRead ? [now] : [...(before ?? []), now];
    before = paid;
    return { fromMs, untilMs: starts[index + 1] ?? endMs, paid };
  });
}

/** Returns what a part of an entry's time means; `isKnown`: whether its price is, in the currency asked for. */
function stretchOf(entry: ShopPrice, { fromMs, untilMs, paid }: Part, isKnown: boolean): Stretch {
  const { price, compareAt, sale } = entry;
  const isOfStore = entry.integrationId !== null;
  if (!isKnown || paid === null)
    return { fromMs, untilMs, lowest: null, reference: null, isOfStore, saleFromMs: null };
  const sorted = [...paid].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const [lowest = null, highest = null] = [sorted[0], sorted.at(-1)];
  const shown = [price, compareAt].filter((each) => each !== null && highest !== null && highest < each);
  return {
    fromMs,
    untilMs,
    lowest,
    reference: shown.reduce(
      (most, each) => (most === null || (each !== null && most < each) ? each : most),
      null,
    ),
    isOfStore,
    saleFromMs:
      sale !== null && lowest === sale.price && isRunning(sale, fromMs)
        ? (sale.from?.getTime() ?? null)
        : null,
  };
}

/** Makes the times unknown in which a store was not read. */
const cutByReads =
  (reads: readonly ReadTime[] = []) =>
  (stretch: Stretch): Stretch[] => {
    const known = reads
      .map(({ fromMs, untilMs }, index) => ({
        fromMs: index === 0 ? fromMs - READ_IN_MS : fromMs,
        untilMs: index === reads.length - 1 ? untilMs + KNOWN_AFTER_MS : untilMs,
      }))
      .filter(({ fromMs, untilMs }) => fromMs < stretch.untilMs && stretch.fromMs < untilMs);
    const cuts = known.flatMap(({ fromMs, untilMs }) => [fromMs, untilMs]);
    const starts = [stretch.fromMs, ...cuts.filter((ms) => stretch.fromMs < ms && ms < stretch.untilMs)].sort(
      (a, b) => a - b,
    );
    return starts.map((fromMs, index) => {
      const isRead = known.some((each) => each.fromMs <= fromMs && fromMs < each.untilMs);
      const untilMs = starts[index + 1] ?? stretch.untilMs;
      return { ...stretch, fromMs, untilMs, ...(isRead ? {} : { lowest: null, reference: null }) };
    });
  };
