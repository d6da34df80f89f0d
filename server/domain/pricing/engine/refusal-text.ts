import { DAY_MS } from "@/server/domain/durations";
import type { CompiledGates } from "@/server/domain/pricing/engine/gates";
import type { EngineObservation, MarketSubject } from "@/server/domain/pricing/inputs";
import type { ObservationRefusal } from "@/server/domain/pricing/outcome";
import { divideHalfEven } from "@/server/domain/ratio";

export const USED = "Used.";
export const USED_STOCK_UNKNOWN = "Used; the page did not say whether it is in stock.";

/** Returns a number of whole days as text. */
export const daysText = (days: number): string => (days === 1 ? "1 day" : `${days} days`);

/** Returns why an observation was refused, worded for shopkeepers. */
export function refusalNote(
  refusal: ObservationRefusal,
  observation: EngineObservation,
  { currency, packSize }: MarketSubject,
  gates: CompiledGates,
  nowMs: number,
): string {
  switch (refusal) {
    case "other_currency":
      return `Priced in ${observation.currency}, not in ${currency}.`;
    case "no_price":
      return "It carries no usable price.";
    case "future":
      return "It is dated in the future.";
    case "too_old": {
      const age = daysText(Math.floor((nowMs - observation.observedAtMs) / DAY_MS));
      return `Seen ${age} ago; prices count for ${daysText((gates.maxObservationAgeMs ?? 0) / DAY_MS)}.`;
    }
    case "superseded":
      return "A newer price of the same seller counts instead.";
    case "out_of_stock":
      return "Out of stock there.";
    case "other_pack":
      return packNote(packSize, observation.packSize);
    case "outlier":
      return "Too far from the rest, likely another product or pack.";
    case "seller_not_counted":
      return "The policy does not count this seller.";
    case "other_tier":
      return "Another tier of sellers counts.";
    case "too_low":
      return "So low that the policy does not count it.";
    case "shipping_unknown":
      return "What it costs with delivery is not known.";
  }
}

function packNote(own: string | null, theirs: string | null): string {
  if (own === null) return "The item's own pack size is not known, so it cannot be shown to be the same.";
  if (theirs === null) return `It does not say which pack it is for; yours is ${own}.`;
  return `It is for another pack: ${theirs}; yours is ${own}.`;
}

/** "3.4 times below the others, likely another product or pack." Both prices are in the same currency, above 0. */
export function outlierNote(price: bigint, reference: bigint, than: string): string {
  const below = price < reference;
  const tenths = below ? divideHalfEven(reference * 10n, price) : divideHalfEven(price * 10n, reference);
  return `${tenths / 10n}.${tenths % 10n} times ${below ? "below" : "above"} ${than}, likely another product or pack.`;
}
