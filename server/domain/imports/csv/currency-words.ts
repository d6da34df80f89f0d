import { isCurrency } from "@/server/domain/currency";

/** What stands beside amounts for a currency, apart from its code. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  EUR: ["€", "Euro", "Euros"],
  GBP: ["£"],
  USD: ["$", "US$"],
  CHF: ["Fr.", "SFr."],
  JPY: ["¥", "￥", "円"],
  PLN: ["zł"],
  CZK: ["Kč"],
};

/** Signs of several currencies: they may stand beside an amount in one of them, and do not say which it is. */
const SHARED_SIGNS: readonly string[] = ["$", "¥", "￥", "Fr."];

const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries(SIGNS).flatMap(([code, signs]) =>
    signs.filter((sign) => !SHARED_SIGNS.includes(sign)).map((sign) => [sign.toLowerCase(), code]),
  ),
);

/** Returns the code of the currency that a cell names ("eur", "€", "Euro"); any other text as it is. */
export function currencyCode(cell: string): string {
  const code = cell.toUpperCase();
  return isCurrency(code) ? code : (NAMED.get(cell.toLowerCase()) ?? cell);
}

/** Digits, and what stands between and behind them in amounts. */
const NUMBER_PARTS = /[\d\s.,'’\-–—]/g;

/** Returns the code of the currency beside an amount ("24.99 EUR", "€ 5,-"); null where none, or more, stands there. */
export function currencyBeside(amount: string): string | null {
  const sign = amount.replace(NUMBER_PARTS, "");
  const code = currencyCode(sign);
  return isCurrency(code) && amount.includes(sign) ? code : null;
}

/** Returns an amount without the sign, name or code of its own currency before or behind it. */
export function withoutCurrency(amount: string, currency: string): string {
  const text = amount.toLowerCase();
  // A longer sign may begin with a shorter one.
  const signs = [currency, ...(SIGNS[currency] ?? [])].toSorted((a, b) => b.length - a.length);
  for (const sign of signs.map((each) => each.toLowerCase())) {
    if (sign === "") continue;
    if (text.startsWith(sign)) return amount.slice(sign.length).trim();
    if (text.endsWith(sign)) return amount.slice(0, -sign.length).trim();
  }
  return amount;
}
