import { localTime } from "../time-zone";
import { type Stretch, stretchesOf } from "./price-stretches";
import type { ShopPriceHistory } from "./shop-prices";

/** Directive 98/6/EC, article 6a(2): the prior price is the lowest in a time not shorter than this before it. */
export const PRIOR_DAYS = 30;

/** The prior price of a reduction, with what it was found in. Times are milliseconds since 1970. */
export interface PriorPrice {
  /** When the reduction began that is shown, at the latest; null if none is shown or another time was asked for. */
  readonly reducedSinceMs: number | null;
  /** The time before the reduction that counts: from here, until before `untilMs`. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** The lowest price in that time, as far as it is known, in minor units; null if nothing of it is known. */
  readonly price: bigint | null;
  /** When that price was first charged in that time; null without one. */
  readonly chargedAtMs: number | null;
  /** From when on all of that time is known; null if its end is not. */
  readonly knownFromMs: number | null;
  /** Whether all of that time is known and over, so that the price is the prior price. */
  readonly isComplete: boolean;
}

/** How a prior price is found. */
export interface PriorPriceQuestion {
  readonly currency: string;
  /** The time of the question, in milliseconds since 1970. */
  readonly nowMs: number;
  /** The begin of the reduction; null: of the one that is shown at `nowMs`, or a reduction that begins then. */
  readonly reducedAtMs: number | null;
  /** The IANA time zone whose calendar the days are of. */
  readonly timeZone: string;
  /**
   * Whether a reduction that is shown, and grew step by step without an interruption, is measured from before its first
   * step, as a member state may provide (article 6a(5)); else from before its last one.
   */
  readonly isProgressive: boolean;
}

/**
 * Returns the prior price of a reduction: the lowest price that a shopper could pay in the 30 days before the day on
 * which it began, and on that day until then (Directive 98/6/EC, article 6a, by Directive (EU) 2019/2161). The days
 * before a price raise count as well: 80, then 100, then 90 within 30 days has the prior price 80.
 */
export function priorPrice(history: ShopPriceHistory, question: PriorPriceQuestion): PriorPrice {
  const { nowMs, timeZone } = question;
  const shown = question.reducedAtMs === null ? reductionBegin(history, question) : null;
  const untilMs = question.reducedAtMs ?? shown ?? nowMs;
  const day = localTime(untilMs, timeZone).startOfDay();
  const fromMs = day.subtract({ days: PRIOR_DAYS }).epochMilliseconds;
  const counted = stretchesOf(history, question, untilMs).filter((each) => each.untilMs > fromMs);
  const cheapest = counted.reduce<Stretch | null>(
    (least, each) =>
      each.lowest !== null && (least?.lowest == null || each.lowest < least.lowest) ? each : least,
    null,
  );
  const knownFromMs = knownFrom(counted, fromMs);
  return {
    reducedSinceMs: shown,
    fromMs,
    untilMs,
    price: cheapest?.lowest ?? null,
    chargedAtMs: cheapest === null ? null : Math.max(cheapest.fromMs, fromMs),
    knownFromMs,
    isComplete: knownFromMs === fromMs && untilMs <= nowMs,
  };
}

/** When the reduction began that is shown at the time of the question; null if none is. */
function reductionBegin(history: ShopPriceHistory, question: PriorPriceQuestion): number | null {
  // What is shown at `nowMs` is the last stretch of a time that contains that millisecond.
  const stretches = stretchesOf(history, question, question.nowMs + 1);
  const begin = stretches.findLastIndex((each, index) => !leadsTo(each, stretches[index + 1], question)) + 1;
  const first = stretches[begin];
  if (first === undefined || !isReduced(first)) return null;
  const { fromMs, saleFromMs } = first;
  if (saleFromMs === null || saleFromMs >= fromMs) return fromMs;
  // The sale may have begun before it was seen, but not before what the store was last seen to charge.
  const seen = stretches.slice(0, begin).findLast((each) => each.isOfStore && each.lowest !== null);
  return Math.max(saleFromMs, seen?.untilMs ?? saleFromMs);
}

const isReduced = ({ lowest, reference }: Stretch): boolean => lowest !== null && reference !== null;

/** Whether a stretch belongs to the reduction of the next one. Where more is struck through, another one begins. */
function leadsTo(each: Stretch, next: Stretch | undefined, { isProgressive }: PriorPriceQuestion): boolean {
  if (each.lowest === null || each.reference === null) return false;
  if (next === undefined) return true;
  if (next.lowest === null || next.reference === null || next.reference > each.reference) return false;
  return each.lowest === next.lowest || (isProgressive && each.lowest > next.lowest);
}

function knownFrom(counted: readonly Stretch[], fromMs: number): number | null {
  let known: number | null = null;
  for (const each of counted.toReversed()) {
    if (each.lowest === null) break;
    known = Math.max(each.fromMs, fromMs);
  }
  return known;
}
