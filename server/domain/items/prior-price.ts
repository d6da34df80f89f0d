import { localTime } from "../time-zone";
import { type ShopPrice, type Stretch, stretchesOf } from "./shop-prices";

/** Directive 98/6/EC, article 6a(2): the prior price is the lowest in a time not shorter than this before it. */
export const PRIOR_DAYS = 30;

/** The prior price of a reduction, with what it was found in. Times are milliseconds since 1970. */
export interface PriorPrice {
  /** When the reduction began that is shown; null if none is shown, and the time that was asked for stands for it. */
  readonly reducedSinceMs: number | null;
  /** The time before the reduction that counts: from here, until before `untilMs`. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** The lowest price in that time, as far as it is known, in minor units; null if nothing of it is known. */
  readonly price: bigint | null;
  /** When that price was first charged in that time; null without one. */
  readonly chargedAtMs: number | null;
  /** From when on all of that time is known; null if its end is not. Known as a whole where it equals `fromMs`. */
  readonly knownFromMs: number | null;
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
   * Whether a reduction that grew step by step without an interruption is measured from before its first step, as a
   * member state may provide (article 6a(5)); else from before its last one.
   */
  readonly isProgressive: boolean;
}

/**
 * Returns the prior price of a reduction: the lowest price that a shopper could pay in the 30 days before it began
 * (Directive 98/6/EC, article 6a, by Directive (EU) 2019/2161). The days before a price raise count as well: 80, then
 * 100, then 90 within 30 days has the prior price 80.
 * @param entries what the item's shop showed, oldest first
 */
export function priorPrice(entries: readonly ShopPrice[], question: PriorPriceQuestion): PriorPrice {
  const { currency, nowMs, timeZone } = question;
  const shown = question.reducedAtMs === null ? reductionBegin(entries, question) : null;
  const untilMs = question.reducedAtMs ?? shown ?? nowMs;
  const fromMs = localTime(untilMs, timeZone).subtract({ days: PRIOR_DAYS }).epochMilliseconds;
  const counted = stretchesOf(entries, currency, untilMs).filter((each) => each.untilMs > fromMs);
  const cheapest = counted.reduce<Stretch | null>(
    (least, each) =>
      each.lowest !== null && (least?.lowest == null || each.lowest < least.lowest) ? each : least,
    null,
  );
  return {
    reducedSinceMs: shown,
    fromMs,
    untilMs,
    price: cheapest?.lowest ?? null,
    chargedAtMs: cheapest === null ? null : Math.max(cheapest.fromMs, fromMs),
    knownFromMs: knownFrom(counted, fromMs),
  };
}

/** When the reduction began that is shown at the time of the question; null if none is. */
function reductionBegin(
  entries: readonly ShopPrice[],
  { currency, nowMs, isProgressive }: PriorPriceQuestion,
): number | null {
  // What is shown at `nowMs` is the last stretch of a time that contains that millisecond.
  const stretches = stretchesOf(entries, currency, nowMs + 1);
  let begin: Stretch | null = null;
  for (const each of stretches.toReversed()) {
    if (!each.isReduced || each.lowest === null) break;
    const later: bigint | null = begin?.lowest ?? null;
    const goesOn = later === null || each.lowest === later || (isProgressive && each.lowest > later);
    if (!goesOn) break;
    begin = each;
  }
  return begin?.fromMs ?? null;
}

function knownFrom(counted: readonly Stretch[], fromMs: number): number | null {
  let known: number | null = null;
  for (const each of counted.toReversed()) {
    if (each.lowest === null) break;
    known = Math.max(each.fromMs, fromMs);
  }
  return known;
}
