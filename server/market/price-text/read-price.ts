import { isBetween, isDecoy, isFree, isNeutral, formOf } from "@/server/market/price-text/context";
import { chooseCurrency, type Surroundings, surroundings } from "@/server/market/price-text/currency-choice";
import { type PlainText, plainText } from "@/server/market/price-text/characters";
import { type Quote, quotesOf } from "@/server/market/price-text/quotes";
import type { PriceForm, PriceHints, PriceReading } from "@/server/market/price-text/reading";

/** Prices that are asked for the thing before those that tell something else; a saving or an extra is never it. */
const PREFERENCE: readonly PriceForm[] = [
  "exact",
  "from",
  "range",
  "up_to",
  "bundle",
  "per_unit",
  "was",
  "instalment",
  "free",
];

/**
 * The one price that a field or a short text holds, or null: of several the first that is asked for the thing itself.
 * What a number without a currency means is not guessed: beside words that speak of something else it is no price.
 */
export function readPrice(text: string, hints: PriceHints = {}): PriceReading | null {
  const readings = readPrices(text, hints);
  for (const form of PREFERENCE) {
    const found = readings.find((reading) => reading.form === form);
    if (found !== undefined) return found;
  }
  return null;
}

/**
 * All prices of a text in order, those that are not asked for the thing included (see `PriceForm`). The currency is the
 * one written beside the number, narrowed by the hints where it is ambiguous; without one the declared currency.
 */
export function readPrices(text: string, hints: PriceHints = {}): readonly PriceReading[] {
  const plain = plainText(text);
  const around = surroundings(hints);
  const quotes = quotesOf(plain.text, around);
  const readings: PriceReading[] = [];
  for (let index = 0; index < quotes.length; index += 1) {
    const quote = quotes[index];
    if (quote === undefined) break;
    const high = highEnd(plain.text, quote, quotes[index + 1]);
    const form = priceForm(plain.text, quotes, index, high !== null);
    if (form === null) continue;
    if (high !== null) index += 1;
    readings.push(readingOf(plain, quote, high, form, around));
  }
  return readings.length > 0 ? readings : freeLines(plain, around);
}

/** The other end of a range that begins with this quote. One currency is enough for both. */
function highEnd(text: string, low: Quote, high: Quote | undefined): Quote | null {
  if (high === undefined || !isBetween(text.slice(low.end, high.start))) return null;
  if (low.name && high.name && low.name.codes.join() !== high.name.codes.join()) return null;
  const priced = low.name ?? high.name;
  const [lowest, highest] = [Number(amountOf(low)), Number(amountOf(high))];
  if (lowest > highest || (priced && !low.name && highest > lowest * 20)) return null;
  if (!priced && (isDecoyQuote(text, low) || isDecoyQuote(text, high))) return null;
  return priced || low.fraction !== "" || high.fraction !== "" ? high : null;
}

/** What the quote at an index is, or null where it is no price. */
function priceForm(
  text: string,
  quotes: readonly Quote[],
  index: number,
  isRange: boolean,
): PriceForm | null {
  const quote = quotes[index];
  if (quote === undefined) return null;
  const isPriced = quote.name !== null || (isRange && quotes[index + 1]?.name !== null);
  if (!isPriced && !isBarePrice(text, quotes, quote)) return null;
  const last = isRange ? (quotes[index + 1] ?? quote) : quote;
  const before = text.slice(0, quote.start);
  const after = text.slice(last.end);
  if (/(?:^|[\s(])-$/.test(before)) return "saving";
  const form = formOf(
    {
      before: lineEnd(text.slice(quotes[index - 1]?.end ?? 0, quote.start)),
      after: lineStart(untilDigit(after)),
    },
    { before: lineEnd(before), after: lineStart(after) },
  );
  return isRange && (form === "exact" || form === "from" || form === "up_to") ? "range" : form;
}

/** Whether a number without a currency is a price all the same: alone in its line, or beside words that say so. */
function isBarePrice(text: string, quotes: readonly Quote[], quote: Quote): boolean {
  if (isDecoyQuote(text, quote)) return false;
  const from = text.lastIndexOf("\n", quote.digitsStart - 1) + 1;
  const to = text.indexOf("\n", quote.digitsEnd);
  const line = text.slice(from, to === -1 ? text.length : to);
  const inLine = quotes.filter(({ start, end }) => start >= from && end <= from + line.length);
  if (inLine.some(({ name }) => name !== null)) return false;
  if (inLine.length > 1 && !inLine.every(({ fraction }) => fraction.length === 2)) return false;
  return isNeutral(line.replace(/\d/gu, " "));
}

const LONGEST_BARE_WHOLE = 7;

function isDecoyQuote(text: string, quote: Quote): boolean {
  if (quote.name !== null) return false;
  const digits = text.slice(quote.digitsStart, quote.digitsEnd);
  if (/^0\d/.test(digits) || (/^\d+$/.test(digits) && digits.length > LONGEST_BARE_WHOLE)) return true;
  const [before, after] = [text.slice(0, quote.digitsStart), text.slice(quote.digitsEnd)];
  if (/\($/.test(before) && /^\)/.test(after) && quote.fraction === "") return true;
  return isDecoy(before.slice(-40), after.slice(0, 40));
}

/** The words before a price: those of its own line, or of a short line above that ends in nothing else. */
function lineEnd(before: string): string {
  const lines = before.split("\n");
  const own = lines.at(-1) ?? "";
  if (own.trim() !== "" || lines.length === 1) return own;
  const above = (lines.findLast((line) => line.trim() !== "") ?? "").trim();
  return above.length <= 20 ? `${above} ` : "";
}

const lineStart = (after: string): string => after.split("\n", 1)[0] ?? "";
const untilDigit = (after: string): string => /^\D*/u.exec(after)?.[0] ?? "";

function readingOf(
  plain: PlainText,
  quote: Quote,
  high: Quote | null,
  form: PriceForm,
  around: Surroundings,
): PriceReading {
  const priced = quote.name ? quote : high?.name ? high : null;
  const { name } = priced ?? { name: null };
  const start = quote.start;
  const end = high?.end ?? quote.end;
  const nearby = name === null ? around.nearby : null;
  return {
    amount: amountOf(quote),
    highAmount: high === null ? null : amountOf(high),
    currency: priced?.currency ?? (name === null ? unnamedCurrency(around) : null),
    currencyText: name === null ? (nearby?.text ?? null) : plain.text.slice(name.start, name.end),
    start: plain.starts[start] ?? 0,
    end: plain.ends[end - 1] ?? 0,
    form,
    certain: quote.certain && (high?.certain ?? true),
  };
}

const unnamedCurrency = (around: Surroundings): string | null =>
  around.nearby === null ? around.declared : chooseCurrency(around.nearby.codes, around);

const amountOf = ({ whole, fraction }: Quote): string => (fraction === "" ? whole : `${whole}.${fraction}`);

function freeLines(plain: PlainText, around: Surroundings): readonly PriceReading[] {
  const readings: PriceReading[] = [];
  for (const line of plain.text.matchAll(/[^\n]+/gu)) {
    if (!isFree(line[0])) continue;
    const start = line.index + line[0].length - line[0].trimStart().length;
    readings.push({
      amount: "0",
      highAmount: null,
      currency: around.declared,
      currencyText: null,
      start: plain.starts[start] ?? 0,
      end: plain.ends[line.index + line[0].trimEnd().length - 1] ?? 0,
      form: "free",
      certain: true,
    });
  }
  return readings;
}
