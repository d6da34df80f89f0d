import { DAY_MS } from "@/server/domain/durations";
import type { WireMoney, WireTime } from "./contract-types";
import type { HistoryPoint } from "./history-scale";

/** The prices observed at one seller. */
export type SellerSeries = { seller: string; points: readonly { at: WireTime; price: WireMoney }[] };

/** The market on one day. */
export type MarketDay = { day: WireTime; lowest: WireMoney; median: WireMoney; sellers: number };

/** Returns the moments a reader can select, ascending: start and end of the span and every change in between. */
export function selectableMoments(
  span: { from: WireTime; to: WireTime },
  series: readonly (readonly { at: WireTime }[])[],
): number[] {
  const [from, to] = [Date.parse(span.from), Date.parse(span.to)];
  const times = series.flat().map(({ at }) => Date.parse(at));
  const within = times.filter((ms) => ms > from && ms < to);
  return [...new Set([from, ...within, to])].sort((a, b) => a - b);
}

/** Returns the index in `moments` of the moment nearest to a time. */
export function nearestMoment(moments: readonly number[], ms: number): number {
  let nearest = 0;
  for (const [index, moment] of moments.entries())
    if (Math.abs(moment - ms) < Math.abs((moments[nearest] ?? 0) - ms)) nearest = index;
  return nearest;
}

/** Returns the price of a series at a time; null if it is unknown at that time. */
export function priceAt(points: readonly HistoryPoint[], ms: number): WireMoney | null {
  let current: WireMoney | null = null;
  for (const { at, price } of points) {
    if (Date.parse(at) > ms) break;
    current = price;
  }
  return current;
}

/** Returns the market figures of the day a time lies in; null if nothing was observed on that day. */
export const dayAt = (days: readonly MarketDay[], ms: number): MarketDay | null =>
  days.find(({ day }) => Date.parse(day) <= ms && ms < Date.parse(day) + DAY_MS) ?? null;

/** Returns each seller's last observed price of the UTC day a time lies in. */
export function sellersAt(
  sellers: readonly SellerSeries[],
  ms: number,
): { seller: string; price: WireMoney }[] {
  const day = Math.floor(ms / DAY_MS);
  return sellers.flatMap(({ seller, points }) => {
    const seen = points.findLast(({ at }) => Math.floor(Date.parse(at) / DAY_MS) === day);
    return seen ? [{ seller, price: seen.price }] : [];
  });
}
