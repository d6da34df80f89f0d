import type { EngineObservation } from "@/server/domain/pricing/inputs";

/** What the own delivery costs shoppers, in minor units of `currency`, where prices with delivery are compared. */
export type CompiledDelivered = { readonly ownShipping: bigint; readonly currency: string };

/**
 * Returns what an item's price is compared with, in minor units of the observation's currency: the seller's price, or
 * where prices with delivery are compared, price and shipping less what the own delivery costs. So a price that equals
 * it costs shoppers the same in the end. Null where shipping is not known, or the own delivery is in another currency.
 */
export function comparedAmount(
  { price, currency, shipping }: EngineObservation,
  delivered: CompiledDelivered | null,
): bigint | null {
  if (delivered === null) return price;
  return shipping === null || currency !== delivered.currency
    ? null
    : price + shipping - delivered.ownShipping;
}
