import { Temporal } from "temporal-polyfill";
import { DAY_MS } from "../durations";
import { localTime, localTimeText } from "../time-zone";
import { WEEKDAYS, type Weekday } from "../weekdays";

/** The number of freezes that a workspace may have. */
export const MAX_FREEZES = 20;

/** The longest freeze that happens once, in days: a longer one is a year that somebody mistyped. */
export const MAX_FREEZE_DAYS = 366;

/** A local time of a day: `YYYY-MM-DDTHH:MM`. */
export const LOCAL_DATE_TIME = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/;

/** A freeze that happens once; both are local times `YYYY-MM-DDTHH:MM`, and `until` is the first minute after it. */
export interface OneOffPeriod {
  readonly kind: "once";
  readonly from: string;
  readonly until: string;
}

/** A freeze that begins on each of the days; the times are local times of day, `HH:MM`. */
export interface WeeklyPeriod {
  readonly kind: "weekly";
  /** The days on which it begins. */
  readonly days: readonly Weekday[];
  readonly from: string;
  /** The first minute after it. */
  readonly until: string;
  /** The day on which it ends; null for the first `until` after it begins. */
  readonly untilDay: Weekday | null;
}

export type FreezePeriod = OneOffPeriod | WeeklyPeriod;

/** A time in which no price is written to the store, and why. */
export interface Freeze {
  readonly period: FreezePeriod;
  readonly reason: string;
}

/** One occurrence of a freeze in milliseconds since 1970; `untilMs` is the first moment after it. */
export interface Occurrence {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Why and until when prices are frozen, freezes that follow without a gap included. */
export interface Frozen {
  /** Milliseconds since 1970. */
  readonly untilMs: number;
  /** The reasons of those freezes, each once. */
  readonly reasons: readonly string[];
}

/**
 * Freezes that follow one another are joined this far ahead; a write that waits for their end looks again then. Twenty
 * freezes that never leave a gap would otherwise cost seconds at each approval.
 */
const JOINED_DAYS = 8;

/**
 * Returns until when prices are frozen at an instant (milliseconds since 1970), and why; null if they are not. Looks a
 * day ahead first: an approval waits for the result, each occurrence costs conversions of local times, and most
 * freezes are over by then.
 */
export function frozenUntil(freezes: readonly Freeze[], nowMs: number, timeZone: string): Frozen | null {
  const soon = joined(freezes, nowMs, timeZone, 1);
  if (soon === null || soon.untilMs < nowMs + DAY_MS) return soon;
  return joined(freezes, nowMs, timeZone, JOINED_DAYS);
}

/** Joins the occurrences that follow one another without a gap from `nowMs` on, among those of the next days. */
function joined(freezes: readonly Freeze[], nowMs: number, timeZone: string, days: number): Frozen | null {
  const limitMs = nowMs + days * DAY_MS;
  const ahead = freezes
    .flatMap(({ period, reason }) =>
      [...occurrences(period, nowMs, timeZone, days + 1)].map((each) => ({ ...each, reason })),
    )
    .sort((a, b) => a.fromMs - b.fromMs);
  const reasons = new Set<string>();
  let untilMs = nowMs;
  for (const each of ahead) {
    if (each.fromMs > untilMs || untilMs >= limitMs) break;
    reasons.add(each.reason);
    untilMs = Math.max(untilMs, each.untilMs);
  }
  return untilMs === nowMs ? null : { untilMs, reasons: [...reasons] };
}

/** Formats what waits for: `Frozen until Wed, 2 Dec 2026, 06:00 (Europe/Berlin): Black Friday`. */
export const frozenText = ({ untilMs, reasons }: Frozen, timeZone: string): string =>
  `Frozen until ${localTimeText(untilMs, timeZone)}: ${reasons.join("; ")}`;

/** Returns the first occurrence that ends after `nowMs` (milliseconds since 1970); null if there is none. */
export function nextOccurrence(period: FreezePeriod, nowMs: number, timeZone: string): Occurrence | null {
  const [first = null] = occurrences(period, nowMs, timeZone, WEEKDAYS.length + 2);
  return first;
}

/** Yields the occurrences that end after `nowMs` (milliseconds since 1970) and begin within `days` days, in order. */
function* occurrences(
  period: FreezePeriod,
  nowMs: number,
  timeZone: string,
  days: number,
): Generator<Occurrence> {
  if (period.kind === "once") {
    const untilMs = endOf(Temporal.PlainDateTime.from(period.until), timeZone);
    if (untilMs > nowMs)
      yield { fromMs: startOf(Temporal.PlainDateTime.from(period.from), timeZone), untilMs };
    return;
  }
  // An occurrence lasts a week at most; a zone may skip a whole day, so one day more is examined at both ends.
  const today = localTime(nowMs, timeZone).toPlainDate();
  const yesterday = today.subtract({ days: 1 });
  for (let offset = -8; offset <= days; offset++) {
    const day = today.add({ days: offset });
    const weekday = WEEKDAYS[day.dayOfWeek - 1];
    if (weekday === undefined || !period.days.includes(weekday)) continue;
    const lastDay = day.add({ days: daysLong(period, weekday) });
    if (Temporal.PlainDate.compare(lastDay, yesterday) < 0) continue;
    const untilMs = endOf(lastDay.toPlainDateTime(period.until), timeZone);
    if (untilMs > nowMs) yield { fromMs: startOf(day.toPlainDateTime(period.from), timeZone), untilMs };
  }
}

/** Returns whether a local time of the form `YYYY-MM-DDTHH:MM` is of a day that the calendar has. */
export function isDayOfCalendar(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split("-").map(Number);
  return (
    month >= 1 && month <= 12 && day >= 1 && day <= Temporal.PlainYearMonth.from({ year, month }).daysInMonth
  );
}

/** Returns the length of a one-off period in local days, negative where it ends before it begins. */
export const daysOf = ({ from, until }: Pick<OneOffPeriod, "from" | "until">): number =>
  Temporal.PlainDateTime.from(from).until(Temporal.PlainDateTime.from(until)).total("days");

/** Returns whether a weekly freeze leaves no minute of the week free. */
export function hasNoGap(period: WeeklyPeriod): boolean {
  const monday = Date.UTC(2026, 10, 2);
  const frozen = joined([{ period, reason: "" }], monday, "UTC", JOINED_DAYS);
  return frozen !== null && frozen.untilMs >= monday + 7 * DAY_MS;
}

/** The number of midnights between the beginning on `day` and the end. */
function daysLong({ from, until, untilDay }: WeeklyPeriod, day: Weekday): number {
  if (untilDay === null) return until > from ? 0 : 1;
  const days = (WEEKDAYS.indexOf(untilDay) - WEEKDAYS.indexOf(day) + WEEKDAYS.length) % WEEKDAYS.length;
  return days === 0 && until <= from ? WEEKDAYS.length : days;
}

// Where the clocks change over a time, it does not exist or comes twice. The earlier instant is the start and the later
// one the end, so that a freeze becomes longer and never shorter.
const startOf = (at: Temporal.PlainDateTime, timeZone: string): number =>
  at.toZonedDateTime(timeZone, { disambiguation: "earlier" }).epochMilliseconds;

const endOf = (at: Temporal.PlainDateTime, timeZone: string): number =>
  at.toZonedDateTime(timeZone, { disambiguation: "later" }).epochMilliseconds;
