import { Temporal } from "temporal-polyfill";

/** Whether the name is an IANA time zone that the runtime supports; an offset such as `+02:00` is none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** The message for a name that is not one. */
export const NOT_A_TIME_ZONE = "is not a time zone that is known here";

/** Returns the calendar day and the clock's time in a zone at an instant (milliseconds since 1970). */
export const localTime = (ms: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);

/**
 * Returns the instant of a local time (milliseconds since 1970). A time that the clocks skip in spring is as much
 * later as they are put forward; of a time that comes twice in autumn, the first is meant.
 * @param time `HH:MM`
 */
export const instantOf = (day: Temporal.PlainDate, time: string, timeZone: string): number =>
  day.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds;

/** Formats an instant in a zone, with the zone's name: `Mon, 2 Nov 2026, 07:00 (Europe/Berlin)`. */
export function localTimeText(ms: number, timeZone: string): string {
  const text = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  }).format(ms);
  return `${text} (${timeZone})`;
}
