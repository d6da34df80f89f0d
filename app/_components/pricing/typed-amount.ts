import { currencyDecimals } from "@/server/domain/currency";

/** One mark before exactly three digits: a thousand to some, a fraction to others. */
const EITHER = /^(\d{1,3})[.,](\d{3})$/;

/**
 * Returns a typed amount as it is sent: a decimal comma becomes a point. What may be a thousand or a fraction (1.000 or
 * 1,000) is sent with a comma, which the service refuses with an example, so that nobody's thousand becomes one.
 */
export function typedAmount(typed: string, currency: string): string {
  const text = typed.trim();
  const either = EITHER.exec(text);
  if (either !== null && currencyDecimals(currency) !== either[2]?.length) return `${either[1]},${either[2]}`;
  return text.replace(",", ".");
}
