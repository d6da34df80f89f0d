import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/server/domain/durations";

const DAYS_UNTIL_DATE = 60;

const made = new Map<string, Intl.DateTimeFormat | Intl.RelativeTimeFormat>();

/** Returns a formatter, made once for each name: to make one takes longer than to format a hundred times with it. */
function formatter<Formatter extends Intl.DateTimeFormat | Intl.RelativeTimeFormat>(
  name: string,
  make: () => Formatter,
): Formatter {
  const known = made.get(name) as Formatter | undefined;
  const format = known ?? make();
  if (!known) made.set(name, format);
  return format;
}

const dateLocale = (locale: string): string => (locale === "en" ? "en-GB" : locale);

/** A duration as displayed and as read by a screen reader. */
export type AgeText = { short: string; spoken: string; future: boolean };

function amount(size: number): { short: string; value: number; unit: "minute" | "hour" | "day" } {
  if (size < HOUR_MS) return { short: "min", value: Math.floor(size / MINUTE_MS), unit: "minute" };
  if (size < DAY_MS) return { short: "h", value: Math.floor(size / HOUR_MS), unit: "hour" };
  return { short: "d", value: Math.floor(size / DAY_MS), unit: "day" };
}

/**
 * Formats how long ago `atMs` was, or how far ahead it lies: "4 min", "20 h", "12 d"; under a minute "now".
 * Null beyond sixty days, where a date is more useful.
 */
export function ageText(atMs: number, nowMs: number, locale: string): AgeText | null {
  const future = atMs > nowMs;
  const size = Math.abs(nowMs - atMs);
  if (size < MINUTE_MS) return { short: "now", spoken: "just now", future: false };
  if (size > DAYS_UNTIL_DATE * DAY_MS) return null;
  const { short, value, unit } = amount(size);
  const spoken = formatter(`age ${locale}`, () => new Intl.RelativeTimeFormat(locale)).format(
    future ? value : -value,
    unit,
  );
  return { short: `${value}\u00a0${short}`, spoken, future };
}

/**
 * Formats a day as "14 Nov", with the year unless it is the current one.
 * @param zone the time zone; undefined for the reader's, which is UTC until it is known
 */
export function dayText(atMs: number, nowMs: number | null, locale: string, zone?: string): string {
  const sameYear = nowMs !== null && new Date(atMs).getUTCFullYear() === new Date(nowMs).getUTCFullYear();
  const options: Intl.DateTimeFormatOptions = {
    day: "numeric",
    month: "short",
    year: sameYear || nowMs === null ? undefined : "numeric",
    timeZone: zone ?? (nowMs === null ? "UTC" : undefined),
  };
  const name = `day ${locale} ${options.year} ${options.timeZone}`;
  return formatter(name, () => new Intl.DateTimeFormat(dateLocale(locale), options)).format(atMs);
}

/**
 * Returns how a chart writes its days, in UTC: with the year where the chart begins and ends in different ones, since
 * "26 Nov" at one end and "27 Nov" at the other would be taken for two days.
 */
export function chartDays(span: { from: number; to: number }, locale: string): (atMs: number) => string {
  const isOneYear = new Date(span.from).getUTCFullYear() === new Date(span.to).getUTCFullYear();
  const options: Intl.DateTimeFormatOptions = {
    day: "numeric",
    month: "short",
    year: isOneYear ? undefined : "numeric",
    timeZone: "UTC",
  };
  const name = `chart ${locale} ${options.year}`;
  return (atMs) => formatter(name, () => new Intl.DateTimeFormat(dateLocale(locale), options)).format(atMs);
}

/** Formats the exact time in the reader's own time zone, for a tooltip. */
export function instantText(atMs: number, locale: string): string {
  const options: Intl.DateTimeFormatOptions = { dateStyle: "medium", timeStyle: "long" };
  return formatter(`instant ${locale}`, () => new Intl.DateTimeFormat(dateLocale(locale), options)).format(
    atMs,
  );
}
