"use client";

import type { ReactNode } from "react";
import { ChartReader } from "@/app/_components/charts/chart-reader";
import { chartDays } from "./age-text";
import { formatMoney } from "./format";
import {
  dayAt,
  type MarketDay,
  nearestMoment,
  priceAt,
  type SellerSeries,
  sellersAt,
} from "./history-moments";
import type { HistoryPoint } from "./history-scale";
import { useLocale } from "./locale";

type HistorySeries = {
  price: readonly HistoryPoint[];
  cost: readonly HistoryPoint[];
  market: readonly HistoryPoint[];
  days: readonly MarketDay[];
  sellers: readonly SellerSeries[];
};

const MAX_SELLERS = 6;

/**
 * Lets a reader go through a history and reads the values of the selected moment.
 * @param props.span the times at the chart's edges, milliseconds since 1970
 * @param props.moments the moments that can be selected, milliseconds since 1970
 * @param props.timeAt returns the time at an x position of the chart, in pixels from its left edge
 */
export function HistoryReadout(props: {
  history: HistorySeries;
  span: { from: number; to: number };
  moments: readonly number[];
  timeAt: (x: number) => number;
  children: (readMs: number | null) => ReactNode;
}) {
  const locale = useLocale();
  const day = chartDays(props.span, locale);
  return (
    <ChartReader
      label="Prices over time"
      moments={props.moments}
      nearest={(x) => nearestMoment(props.moments, props.timeAt(x))}
      textAt={(ms) => `${day(ms)} · ${readText(props.history, ms, locale)}`}
    >
      {props.children}
    </ChartReader>
  );
}

function readText({ price, cost, market, days, sellers }: HistorySeries, ms: number, locale: string): string {
  const money = (label: string, points: readonly HistoryPoint[]) => {
    const amount = priceAt(points, ms);
    return amount ? `${label} ${formatMoney(amount, locale)}` : `${label} unknown`;
  };
  const day = dayAt(days, ms);
  const seen = sellersAt(sellers, ms);
  const sellerTexts = seen
    .slice(0, MAX_SELLERS)
    .map((each) => `${each.seller} ${formatMoney(each.price, locale)}`);
  const more = seen.length > MAX_SELLERS ? [`${seen.length - MAX_SELLERS} more`] : [];
  const count =
    day &&
    `lowest ${formatMoney(day.lowest, locale)}, ${day.sellers} ${day.sellers === 1 ? "seller" : "sellers"}`;
  return [
    money("ours", price),
    money("cost", cost),
    `${money("market", market)}${count ? ` (${count})` : ""}`,
    ...sellerTexts,
    ...more,
  ].join(" · ");
}
