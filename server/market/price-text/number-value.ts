import type { NumberToken } from "@/server/market/price-text/number-tokens";

/** Digits of a number without leading zeros; `fraction` is empty when the text has none. */
export type NumberValue = { readonly whole: string; readonly fraction: string; readonly certain: boolean };

/** Decides between thousands and a fraction when the digits alone do not. */
export type NumberContext = {
  /** The decimals of the currency, when it is known. */
  readonly decimals: number | null;
  readonly decimalSeparator: "." | "," | null;
  readonly localeSeparator: string | null;
};

const THOUSANDS = 3;

/**
 * Parses the digits of a token as one number, or returns null for a date, a version or an address. A single separator
 * before three digits separates thousands, unless the currency has three decimals or the number begins with a zero.
 */
export function numberValue(token: NumberToken, context: NumberContext): NumberValue | null {
  const { runs, separators } = token;
  const [first = ""] = runs;
  if (token.leadingPoint) {
    return runs.length === 1 ? { whole: "0", fraction: first, certain: true } : null;
  }
  const last = separators.at(-1);
  if (last === undefined) return number(runs, "", true);
  if (last === "^") return withFraction({ ...token, separators: separators.slice(0, -1) }, true);
  if (token.dashed) return areGroups(runs) ? number(runs, "", true) : null;
  const sameBefore = new Set(separators.slice(0, -1)).size <= 1;
  if (!sameBefore) return null;
  if (separators.length === 1) return oneSeparator(token, last, context);
  if (separators.includes(last) && separators.indexOf(last) < separators.length - 1) {
    return repeated(token, context);
  }
  return last === "٬" || last === " " ? null : withFraction(token, !token.loose);
}

function oneSeparator(token: NumberToken, separator: string, context: NumberContext): NumberValue | null {
  const [left = "", right = ""] = token.runs;
  if (separator === "٫") return number([left], right, true);
  if (separator === "٬" || separator === " ")
    return areGroups(token.runs) ? number(token.runs, "", true) : null;
  if (separator === "'" || separator === "·") {
    if (separator === "'" && areGroups(token.runs)) return number(token.runs, "", true);
    return right.length === 2 ? number([left], right, false) : null;
  }
  if (right.length !== THOUSANDS) {
    const expected = context.decimalSeparator ?? separator;
    return number([left], right, !token.loose && expected === separator);
  }
  if (left.length > THOUSANDS || left.startsWith("0")) return number([left], right, true);
  return threeDigits(token, separator, context);
}

/** "1.299", "423.923": thousands, or three decimals. */
function threeDigits(token: NumberToken, separator: string, context: NumberContext): NumberValue {
  const [left = "", right = ""] = token.runs;
  const parts = (certain: boolean) => number([left], right, certain);
  const thousands = (certain: boolean) => number(token.runs, "", certain);
  const { decimals, localeSeparator } = context;
  if (context.decimalSeparator !== null) {
    return context.decimalSeparator === separator ? parts(true) : thousands(true);
  }
  if (decimals === 0) return thousands(true);
  if (decimals === null || decimals < THOUSANDS) {
    return thousands(localeSeparator === null || localeSeparator !== separator);
  }
  if (localeSeparator !== null) return localeSeparator === separator ? parts(true) : thousands(false);
  return separator === "." ? parts(true) : thousands(false);
}

/**
 * Parses a repeated separator: thousands, or thousands with a final pair of digits as the fraction, as some shops
 * write.
 */
function repeated(token: NumberToken, context: NumberContext): NumberValue | null {
  const { runs } = token;
  const last = runs.at(-1) ?? "";
  if (areGroups(runs)) return number(runs, "", true);
  if (last.length > 2 || token.separators.includes(" ") || context.decimals === 0) return null;
  const head = runs.slice(0, -1);
  return areGroups(head) ? number(head, last, false) : null;
}

function withFraction(token: NumberToken, certain: boolean): NumberValue | null {
  const head = token.runs.slice(0, -1);
  const fraction = token.runs.at(-1) ?? "";
  if (head.length > 1 && !areGroups(head)) return null;
  return number(head, fraction, certain);
}

/** Whether runs of digits are thousands: 1|299, 12|345|678, or as in India 1|29|999. */
function areGroups(runs: readonly string[]): boolean {
  const [first = "", ...rest] = runs;
  const last = rest.at(-1);
  if (last === undefined) return true;
  if (first === "" || first.length > THOUSANDS || first.startsWith("0") || last.length !== THOUSANDS)
    return false;
  const middle = rest.slice(0, -1);
  if (middle.every((run) => run.length === THOUSANDS)) return true;
  return first.length <= 2 && middle.every((run) => run.length === 2);
}

const number = (whole: readonly string[], fraction: string, certain: boolean): NumberValue => ({
  whole: whole.join("").replace(/^0+(?=\d)/, "") || "0",
  fraction,
  certain,
});
