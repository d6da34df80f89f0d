import type { Temporal } from "temporal-polyfill";
import { DAY_MS } from "../durations";
import { instantOf, localTime } from "../time-zone";
import { WEEKDAYS } from "../weekdays";
import { type Timing } from "./schedule";

/** A slot is one occurrence of a timing: an instant, in milliseconds since 1970. */
export interface DueSlots {
  /** The latest slot that has come. */
  readonly slotMs: number;
  /** The number of slots that came before it and were not begun. */
  readonly missed: number;
}

/** Missed slots are counted this far back. */
const COUNTED_MS = 366 * DAY_MS;
/**
 * A schedule without a day or a time has no slot; the search ends after a week and the days around a change of clocks.
 */
const SEARCHED_DAYS = 10;

/**
 * Returns the slots of the local day, in order; two times that a change of clocks moves to one instant are one slot.
 */
function slotsOfDay({ days, times }: Timing, day: Temporal.PlainDate, timeZone: string): number[] {
  const weekday = WEEKDAYS[day.dayOfWeek - 1];
  if (weekday === undefined || !days.includes(weekday)) return [];
  return [...new Set(times.map((time) => instantOf(day, time, timeZone)))].sort((a, b) => a - b);
}

/** Yields the slots after an instant, in order, without end. A zone may skip a whole day, so the day before counts. */
function* slotsAfter(timing: Timing, timeZone: string, afterMs: number): Generator<number> {
  let day = localTime(afterMs, timeZone).toPlainDate().subtract({ days: 1 });
  let last = afterMs;
  for (let empty = 0; empty < SEARCHED_DAYS; empty++) {
    for (const slotMs of slotsOfDay(timing, day, timeZone)) {
      if (slotMs <= last) continue;
      yield slotMs;
      last = slotMs;
      empty = 0;
    }
    day = day.add({ days: 1 });
  }
}

/**
 * Returns the latest slot after `afterMs` that has come by `nowMs`, and how many came before it; null when none has
 * come.
 */
export function dueSlots(timing: Timing, timeZone: string, afterMs: number, nowMs: number): DueSlots | null {
  let due: DueSlots | null = null;
  for (const slotMs of slotsAfter(timing, timeZone, Math.max(afterMs, nowMs - COUNTED_MS))) {
    if (slotMs > nowMs) break;
    due = { slotMs, missed: due === null ? 0 : due.missed + 1 };
  }
  return due;
}

/** Returns when the quiet hours that an instant is in end (milliseconds since 1970); null outside of them. */
export function quietUntil(
  { quietHours }: Pick<Timing, "quietHours">,
  timeZone: string,
  ms: number,
): number | null {
  if (quietHours === null) return null;
  const { from, to } = quietHours;
  const now = localTime(ms, timeZone);
  const time = now.toPlainTime().toString({ smallestUnit: "minute" });
  const overMidnight = from > to;
  if (overMidnight ? time < from && time >= to : time < from || time >= to) return null;
  const lastDay = now.toPlainDate().add({ days: overMidnight && time >= from ? 1 : 0 });
  // Where the clocks go back, the end of quiet hours comes twice, and the first may have passed.
  const ends = [
    instantOf(lastDay, to, timeZone),
    lastDay.toPlainDateTime(to).toZonedDateTime(timeZone, { disambiguation: "later" }).epochMilliseconds,
  ];
  const endMs = ends.find((each) => each > ms);
  if (endMs === undefined) return null;
  // Where the clocks go forward over that end, quiet hours may have begun again.
  return quietUntil({ quietHours }, timeZone, endMs) ?? endMs;
}

/** Returns when a slot begins: at its time, or at the end of the quiet hours that it is in. */
export const startOf = (timing: Timing, timeZone: string, slotMs: number): number =>
  quietUntil(timing, timeZone, slotMs) ?? slotMs;

/** Returns the next times after `afterMs` at which the schedule begins (milliseconds since 1970), without repeats. */
export function nextStarts(timing: Timing, timeZone: string, afterMs: number, count: number): number[] {
  const starts = new Set<number>();
  for (const slotMs of slotsAfter(timing, timeZone, afterMs)) {
    starts.add(startOf(timing, timeZone, slotMs));
    if (starts.size >= count) break;
  }
  return [...starts];
}
