import { formOf, isDecoy, isNeutral } from "@/server/market/price-text/context";
import type { Quote } from "@/server/market/price-text/quotes";
import type { PriceForm } from "@/server/market/price-text/reading";

/** How many characters around a number can determine what it is. */
const NEAR = 120;
const MAX_BARE_WHOLE = 7;
const SHORT_LINE = 20;

/** The numbers of a text with facts about their lines, so that each line is analysed once. */
export type Quoted = {
  readonly text: string;
  readonly quotes: readonly Quote[];
  /** Per quote, whether its line contains nothing but prices and neutral words. */
  readonly linesOfPrices: readonly boolean[];
};

/** Analyses the lines of the quotes, which must be in order. */
export function quoted(text: string, quotes: readonly Quote[]): Quoted {
  const linesOfPrices: boolean[] = [];
  while (linesOfPrices.length < quotes.length) {
    const first = linesOfPrices.length;
    const at = quotes[first]?.digitsStart ?? 0;
    const from = text.lastIndexOf("\n", at - 1) + 1;
    const found = text.indexOf("\n", at);
    const to = found === -1 ? text.length : found;
    let next = first + 1;
    while ((quotes[next]?.digitsStart ?? to) < to) next += 1;
    const inLine = quotes.slice(first, next);
    linesOfPrices.push(...inLine.map(() => isLineOfPrices(text.slice(from, to), inLine)));
  }
  return { text, quotes, linesOfPrices };
}

/**
 * Whether a line of bare numbers is a line of prices. It is not when it also has a number with a currency, or several
 * numbers without fractions.
 */
function isLineOfPrices(line: string, quotes: readonly Quote[]): boolean {
  if (quotes.some(({ name }) => name !== null)) return false;
  if (quotes.length > 1 && !quotes.every((quote) => quote.fraction.length === 2 || quote.dashed))
    return false;
  return isNeutral(line.replace(/\d/gu, " "));
}

/**
 * Returns the form of the quote at an index, or null when it is no price. `isRange`: the next quote is its other end.
 */
export function priceForm(source: Quoted, index: number, isRange: boolean): PriceForm | null {
  const { text, quotes } = source;
  const quote = quotes[index];
  if (quote === undefined) return null;
  const other = isRange ? quotes[index + 1] : undefined;
  const isPriced = quote.name !== null || (other?.name ?? null) !== null;
  if (!isPriced && (!source.linesOfPrices[index] || isDecoyQuote(text, quote))) return null;
  const end = (other ?? quote).end;
  const previousEnd = quotes[index - 1]?.end ?? 0;
  const before = text.slice(Math.max(0, quote.start - NEAR), quote.start);
  const after = text.slice(end, end + NEAR);
  if (/(?:^|[\s(])-$/.test(before)) return "saving";
  const between = text.slice(Math.max(previousEnd, quote.start - NEAR), quote.start);
  const form = formOf(
    { before: lineBefore(between), after: lineAfter(/^\D*/u.exec(after)?.[0] ?? "") },
    { before: lineBefore(before), after: lineAfter(after) },
  );
  return isRange && (form === "exact" || form === "from" || form === "up_to") ? "range" : form;
}

/** Whether a number without a currency is not an amount. */
export function isDecoyQuote(text: string, quote: Quote): boolean {
  if (quote.name !== null) return false;
  const digits = text.slice(quote.digitsStart, quote.digitsEnd);
  if (/^0\d/.test(digits) || (/^\d+$/.test(digits) && digits.length > MAX_BARE_WHOLE)) return true;
  const before = text.slice(Math.max(0, quote.digitsStart - NEAR), quote.digitsStart);
  const after = text.slice(quote.digitsEnd, quote.digitsEnd + NEAR);
  if (/\($/.test(before) && /^\)/.test(after) && quote.fraction === "") return true;
  return isDecoy(before, after);
}

/** Returns the words before a price: those of its own line, or of a short line above when there are none. */
function lineBefore(before: string): string {
  const lines = before.split("\n");
  const own = lines.at(-1) ?? "";
  if (own.trim() !== "" || lines.length === 1) return own;
  const above = (lines.findLast((line) => line.trim() !== "") ?? "").trim();
  return above.length <= SHORT_LINE ? `${above} ` : "";
}

const lineAfter = (after: string): string => after.split("\n", 1)[0] ?? "";
