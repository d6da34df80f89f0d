import { DAY_MS } from "@/server/domain/durations";
import type { Policy } from "@/server/domain/pricing/compile";
import type { EngineObservation, MarketSubject } from "@/server/domain/pricing/inputs";
import { marketOf } from "@/server/domain/pricing/market";

/** What counted as the market at the end of one day (UTC); amounts in minor units of the item's currency. */
export type MarketDay = {
  readonly dayMs: number;
  readonly lowest: bigint;
  readonly median: bigint;
  readonly sellers: number;
};

/** The item's own price from that moment on, minor units of the item's currency; null where it was not known in it. */
export type PriceSince = { readonly atMs: number; readonly price: bigint | null };

/**
 * The market of every day from `sinceMs` to `nowMs`, as a look at the end of that day would have found it: of each seller
 * the newest price seen until then, evaluated by the policy's gates with ages as of then, beside the item's own price of
 * then. The last day is evaluated at `nowMs`, as the item is now. Days on which nothing counted are left out.
 * @param observations in order of time; @param prices in order of time
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
  let seen = 0;
  let price: bigint | null = null;
  let told = 0;
  for (let dayMs = startOfDay(sinceMs); dayMs <= nowMs; dayMs += DAY_MS) {
    const today = dayMs + DAY_MS > nowMs;
    const endMs = today ? nowMs : dayMs + DAY_MS - 1;
    for (
      let next = observations[seen];
      next && (today || next.observedAtMs <= endMs);
      next = observations[seen]
    ) {
      newest.set(next.seller, next);
      seen += 1;
    }
    for (let next = prices[told]; next && next.atMs <= endMs; next = prices[told]) {
      price = next.price;
      told += 1;
    }
    const then = today ? item : { ...item, price };
    const { lowest, median, used } = marketOf(then, [...newest.values()], policy, endMs).figures;
    if (lowest !== null && median !== null) days.push({ dayMs, lowest, median, sellers: used });
  }
  return days;
}

/** How far before a day observations may lie that still count on it, in milliseconds; null where they may be of any age. */
export function longestObservationAge({ scopes, fallback }: Policy): number | null {
  const ages = [...scopes, fallback].map(({ gates }) => gates.maxObservationAgeMs);
  return ages.some((age) => age === null) ? null : Math.max(...ages.map(Number));
}

const startOfDay = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;
