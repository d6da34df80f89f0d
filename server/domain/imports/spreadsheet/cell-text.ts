import type { NumberFormat } from "./number-format";

/** What spreadsheets keep of a number. */
const DIGITS = 15;
/** A price that is shown with fewer decimals may have others, which are read. */
const ROUNDED_FROM = 2;

/**
 * Returns a number as a person reads it in its cell, with a decimal point: its fifteen digits, without an exponent and
 * without what binary fractions add to them (12.549999999999999 is 12.55); rounded to the decimals that are shown,
 * where these are two or more; with the zeros before it, the sign of percent and the currency of its format.
 * @param is1904 whether dates count from 1904, as in files of old Macs
 */
export function numberText(value: number, format: NumberFormat, is1904: boolean): string {
  const moment = format.moment === null ? null : momentText(value, format.moment, is1904);
  if (moment !== null) return moment;
  if (format.isPercent) return `${plainNumber(value * 100)}%`;
  const plain = plainNumber(value);
  const { decimals, digits, prefix, currency } = format;
  const rounded = decimals !== null && decimals >= ROUNDED_FROM ? roundedTo(plain, decimals) : plain;
  const padded = digits > 0 && /^\d+$/.test(rounded) ? `${prefix}${rounded.padStart(digits, "0")}` : rounded;
  return currency === "" ? padded : `${padded} ${currency}`;
}

/** Returns a number's fifteen digits as a plain decimal. */
export function plainNumber(value: number): string {
  if (Number.isSafeInteger(value) && Math.abs(value) < 10 ** DIGITS) return String(value === 0 ? 0 : value);
  const [mantissa = "0", exponent = "0"] = value.toExponential(DIGITS - 1).split("e");
  return decimalText(mantissa.startsWith("-"), mantissa.replace(/[-.]/g, ""), 1 + Number(exponent));
}

/**
 * Writes digits as a decimal. @param whole how many of them stand before the point; fewer than 0 for zeros behind it
 */
function decimalText(isNegative: boolean, digits: string, whole: number): string {
  const before = whole > 0 ? digits.slice(0, whole).padEnd(whole, "0") : "0";
  const after = (whole > 0 ? digits.slice(whole) : "0".repeat(-whole) + digits).replace(/0+$/, "");
  const text = after === "" ? before : `${before}.${after}`;
  return isNegative && /[1-9]/.test(text) ? `-${text}` : text;
}

/** Rounds a decimal, halves away from zero, as spreadsheets show it. One with fewer decimals stays as it is. */
export function roundedTo(decimal: string, decimals: number): string {
  const [before = "", after = ""] = decimal.replace("-", "").split(".");
  if (after.length <= decimals) return decimal;
  const up = after.charAt(decimals) >= "5" ? 1n : 0n;
  const digits = String(BigInt(before + after.slice(0, decimals)) + up).padStart(decimals + 1, "0");
  return decimalText(decimal.startsWith("-"), digits, digits.length - decimals);
}

/**
 * Returns a number as `numberText` does, where not its format is known but the text that it is shown as, in whatever
 * language: with the zeros before it, and rounded where that text is its beginning, rounded.
 */
export function shownNumber(value: number, shown: string): string {
  if (/^[^\d\s]*0\d+$/.test(shown) && Number(/\d+$/.exec(shown)?.[0]) === value) return shown;
  const plain = plainNumber(value);
  const digits = shown.replace(/\D/g, "");
  const decimals = plain.split(".")[1]?.length ?? 0;
  for (let kept = ROUNDED_FROM; kept < decimals; kept++) {
    const rounded = roundedTo(plain, kept);
    const [before = "", after = ""] = rounded.replace("-", "").split(".");
    if (before + after.padEnd(kept, "0") === digits) return rounded;
  }
  return plain;
}

/** Returns a moment that is written as ISO 8601 already: a date, or a date with its time. Any other text as it is. */
export function isoMoment(text: string): string {
  const [, date, time] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(?:[.,]\d+)?)?Z?$/.exec(text) ?? [];
  if (date === undefined) return text;
  return time === undefined || time === "00:00:00" ? date : `${date}T${time}`;
}

const DAY_SECONDS = 86_400;
const EPOCHS = { "1900": Date.UTC(1899, 11, 30), "1904": Date.UTC(1904, 0, 1) } as const;
/** Excel counts a 29 February 1900, so that days before March 1900 are one less. */
const FIRST_OF_MARCH_1900 = 61;
/** The 31 December 9999, the last day that spreadsheets show. */
const LAST_DAY = 2_958_465;

/**
 * Returns a day count as ISO 8601, without an offset, which sheets do not have; null for a number that is no date, as
 * for one below 0.
 */
function momentText(
  serial: number,
  shown: { readonly date: boolean; readonly time: boolean },
  is1904: boolean,
): string | null {
  if (!(serial >= 0 && serial <= LAST_DAY)) return null;
  const seconds = Math.round(serial * DAY_SECONDS);
  const day = Math.floor(seconds / DAY_SECONDS);
  const correction = !is1904 && day < FIRST_OF_MARCH_1900 ? 1 : 0;
  const ms =
    EPOCHS[is1904 ? "1904" : "1900"] + ((day + correction) * DAY_SECONDS + (seconds % DAY_SECONDS)) * 1_000;
  const iso = new Date(ms).toISOString();
  if (!shown.date && day === 0) return iso.slice(11, 19);
  return shown.time || seconds % DAY_SECONDS > 0 ? iso.slice(0, 19) : iso.slice(0, 10);
}
