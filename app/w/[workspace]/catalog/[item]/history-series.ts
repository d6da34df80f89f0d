import type { HistoryPoint } from "@/app/_components/pricing/history-scale";
import type { Outputs } from "@/app/_trpc/client";

type History = Outputs["catalog"]["history"];

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * An item's history as the chart draws it. What is in another currency than the item's own is not known in it, so the
 * line breaks there. The market of a day says nothing of the next one: the line breaks over days without a price.
 */
export function historySeries(
  history: History,
  currency: string,
): { price: HistoryPoint[]; cost: HistoryPoint[]; market: HistoryPoint[] } {
  const own = [...history.own].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const inCurrency = (money: HistoryPoint["price"]) => (money?.currency === currency ? money : null);
  return {
    price: own.map(({ at, price }) => ({ at, price: inCurrency(price) })),
    cost: own.map(({ at, cost }) => ({ at, price: inCurrency(cost) })),
    market: marketPoints(history.market, inCurrency),
  };
}

function marketPoints(
  market: History["market"],
  inCurrency: (money: HistoryPoint["price"]) => HistoryPoint["price"],
): HistoryPoint[] {
  const days = [...market].sort((a, b) => Date.parse(a.day) - Date.parse(b.day));
  return days.flatMap(({ day, median }, index) => {
    const point = { at: day, price: inCurrency(median) };
    const end = Date.parse(day) + DAY_MS;
    const next = days[index + 1];
    if (next === undefined || Date.parse(next.day) <= end) return [point];
    return [point, { at: new Date(end).toISOString(), price: null }];
  });
}
