import type { WireMoney, WireRatio } from "./contract-types";

const DECIMAL = /^-?\d+(\.\d+)?$/;
const MINUS = "\u2212";
/** Keeps a number and its unit on one line. */
const NO_BREAK_SPACE = "\u00a0";

/** How a price names its currency: "19.99 EUR", or "19.99" where the currency is shown elsewhere. */
export type CurrencyDisplay = "code" | "none";

/** How a ratio is formatted. */
export type PercentStyle = {
  /** Decimals of the percentage; default 1. */
  digits?: number;
  /** With a plus or minus, as for a change. */
  signed?: boolean;
};

function isDecimal(text: string): text is `${number}` {
  return DECIMAL.test(text);
}

function withRealMinus(text: string): string {
  return text.replaceAll("-", MINUS);
}

function decimalsOf(amount: string): number {
  const point = amount.indexOf(".");
  return point < 0 ? 0 : amount.length - point - 1;
}

const formatters = new Map<string, Intl.NumberFormat>();

/** Caches the formatter: building one costs far more than using it, and a page of rows uses few of them often. */
function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const cached = formatters.get(key);
  if (cached) return cached;
  const formatter = new Intl.NumberFormat(locale, options);
  formatters.set(key, formatter);
  return formatter;
}

/**
 * Formats an amount: "1,299.00 EUR". The string is formatted digit by digit, never through a float, and keeps its
 * decimals. Text that is no decimal number is returned unchanged, never as zero.
 */
export function formatMoney(money: WireMoney, locale: string, display: CurrencyDisplay = "code"): string {
  if (!isDecimal(money.amount)) return money.amount;
  const digits = decimalsOf(money.amount);
  const format = numberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const figure = withRealMinus(format.format(money.amount));
  return display === "none" ? figure : `${figure}${NO_BREAK_SPACE}${money.currency}`;
}

/**
 * Formats a ratio as a percentage, rounded half-even, with a no-break space before the sign: "0.2797" → "28.0 %".
 * Text that is no number is returned unchanged.
 */
export function formatPercent(ratio: WireRatio, locale: string, style: PercentStyle = {}): string {
  return isDecimal(ratio) ? `${hundredfold(ratio, locale, style)}${NO_BREAK_SPACE}%` : ratio;
}

/**
 * Formats a ratio as an index with 100 for 1: "1.0120" → "101.2", and with another decimal where it would else be
 * written as 100 and is not: "1.0001" → "100.01". Text that is no number is returned unchanged.
 */
export function formatIndex(ratio: WireRatio, locale: string): string {
  if (!isDecimal(ratio)) return ratio;
  const isOther = compareDecimals(ratio, "1") !== 0;
  const text = hundredfold(ratio, locale, {});
  return isOther && text === hundredfold("1", locale, {}) ? hundredfold(ratio, locale, { digits: 2 }) : text;
}

/**
 * Formats what a ratio gained in percentage points, with its sign: "0.3120", "0.3310" → "+1.9". Null if one of them is
 * no number.
 */
export function formatPoints(before: WireRatio, after: WireRatio, locale: string): string | null {
  if (!isDecimal(before) || !isDecimal(after)) return null;
  const decimals = Math.max(decimalsOf(before), decimalsOf(after), 1);
  const gained = scaled(after, decimals) - scaled(before, decimals);
  const digits = String(gained < 0n ? -gained : gained).padStart(decimals + 1, "0");
  const ratio = `${gained < 0n ? "-" : ""}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return isDecimal(ratio) ? hundredfold(ratio, locale, { signed: true }) : null;
}

/** Formats a hundred times the ratio, digit by digit. */
function hundredfold(ratio: `${number}`, locale: string, style: PercentStyle): string {
  const digits = style.digits ?? 1;
  const format = numberFormat(locale, {
    style: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: style.signed ? "exceptZero" : "negative",
    roundingMode: "halfEven",
  });
  const parts = format
    .formatToParts(ratio)
    .filter(({ type }) => type !== "percentSign" && type !== "literal");
  return withRealMinus(parts.map(({ value }) => value).join(""));
}

/** Formats a whole number in the reader's notation, such as 4,218. */
export function formatCount(count: number, locale: string): string {
  return numberFormat(locale, { maximumFractionDigits: 0 }).format(count);
}

/** Formats a whole number in few characters, where the exact one stands beside: "16K" for 16,236. */
export const shortCount = (count: number, locale: string): string =>
  numberFormat(locale, { notation: "compact" }).format(count);

/** Names how many there are: "1 alert", "1,204 alerts". `many` is the plural where it is not the word with an s. */
export const countText = (count: number, one: string, locale: string, many = `${one}s`): string =>
  `${formatCount(count, locale)} ${count === 1 ? one : many}`;

/**
 * The amounts of a sentence, which have decimals or stand before a currency, and its counts, "12 of 4000". A name of a
 * seller or a rule can be any other number, such as a year.
 */
const AMOUNT_OR_COUNT =
  /(?<![\w.,:/-])\d{4,}(?:\.\d{2,3}(?![\w:/-]|\.\w)|(?= [A-Z]{3}\b)|(?= (?:to \d+ [A-Z]{3}|of \d+)\b))|(?<=\d of )\d{4,}(?![\w:/-]|\.\w)/g;
/** The space before the unit of a number. */
const BEFORE_UNIT = /(?<=\d) (?=%|[A-Z]{3}\b)/g;

/**
 * Writes the figures in a sentence of the service as everywhere else: thousands grouped, and no number parted from its
 * unit at the end of a line.
 */
export const statedText = (text: string, locale: string): string =>
  text
    .replace(AMOUNT_OR_COUNT, (amount) => formatMoney({ amount, currency: "" }, locale, "none"))
    .replace(BEFORE_UNIT, NO_BREAK_SPACE);

/** Returns the sign of a decimal string: -1, 0 or 1; 0 also for text that is no number. */
export function signOf(text: string): -1 | 0 | 1 {
  if (!isDecimal(text) || !/[1-9]/.test(text)) return 0;
  return text.startsWith("-") ? -1 : 1;
}

function scaled(amount: string, decimals: number): bigint {
  const [whole = "0", fraction = ""] = amount.split(".");
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}

/** Compares two decimal strings exactly: negative, zero or positive if the first is below, at or above the second. */
export function compareDecimals(a: string, b: string): number {
  if (!isDecimal(a) || !isDecimal(b)) return 0;
  const decimals = Math.max(decimalsOf(a), decimalsOf(b));
  const difference = scaled(a, decimals) - scaled(b, decimals);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/**
 * Returns (after − before) / before with four decimals, half-even, for use where the API sent no ratio.
 * Null if the currencies differ, an amount is no number, or the price before is zero.
 */
export function changeBetween(before: WireMoney, after: WireMoney): WireRatio | null {
  if (before.currency !== after.currency || !isDecimal(before.amount) || !isDecimal(after.amount))
    return null;
  const decimals = Math.max(decimalsOf(before.amount), decimalsOf(after.amount));
  const from = scaled(before.amount, decimals);
  if (from <= 0n) return null;
  const numerator = (scaled(after.amount, decimals) - from) * 10_000n;
  const size = numerator < 0n ? -numerator : numerator;
  const quotient = size / from;
  const twiceRest = (size % from) * 2n;
  const roundsUp = twiceRest > from || (twiceRest === from && quotient % 2n === 1n);
  const digits = String(quotient + (roundsUp ? 1n : 0n)).padStart(5, "0");
  const text = `${digits.slice(0, -4)}.${digits.slice(-4)}`;
  return numerator < 0n && /[1-9]/.test(text) ? `-${text}` : text;
}
