import { localTime } from "../time-zone";
import { type Stretch, stretchesOf } from "./price-stretches";
import type { ShopPriceHistory } from "./shop-prices";

/** Directive 98/6/EC, article 6a(2): the prior price is the lowest in a time not shorter than this before it. */
export const PRIOR_DAYS = 30;

/** The prior price of a reduction, with what it was found in. Times are milliseconds since 1970. */
export interface PriorPrice {
  /** When the reduction began that is shown, at the latest; null if none is shown or another time was asked for. */
  readonly reducedSinceMs: number | null;
  /** The highest price that the shop strikes through beside that reduction, in minor units; null without one. */
  readonly struckThrough: bigint | null;
  /** Whether what the shop shows at the time of the question is known for certain. */
  readonly isShownKnown: boolean;
  /** The time before the reduction that counts: from here, until before `untilMs`. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** The lowest price in that time, as far as it is known, in minor units; null if nothing of it is known. */
  readonly price: bigint | null;
  /** When that price was first charged in that time; null without one. */
  readonly chargedAtMs: number | null;
  /** From when on all of that time is known; null if its end is not. */
  readonly knownFromMs: number | null;
  /** Until when what is known of that time is stated by people, not recorded; null if all is recorded. */
  readonly statedUntilMs: number | null;
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
  // What is shown at `nowMs` is the last stretch of a time that contains that millisecond.
  const stretches = stretchesOf(history, question, nowMs + 1);
  const shown = question.reducedAtMs === null ? reductionBegin(stretches, question) : null;
  const untilMs = question.reducedAtMs ?? shown ?? nowMs;
  const day = localTime(untilMs, timeZone).subtract({ days: PRIOR_DAYS });
  const fromMs = day.startOfDay().epochMilliseconds;
  const counted = stretchesOf(history, question, untilMs).filter((each) => each.untilMs > fromMs);
  const cheapest = counted.reduce<Stretch | null>(
    (least, each) => ((lowestOf(each) ?? Infinity) < (lowestOf(least) ?? Infinity) ? each : least),
    null,
  );
  const knownFromMs = knownFrom(counted, fromMs);
  return {
    reducedSinceMs: shown,
    struckThrough: shown === null ? null : (stretches.at(-1)?.struckThrough ?? null),
    isShownKnown: stretches.at(-1)?.paid?.length === 1,
    fromMs,
    untilMs,
    price: lowestOf(cheapest),
    chargedAtMs: cheapest === null ? null : Math.max(cheapest.fromMs, fromMs),
    knownFromMs,
    statedUntilMs: counted.findLast(({ isStated, paid }) => isStated && paid !== null)?.untilMs ?? null,
    isComplete: knownFromMs === fromMs && untilMs <= nowMs,
  };
}

/** Whether a shop strikes through more than what is known of the prior price, which unknown prices could only lower. */
export const isAbovePrior = ({ struckThrough, price }: PriorPrice): boolean =>
  struckThrough !== null && price !== null && struckThrough > price;

const lowestOf = (stretch: Stretch | null): bigint | null => stretch?.paid?.[0] ?? null;

/** When the reduction began that is shown in the last of these stretches; null if none is. */
function reductionBegin(stretches: readonly Stretch[], question: PriorPriceQuestion): number | null {
  const certain =
    stretches.findLastIndex((each, index) => !leadsTo(each, stretches[index + 1], question)) + 1;
  const shown = stretches[certain];
  const price = lowestOf(shown ?? null);
  if (shown === undefined || price === null || shown.reference === null) return null;
  const { saleFromMs } = shown;
  const mayHavePaid = ({ paid }: Stretch) => paid?.includes(price) === true;
  const isUncertain = ({ paid }: Stretch) => paid !== null && paid.length > 1;
  // Where the store may have noticed the begin of the sale late, the sale's price belongs to the reduction.
  const isOfSale = (each: Stretch) =>
    saleFromMs !== null && each.saleFromMs === saleFromMs && isUncertain(each) && mayHavePaid(each);
  const begin = stretches.slice(0, certain).findLastIndex((each) => !isOfSale(each)) + 1;
  const { fromMs = shown.fromMs } = stretches[begin] ?? {};
  if (saleFromMs === null || saleFromMs >= fromMs) return fromMs;
  // The sale may have begun before it was seen, unless the store was seen to charge something else after its date, or
  // what it showed until then. Of what is stated the begin is known alone: until when it holds may be left open.
  const before = stretches.slice(0, begin).filter(({ paid }) => paid !== null);
  const ofStore = before.filter(({ isOfStore }) => isOfStore);
  const seenAfter = ({ isOfStore, isStated, fromMs: begunMs, untilMs }: Stretch) =>
    (isOfStore && untilMs > saleFromMs) || (isStated && begunMs >= saleFromMs);
  const isRefuted =
    ofStore.at(-1)?.untilMs === fromMs || before.some((each) => !mayHavePaid(each) && seenAfter(each));
  return isRefuted ? fromMs : saleFromMs;
}

/** Whether a stretch belongs to the reduction of the next one. Where more is struck through, another one begins. */
function leadsTo(each: Stretch, next: Stretch | undefined, { isProgressive }: PriorPriceQuestion): boolean {
  const [price, nextPrice] = [lowestOf(each), lowestOf(next ?? null)];
  if (price === null || each.reference === null) return false;
  if (next === undefined) return true;
  if (nextPrice === null || next.reference === null || next.reference > each.reference) return false;
  return price === nextPrice || (isProgressive && price > nextPrice);
}

function knownFrom(counted: readonly Stretch[], fromMs: number): number | null {
  let known: number | null = null;
  for (const each of counted.toReversed()) {
    if (each.paid === null) break;
    known = Math.max(each.fromMs, fromMs);
  }
  return known;
}
