import { currencyDecimals } from "@/server/domain/currency";

const AMOUNT = /^(\d{1,15})(?:\.(\d+))?$/;

/**
 * Converts a store's plain decimal in major units to minor units. Null for any other text, for a negative amount, and
 * for one that the currency's minor unit cannot express, which no price of ours could equal.
 */
export function minorUnitsOf(text: string, currency: string): bigint | null {
  const decimals = currencyDecimals(currency);
  const [match, whole = "", fraction = ""] = AMOUNT.exec(text) ?? [];
  if (match === undefined || decimals === null || /[1-9]/.test(fraction.slice(decimals))) return null;
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, "0"));
}

/** Converts a percentage to a fraction: "19.0000" is "0.19". Null for any other text than a plain decimal. */
export function fractionOfPercent(percent: string): string | null {
  const [match, whole = "", decimals = ""] = /^(\d{1,3})(?:\.(\d{1,6}))?$/.exec(percent) ?? [];
  if (match === undefined) return null;
  const digits = whole.padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}${decimals}`.replace(/\.?0+$/, "");
}
