import type { HistoryPoint } from "@/app/_components/pricing/history-scale";
import type { Outputs } from "@/app/_trpc/client";
import { DAY_MS } from "@/server/domain/durations";

type History = Outputs["catalog"]["history"];

/**
 * A median is valid for one day. The history has an entry for each day with accepted prices; other days have no
 * market.
 */
const MAX_AGE_MS = DAY_MS;

/**
 * Builds the chart's series from an item's history. Amounts in another currency than the item's own count as unknown,
 * so the line breaks there, as it does on days without an accepted competitor price.
 * @param toMs the end of the drawing, milliseconds since 1970
 */
export function historySeries(
  history: History,
  currency: string,
  toMs: number,
): {
  price: HistoryPoint[];
  cost: HistoryPoint[];
  market: HistoryPoint[];
  days: History["market"];
  sellers: History["sellers"];
} {
  const own = [...history.own].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const inCurrency = (money: HistoryPoint["price"]) => (money?.currency === currency ? money : null);
  return {
    price: own.map(({ at, price }) => ({ at, price: inCurrency(price) })),
    cost: own.map(({ at, cost }) => ({ at, price: inCurrency(cost) })),
    market: marketPoints(history.market, inCurrency, toMs),
    days: history.market.filter(({ median }) => median.currency === currency),
    sellers: history.sellers.map(({ seller, points }) => ({
      seller,
      points: points.filter(({ price }) => price.currency === currency),
    })),
  };
}

function marketPoints(
  market: History["market"],
  inCurrency: (money: HistoryPoint["price"]) => HistoryPoint["price"],
  toMs: number,
): HistoryPoint[] {
  const days = [...market].sort((a, b) => Date.parse(a.day) - Date.parse(b.day));
  return days.flatMap(({ day, median }, index) => {
    const point = { at: day, price: inCurrency(median) };
    const end = Date.parse(day) + MAX_AGE_MS;
    const next = days[index + 1];
    return (next ? Date.parse(next.day) : toMs) <= end
      ? [point]
      : [point, { at: new Date(end).toISOString(), price: null }];
  });
}
