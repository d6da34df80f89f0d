import { Temporal } from "temporal-polyfill";

/** Which of two numbers in a date such as 03/04/2026 is the day. */
export type DayOrder = "day_first" | "month_first";

/** By what a time in a file is read. */
export interface Clock {
  /** The IANA time zone of times without an offset. */
  readonly timeZone: string;
  /** What the file's other dates show; null where none of them does. */
  readonly dayOrder: DayOrder | null;
  /** The time that `now` in a cell stands for, in milliseconds since 1970. */
  readonly nowMs: number;
}

const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ]\s*(.+))?$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?:,?[T ]\s*(.+))?$/;
const TIME =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?(am|pm))?(?: ?Uhr)?(?: ?(Z|UTC|GMT|[+-]\d{2}:?\d{2}))?$/i;
/** A cell may hold a megabyte. */
const LONGEST_TIME = 60;
const LAST_MONTH = 12;

/** A date as it stands in a cell: `first` and `second` may be day and month in either order. */
interface WrittenDate {
  readonly year: number;
  readonly first: number;
  readonly second: number;
  /** Null where both orders are read. */
  readonly order: DayOrder | null;
  readonly time: string;
}

/** Returns which order a date shows that has a day above 12; null for any other cell. */
export function dayOrderOf(cell: string): DayOrder | null {
  const [, first, mark, second] = YEAR_LAST.exec(cell.slice(0, LONGEST_TIME)) ?? [];
  // 24.11.2026 is written in one order alone, and 05/05/2026 is the same in both.
  return mark === undefined || mark === "." || first === second ? null : (dateIn(cell)?.order ?? null);
}

/** Whether a cell holds a date that is one of two, and nothing else tells which. */
export const isAmbiguousDate = (cell: string): boolean => dateIn(cell)?.order === null;

/**
 * Returns the moment that a cell of a file names (milliseconds since 1970): a date, with or without a time and an
 * offset, or `now`. Null for any other text, for a date that does not exist, and for one that may be of two days.
 * @param dateIs what a date alone means, of its day
 */
export function readTime(cell: string, clock: Clock, dateIs: "begin" | "end" = "begin"): number | null {
  if (cell.toLowerCase() === "now") return clock.nowMs;
  const date = dateIn(cell);
  const order = date?.order ?? clock.dayOrder;
  if (!date || order === null) return null;
  const [day, month] = order === "day_first" ? [date.first, date.second] : [date.second, date.first];
  const time = timeIn(date.time);
  if (time === null) return null;
  try {
    const { hour, minute, second, millisecond } = time;
    const local = Temporal.PlainDateTime.from(
      { year: date.year, month, day, hour, minute, second, millisecond },
      { overflow: "reject" },
    );
    const moment = dateIs === "end" && date.time === "" ? local.add({ days: 1 }) : local;
    return moment.toZonedDateTime(time.offset ?? clock.timeZone).epochMilliseconds;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function dateIn(cell: string): WrittenDate | null {
  if (cell.length > LONGEST_TIME) return null;
  const [, year, , month, day, after = ""] = YEAR_FIRST.exec(cell) ?? [];
  if (year !== undefined)
    return { year: Number(year), first: Number(day), second: Number(month), order: "day_first", time: after };
  const [match, one, mark, two, lastYear, behind = ""] = YEAR_LAST.exec(cell) ?? [];
  if (match === undefined) return null;
  const [first, second] = [Number(one), Number(two)];
  const shown =
    first > LAST_MONTH || first === second ? "day_first" : second > LAST_MONTH ? "month_first" : null;
  return { year: Number(lastYear), first, second, order: mark === "." ? "day_first" : shown, time: behind };
}

function timeIn(text: string) {
  if (text === "") return { hour: 0, minute: 0, second: 0, millisecond: 0, offset: null };
  const [match, hours, minute, second, fraction = "", half, offset] = TIME.exec(text) ?? [];
  if (match === undefined) return null;
  const hour = half === undefined ? Number(hours) : hourOf(Number(hours), half.toLowerCase());
  if (hour === null) return null;
  return {
    hour,
    minute: Number(minute),
    second: Number(second ?? "0"),
    millisecond: Number(fraction.slice(0, 3).padEnd(3, "0")),
    offset: offset === undefined ? null : zoneOf(offset.toUpperCase()),
  };
}

/** Returns the hour of a clock of twelve hours as one of a day; null for one that it does not have. */
function hourOf(hour: number, half: string): number | null {
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === "pm" ? 12 : 0);
}

/** Returns an offset as a time zone: `+0100` is `+01:00`. */
const zoneOf = (offset: string): string =>
  /^[+-]/.test(offset) ? `${offset.slice(0, 3)}:${offset.slice(-2)}` : "UTC";

const UTC_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/;

/** Returns milliseconds since 1970; NaN for text that is no UTC time and for dates that do not exist. */
export function utcMs(text: string): number {
  const ms = UTC_TIME.test(text) ? Date.parse(text) : Number.NaN;
  const sameDay = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text.slice(0, 10));
  return sameDay ? ms : Number.NaN;
}

/** Says why a cell is no time, and how one is written. */
export function whyNoTime(cell: string): string {
  if (cell === "") return "The row has no time; one for the whole file can be given, such as now.";
  if (isAmbiguousDate(cell))
    return "The day may be the first number of this date or the second one: write it as 2026-11-02.";
  return "Write the time by the shop's clock, such as 2026-11-02 10:30, or in UTC, such as 2026-11-02T09:30:00Z.";
}
