import { StoreError } from "@/server/stores/port";
import type { VendureShop } from "@/server/stores/vendure/shop";

type Scale = Pick<VendureShop, "precision">;

/** Decimals of a currency by ISO 4217: EUR 2, JPY 0, KWD 3. */
const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;

/**
 * Vendure keeps every amount as an integer with the store's own number of decimals, whatever the currency:
 * with the usual two, ¥1,980 is kept as 198000. Returns ISO 4217 minor units, or null for an amount
 * the currency has no coin for, which no price of ours could match.
 */
export function fromStored(stored: number, currency: string, { precision }: Scale): bigint | null {
  const decimals = decimalsOf(currency);
  return precision <= decimals
    ? BigInt(stored) * 10n ** BigInt(decimals - precision)
    : exactQuotient(BigInt(stored), 10n ** BigInt(precision - decimals));
}

/**
 * The integer Vendure keeps for an amount in ISO 4217 minor units. Throws StoreError `rejected` for one the
 * store cannot hold exactly: Vendure rounds such numbers without a word.
 */
export function toStored(minor: bigint, currency: string, { precision }: Scale): number {
  const decimals = decimalsOf(currency);
  const stored =
    precision >= decimals
      ? minor * 10n ** BigInt(precision - decimals)
      : exactQuotient(minor, 10n ** BigInt(decimals - precision));
  if (stored === null || stored > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new StoreError("rejected", "definite", "The store cannot hold this price exactly.");
  }
  return Number(stored);
}

const exactQuotient = (amount: bigint, divisor: bigint): bigint | null =>
  amount % divisor === 0n ? amount / divisor : null;
