import { DAY_MS, HOUR_MS } from "@/server/domain/durations";

/** The local hour at which a digest is sent; it covers the days up to then. */
const MORNING_HOUR = 7;
const MONDAY = 1;
/** The maximum delay of a digest after the service was down. */
const LATE_MS = { daily: DAY_MS, weekly: 3 * DAY_MS } as const;

/** A digest that is due: its unique name, and the half-open period it covers (milliseconds since 1970). */
export interface DueDigest {
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Whether the runtime supports that IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Returns the local time in that zone, encoded as if it were UTC (milliseconds since 1970). */
function wallTime(ms: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(ms);
  const part = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((each) => each.type === type)?.value ?? 0);
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}

/**
 * Returns the instant of a local time (milliseconds since 1970). The offset is computed twice, because it may change
 * on that day.
 */
function momentOf(wallMs: number, timeZone: string): number {
  const first = wallMs - (wallTime(wallMs, timeZone) - wallMs);
  return first - (wallTime(first, timeZone) - wallMs);
}

/**
 * Returns the latest digest that should have been sent by now: every day, or every Monday, at seven in the morning in
 * that time zone. Null when it is too late to send it.
 */
export function dueDigest(every: "daily" | "weekly", timeZone: string, nowMs: number): DueDigest | null {
  const wall = wallTime(nowMs, timeZone);
  const today = wall - (wall % DAY_MS) + MORNING_HOUR * HOUR_MS;
  let last = wall >= today ? today : today - DAY_MS;
  if (every === "weekly") last -= ((new Date(last).getUTCDay() - MONDAY + 7) % 7) * DAY_MS;
  const days = every === "weekly" ? 7 : 1;
  const toMs = momentOf(last, timeZone);
  if (nowMs - toMs >= LATE_MS[every]) return null;
  const fromMs = momentOf(last - days * DAY_MS, timeZone);
  return { name: `${every}:${new Date(last).toISOString().slice(0, 10)}`, fromMs, toMs };
}

/** Formats an instant in a time zone, with the zone's name: `Mon 2 Nov 2026, 07:00 (Europe/Berlin)`. */
export function digestTimeText(ms: number, timeZone: string): string {
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
