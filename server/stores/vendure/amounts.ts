import { currencyDecimals } from "@/server/domain/currency";
import { StoreError } from "@/server/stores/port";
import type { VendureShop } from "@/server/stores/vendure/shop";

type Scale = Pick<VendureShop, "precision">;

/**
 * Converts an amount of Vendure to ISO 4217 minor units. Vendure stores every amount as an integer with the store's
 * number of decimals, whatever the currency: with the usual two, ¥1,980 is 198000. Null for an amount that the
 * currency's minor unit cannot express, which no price of ours could equal, and for an unknown currency.
 */
export function fromStored(stored: number, currency: string, { precision }: Scale): bigint | null {
  const decimals = currencyDecimals(currency);
  return decimals === null ? null : shift(BigInt(stored), decimals - precision);
}

/**
 * Converts ISO 4217 minor units to the integer that Vendure stores.
 * @throws StoreError `rejected` for an amount the store cannot store exactly, because Vendure would round it silently
 */
export function toStored(minor: bigint, currency: string, { precision }: Scale): number {
  const decimals = currencyDecimals(currency);
  const stored = decimals === null ? null : shift(minor, precision - decimals);
  if (stored === null || stored > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new StoreError("rejected", "definite", "The store cannot hold this price exactly.");
  }
  return Number(stored);
}

/** Shifts the amount by that many decimals; null if digits would be lost. */
function shift(amount: bigint, places: number): bigint | null {
  const factor = 10n ** BigInt(Math.abs(places));
  if (places >= 0) return amount * factor;
  return amount % factor === 0n ? amount / factor : null;
}
