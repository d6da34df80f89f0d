import type { PriceHints, PriceReading } from "@/server/market/price-text/reading";

const NUMBER =
  /(\p{Sc}|\p{L}{1,4}\.?)?[ \u00a0\u202f]?(\d{1,3}(?:[., '’\u00a0\u202f]\d{3})+|\d+)([.,]\d{1,2})?(?!\d)[ \u00a0\u202f]?(\p{Sc}|\p{L}{1,4})?/gu;
const SYMBOLS: Readonly<Record<string, string>> = { "€": "EUR", "₹": "INR", zł: "PLN", Kč: "CZK" };

/** The one price that a field or a short text holds, or null. */
export const readPrice = (text: string, hints: PriceHints = {}): PriceReading | null =>
  readPrices(text, hints)[0] ?? null;

/** All prices of a text in order. */
export function readPrices(text: string, hints: PriceHints = {}): readonly PriceReading[] {
  return [...text.matchAll(NUMBER)].map((match) => {
    const [whole, before, integer = "", fraction = "", after] = match;
    const currencyText = before ?? after ?? null;
    return {
      amount: integer.replace(/\D/g, "") + fraction.replace(",", "."),
      highAmount: null,
      currency: SYMBOLS[currencyText ?? ""] ?? hints.currency ?? null,
      currencyText,
      start: match.index,
      end: match.index + whole.length,
      form: "exact",
      certain: true,
    };
  });
}
