"use client";

import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from "react";
import { dayText } from "./age-text";
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
 * Lets a reader move through a history with the pointer or, while focused, with the arrow keys. The values of the
 * selected moment are shown below the chart.
 * @param props.moments the moments that can be selected, milliseconds since 1970
 * @param props.timeAt returns the time at an x position of the chart, in pixels from its left edge
 */
export function HistoryReadout(props: {
  history: HistorySeries;
  moments: readonly number[];
  timeAt: (x: number) => number;
  children: (readMs: number | null) => ReactNode;
}) {
  const { moments } = props;
  const locale = useLocale();
  const [selected, setSelected] = useState<number | null>(null);
  const at = selected === null ? null : (moments[Math.min(selected, moments.length - 1)] ?? null);
  const text = at === null ? null : readText(props.history, at, locale);

  function onPointer(event: PointerEvent<HTMLDivElement>) {
    const { left } = event.currentTarget.getBoundingClientRect();
    setSelected(nearestMoment(moments, props.timeAt(event.clientX - left)));
  }

  function onKeyDown(event: KeyboardEvent) {
    const last = moments.length - 1;
    const from = selected ?? last + 1;
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: Math.max(0, from - 1),
      ArrowRight: Math.min(last, from + 1),
      Home: 0,
      End: last,
    };
    const next = steps[event.key];
    if (event.key === "Escape") setSelected(null);
    else if (next !== undefined) setSelected(next);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <div
        role="slider"
        tabIndex={0}
        aria-label="Prices over time; the arrow keys go through them"
        aria-valuemin={0}
        aria-valuemax={moments.length - 1}
        aria-valuenow={selected ?? moments.length - 1}
        aria-valuetext={text ?? "No point selected"}
        className="touch-pan-y rounded-md outline-offset-4"
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={(event) => event.pointerType === "mouse" && setSelected(null)}
        onKeyDown={onKeyDown}
        onBlur={() => setSelected(null)}
      >
        {props.children(at)}
      </div>
      <p aria-hidden className="num min-h-9 text-xs text-pretty text-ink-soft">
        {text ?? (
          <span className="text-ink-dim">Point at the lines, or use the arrow keys, to read them.</span>
        )}
      </p>
    </>
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
    dayText(ms, null, locale),
    money("ours", price),
    money("cost", cost),
    `${money("market", market)}${count ? ` (${count})` : ""}`,
    ...sellerTexts,
    ...more,
  ].join(" · ");
}
