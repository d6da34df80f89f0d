import { formatAmount } from "@/server/domain/money";
import { minorUnitsOf } from "@/server/stores/decimal";
import { StoreError } from "@/server/stores/port";

/**
 * Converts minor units to the text that the shop is sent. The shop refuses no text and stores what is left of it, so a
 * text is checked before it leaves.
 * @param decimals the number of decimals that the shop shows
 * @throws StoreError `rejected` for a price that the shop would not show exactly
 */
export function toShop(minor: bigint, currency: string, decimals: number): string {
  const [whole = "", fraction = ""] = formatAmount(minor, currency).split(".");
  if (/[1-9]/.test(fraction.slice(decimals)))
    throw new StoreError(
      "rejected",
      "definite",
      `The shop shows prices with ${decimals} decimals, so that it would show another price.`,
    );
  const kept = fraction.slice(0, decimals);
  const text = kept === "" ? whole : `${whole}.${kept}`;
  if (!/^\d+(\.\d+)?$/.test(text))
    throw new StoreError("rejected", "definite", "The price cannot be written as a plain decimal.");
  return text;
}

/**
 * Converts a cost to minor units; null for 0 too, which the shop also shows for a cost that was not set. A JSON
 * number's shortest decimal is what the shop printed, so that no binary fraction is calculated with.
 */
export function costFromShop(value: number, currency: string): bigint | null {
  const cost = minorUnitsOf(String(value), currency);
  return cost === 0n ? null : cost;
}
