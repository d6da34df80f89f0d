import type { CompiledGates } from "@/server/domain/pricing/compile";
import type { EngineObservation } from "@/server/domain/pricing/inputs";
import type { ObservationRefusal } from "@/server/domain/pricing/outcome";
import { divideHalfEven } from "@/server/domain/ratio";

const DAY_MS = 86_400_000;

export const USED = "Used.";
export const USED_STOCK_UNKNOWN = "Used; the page did not say whether it is in stock.";

/** A duration in whole days, as people say it. */
export const daysText = (days: number): string => (days === 1 ? "1 day" : `${days} days`);

/** Why an observation was refused, in a shopkeeper's words. */
export function refusalNote(
  refusal: ObservationRefusal,
  observation: EngineObservation,
  currency: string,
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
    case "outlier":
      return "Too far from the rest, likely another product or pack.";
  }
}

/** "3.4 times below the others, likely another product or pack." Both prices are in the same currency, above 0. */
export function outlierNote(price: bigint, reference: bigint, than: string): string {
  const below = price < reference;
  const tenths = below ? divideHalfEven(reference * 10n, price) : divideHalfEven(price * 10n, reference);
  return `${tenths / 10n}.${tenths % 10n} times ${below ? "below" : "above"} ${than}, likely another product or pack.`;
}
