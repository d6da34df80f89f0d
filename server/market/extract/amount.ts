import { readPrice } from "@/server/market/price-text/read-price";
import type { PriceHints } from "@/server/market/price-text/reading";

const PLAIN = /^\d{1,12}(\.\d{1,6})?$/;

/**
 * Returns a canonical text by which two decimals compare as equal: no leading zeros, no trailing zeros in the
 * fraction.
 */
export function amountKey(amount: string): string {
  const [whole = "0", fraction = ""] = amount.split(".");
  const digits = fraction.replace(/0+$/, "");
  const head = whole.replace(/^0+(?=\d)/, "");
  return digits === "" ? head : `${head}.${digits}`;
}

/** Whether an amount is positive and below a thousand million, the plausible maximum for one product. */
export const isPriceAmount = (amount: string): boolean =>
  PLAIN.test(amount) && amountKey(amount) !== "0" && (amountKey(amount).split(".")[0] ?? "").length <= 9;

/** Compares two decimals: negative when the first is smaller. */
export const compareAmounts = (left: string, right: string): number => Number(left) - Number(right);

/**
 * Returns the amount of a machine-readable field in major units: a plain decimal unchanged, otherwise the single
 * price in its text. Null for an empty field, zero, and text without a price.
 */
export function fieldAmount(
  value: string,
  hints: PriceHints,
): { readonly amount: string; readonly currency: string | null } | null {
  const text = value.trim();
  if (text === "" || text.length > 60) return null;
  if (PLAIN.test(text)) return isPriceAmount(text) ? { amount: text, currency: null } : null;
  const parsed = readPrice(text, hints);
  if (parsed === null || !isPriceAmount(parsed.amount)) return null;
  return { amount: parsed.amount, currency: parsed.currencyText === null ? null : parsed.currency };
}
