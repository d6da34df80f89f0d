import { currencyDecimals } from "@/server/domain/currency";
import { StoreError } from "@/server/stores/port";
import type { VendureShop } from "@/server/stores/vendure/shop";

type Scale = Pick<VendureShop, "precision">;

/**
 * Vendure keeps every amount as an integer with the store's own number of decimals, whatever the currency:
 * with the usual two, ¥1,980 is kept as 198000. Returns ISO 4217 minor units, or null for an amount the
 * currency has no coin for, which no price of ours could match, and for a currency that is none.
 */
export function fromStored(stored: number, currency: string, { precision }: Scale): bigint | null {
  const decimals = currencyDecimals(currency);
  return decimals === null ? null : shift(BigInt(stored), decimals - precision);
}

/**
 * The integer Vendure keeps for an amount in ISO 4217 minor units. Throws StoreError `rejected` for one the
 * store cannot hold exactly: Vendure rounds such numbers without a word.
 */
export function toStored(minor: bigint, currency: string, { precision }: Scale): number {
  const decimals = currencyDecimals(currency);
  const stored = decimals === null ? null : shift(minor, precision - decimals);
  if (stored === null || stored > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new StoreError("rejected", "definite", "The store cannot hold this price exactly.");
  }
  return Number(stored);
}

/** The amount with that many decimals more, or fewer; null when digits would be lost. */
function shift(amount: bigint, places: number): bigint | null {
  const factor = 10n ** BigInt(Math.abs(places));
  if (places >= 0) return amount * factor;
  return amount % factor === 0n ? amount / factor : null;
}
