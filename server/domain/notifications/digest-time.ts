import { DAY_MS } from "@/server/domain/durations";
import { instantOf, localTime } from "@/server/domain/time-zone";

/** The local time at which a digest is sent; it covers the days up to then. */
const MORNING = "07:00";
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

/**
 * Returns the latest digest that should have been sent by now: every day, or every Monday, at seven in the morning in
 * that time zone. Null when it is too late to send it.
 */
export function dueDigest(every: "daily" | "weekly", timeZone: string, nowMs: number): DueDigest | null {
  const now = localTime(nowMs, timeZone);
  const latest = now.toPlainDate().subtract({ days: now.hour < MORNING_HOUR ? 1 : 0 });
  const day = every === "daily" ? latest : latest.subtract({ days: latest.dayOfWeek - MONDAY });
  const toMs = instantOf(day, MORNING, timeZone);
  if (nowMs - toMs >= LATE_MS[every]) return null;
  const fromMs = instantOf(day.subtract({ days: every === "daily" ? 1 : 7 }), MORNING, timeZone);
  return { name: `${every}:${day.toString()}`, fromMs, toMs };
}
