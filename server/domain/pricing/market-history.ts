import { DAY_MS } from "@/server/domain/durations";
import { marketOf } from "@/server/domain/pricing/engine";
import type { Policy } from "@/server/domain/pricing/engine/compile";
import { type EngineObservation, type MarketSubject, sellerKey } from "@/server/domain/pricing/inputs";

/** The market at the end of one UTC day; amounts in minor units of the item's currency. */
export type MarketDay = {
  readonly dayMs: number;
  readonly lowest: bigint;
  readonly median: bigint;
  readonly sellers: number;
};

/**
 * The item's own price from that time on, in minor units of the item's currency; null when it was unknown or in
 * another currency.
 */
export type PriceSince = { readonly atMs: number; readonly price: bigint | null };

/**
 * Returns the market of every day from `sinceMs` to `nowMs`, as evaluated at the end of that day: the newest price of
 * each seller up to then, by the policy's gates, with the ages and the item's own price at that time. The last day is
 * evaluated at `nowMs`, with the item as it is now. Days without a usable observation are omitted.
 * @param observations in order of time
 * @param prices in order of time
 */
export function marketByDay(
  item: MarketSubject,
  observations: readonly EngineObservation[],
  prices: readonly PriceSince[],
  policy: Policy,
  { sinceMs, nowMs }: { readonly sinceMs: number; readonly nowMs: number },
): MarketDay[] {
  const days: MarketDay[] = [];
  const newest = new Map<string, EngineObservation>();
  let observationIndex = 0;
  let price: bigint | null = null;
  let priceIndex = 0;
  for (let dayMs = startOfDay(sinceMs); dayMs <= nowMs; dayMs += DAY_MS) {
    const today = dayMs + DAY_MS > nowMs;
    const endMs = today ? nowMs : dayMs + DAY_MS - 1;
    for (
      let next = observations[observationIndex];
      next && (today || next.observedAtMs <= endMs);
      next = observations[observationIndex]
    ) {
      newest.set(sellerKey(next.seller), next);
      observationIndex += 1;
    }
    for (let next = prices[priceIndex]; next && next.atMs <= endMs; next = prices[priceIndex]) {
      price = next.price;
      priceIndex += 1;
    }
    const then = today ? item : { ...item, price };
    const { lowest, median, used } = marketOf(then, [...newest.values()], policy, endMs).figures;
    if (lowest !== null && median !== null) days.push({ dayMs, lowest, median, sellers: used });
  }
  return days;
}

/** Returns the greatest age of an observation that still counts, in milliseconds; null when any age counts. */
export function longestObservationAge({ scopes, fallback }: Policy): number | null {
  const ages = [...scopes, fallback].map(({ gates }) => gates.maxObservationAgeMs);
  return ages.some((age) => age === null) ? null : Math.max(...ages.map(Number));
}

const startOfDay = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;
