import type { HistoryPoint } from "@/app/_components/pricing/history-scale";
import type { Outputs } from "@/app/_trpc/client";
import { DAY_MS } from "@/server/domain/durations";

type History = Outputs["catalog"]["history"];

/** The history has a market for every day on which prices counted; where a day is missing none did. */
const HOLDS_MS = DAY_MS;

/**
 * An item's history as the chart draws it. What is in another currency than the item's own is not known in it, so the
 * line breaks there, as it does on days on which no competitor price counted.
 * @param toMs where the drawing ends, milliseconds since 1970
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
    const end = Date.parse(day) + HOLDS_MS;
    const next = days[index + 1];
    return (next ? Date.parse(next.day) : toMs) <= end
      ? [point]
      : [point, { at: new Date(end).toISOString(), price: null }];
  });
}
