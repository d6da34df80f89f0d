import { type PlainText, plainText } from "@/server/market/price-text/characters";
import { isBetween, isFree } from "@/server/market/price-text/context";
import { chooseCurrency, type Surroundings, surroundings } from "@/server/market/price-text/currency-choice";
import { isDecoyQuote, priceForm, quoted } from "@/server/market/price-text/price-form";
import { type Quote, quotesOf } from "@/server/market/price-text/quotes";
import type { ParsedPrice, PriceForm, PriceHints } from "@/server/market/price-text/reading";

/** Order of preference: prices for the product first; a saving or an extra never is one. */
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
 * Returns the one price of a field or a short text, or null: of several the first that is for the product itself. The
 * meaning of a number without a currency is not guessed: beside words about something else it is no price.
 */
export function readPrice(text: string, hints: PriceHints = {}): ParsedPrice | null {
  const prices = readPrices(text, hints);
  for (const form of PREFERENCE) {
    const match = prices.find((price) => price.form === form);
    if (match !== undefined) return match;
  }
  return null;
}

/**
 * Returns all prices of a text in order, including those that are not for the product (see `PriceForm`). The currency
 * is the one written beside the number, disambiguated by the hints; without one the declared currency.
 */
export function readPrices(text: string, hints: PriceHints = {}): readonly ParsedPrice[] {
  const plain = plainText(text);
  const around = surroundings(hints);
  const quotes = quotesOf(plain.text, around);
  const lines = quoted(plain.text, quotes);
  const prices: ParsedPrice[] = [];
  for (let index = 0; index < quotes.length; index += 1) {
    const quote = quotes[index];
    if (quote === undefined) break;
    const high = highEnd(plain.text, quote, quotes[index + 1]);
    const form = priceForm(lines, index, high !== null);
    if (form === null) continue;
    if (high !== null) index += 1;
    prices.push(readingOf(plain, quote, high, form, around));
  }
  return prices.length > 0 ? prices : freeLines(plain, around);
}

/** Returns the other end of a range that begins with this quote. One currency is enough for both ends. */
function highEnd(text: string, low: Quote, high: Quote | undefined): Quote | null {
  if (high === undefined || !isBetween(text.slice(low.end, high.start))) return null;
  if (low.name && high.name && low.name.codes.join() !== high.name.codes.join()) return null;
  const priced = low.name ?? high.name;
  const [lowest, highest] = [Number(amountOf(low)), Number(amountOf(high))];
  if (lowest > highest || (priced && !low.name && highest > lowest * 20)) return null;
  if (!priced && (isDecoyQuote(text, low) || isDecoyQuote(text, high))) return null;
  return priced || low.fraction !== "" || high.fraction !== "" ? high : null;
}

function readingOf(
  plain: PlainText,
  quote: Quote,
  high: Quote | null,
  form: PriceForm,
  around: Surroundings,
): ParsedPrice {
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

function freeLines(plain: PlainText, around: Surroundings): readonly ParsedPrice[] {
  const prices: ParsedPrice[] = [];
  for (const line of plain.text.matchAll(/[^\n]+/gu)) {
    if (!isFree(line[0])) continue;
    const start = line.index + line[0].length - line[0].trimStart().length;
    prices.push({
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
  return prices;
}
