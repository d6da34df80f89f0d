import { readPrice } from "@/server/market/price-text/read-price";
import type { PriceHints } from "@/server/market/price-text/reading";

const PLAIN = /^\d{1,12}(\.\d{1,6})?$/;

/** The form in which two decimals compare as text: no leading zeros, no zeros at the end of the fraction. */
export function amountKey(amount: string): string {
  const [whole = "0", fraction = ""] = amount.split(".");
  const digits = fraction.replace(/0+$/, "");
  const head = whole.replace(/^0+(?=\d)/, "");
  return digits === "" ? head : `${head}.${digits}`;
}

/** A positive amount below a thousand million, which no shop's page exceeds for one thing. */
export const isPriceAmount = (amount: string): boolean =>
  PLAIN.test(amount) && amountKey(amount) !== "0" && (amountKey(amount).split(".")[0] ?? "").length <= 9;

/** Compares two decimals: negative when the first is smaller. */
export const compareAmounts = (left: string, right: string): number => Number(left) - Number(right);

/**
 * The amount a machine-readable field holds: a plain decimal as it stands, otherwise the one price its text holds.
 * Major units. Null for nothing, zero, or text without a price.
 */
export function fieldAmount(
  value: string,
  hints: PriceHints,
): { readonly amount: string; readonly currency: string | null } | null {
  const text = value.trim();
  if (text === "" || text.length > 60) return null;
  if (PLAIN.test(text)) return isPriceAmount(text) ? { amount: text, currency: null } : null;
  const reading = readPrice(text, hints);
  if (reading === null || !isPriceAmount(reading.amount)) return null;
  return { amount: reading.amount, currency: reading.currencyText === null ? null : reading.currency };
}
