"use client";

import { clsx } from "clsx";
import { chartDays } from "./age-text";
import type { WireMoney, WireTime } from "./contract-types";
import { formatMoney } from "./format";
import { Grid, ReadLine, SeenPrices, SellerLines } from "./history-marks";
import { type MarketDay, type SellerSeries, selectableMoments } from "./history-moments";
import { HistoryReadout } from "./history-readout";
import { type HistoryPoint, historyScale, lastPrice, spreadLabels, stepPath } from "./history-scale";
import { labelWidth } from "./label-width";
import { useLocale } from "./locale";
import { useMeasuredWidth } from "./measured-width";

const HEIGHT = 148;
const LABEL_GAP = 15;
const LABEL_OFFSET = 10;
const EXPECTED_WIDTH = 424;

type PriceHistory = {
  from: WireTime;
  to: WireTime;
  price: readonly HistoryPoint[];
  market: readonly HistoryPoint[];
  cost: readonly HistoryPoint[];
  /** Competitor prices that were rejected, drawn hollow. */
  refused?: readonly { at: WireTime; price: WireMoney }[];
  /** The proposed price, drawn as a dot at the end. */
  recommended?: WireMoney | null;
  /** The market by day and the sellers' prices, for the readout of a selected moment. */
  days?: readonly MarketDay[];
  sellers?: readonly SellerSeries[];
  /** The seller whose line is strong. */
  chosenSeller?: string;
};

const SERIES = [
  { key: "market", name: "Market", stroke: "stroke-market", fill: "fill-market", width: 1.5, dash: "3 3" },
  { key: "cost", name: "Cost", stroke: "stroke-cost", fill: "fill-cost", width: 1.75, dash: undefined },
  { key: "price", name: "Ours", stroke: "stroke-ink", fill: "fill-ink", width: 2, dash: undefined },
] as const;

/**
 * Our price (solid), the market's median (dashed) and the cost over time, each labelled where its line ends.
 * All amounts must be in one currency. A series without points is omitted. The pointer and the arrow keys select a
 * moment to read its values.
 */
export function PriceHistoryChart({ history, className }: { history: PriceHistory; className?: string }) {
  const [ref, width] = useMeasuredWidth<HTMLElement>(EXPECTED_WIDTH);
  const locale = useLocale();
  const refused = history.refused ?? [];
  const { days = [], sellers = [] } = history;
  const seen = sellers.flatMap(({ points }) => points);
  const amounts = [
    ...SERIES.flatMap(({ key }) => history[key].flatMap((point) => (point.price ? [point.price] : []))),
    ...[...refused, ...seen].map((point) => point.price),
    ...(history.recommended ? [history.recommended] : []),
  ];
  if (amounts.length === 0) {
    return <p className={clsx("text-ink-dim", className)}>No price history yet.</p>;
  }
  const ends = labelsAtTheEnd(history);
  const labels = ends.map((end) => `${end.name} ${formatMoney(end.price, locale, "none")}`);
  const right = width - LABEL_OFFSET - labelWidth(labels);
  const area = { left: 1, right: Math.max(80, right), top: 10, bottom: HEIGHT - 26 };
  const scale = historyScale(area, history, amounts);
  const labelY = spreadLabels(
    ends.map((end) => scale.y(end.price)),
    LABEL_GAP,
    area,
  );
  const moments = selectableMoments(history, [...SERIES.map(({ key }) => history[key]), seen]);
  const [fromMs, toMs] = [Date.parse(history.from), Date.parse(history.to)];
  const timeAt = (x: number) =>
    fromMs + ((x - area.left) / Math.max(1, area.right - area.left)) * (toMs - fromMs);
  const day = chartDays({ from: fromMs, to: toMs }, locale);
  const [fromText, toText] = [day(fromMs), day(toMs)];
  return (
    <figure ref={ref} className={clsx("m-0 w-full", className)}>
      <figcaption className="sr-only">
        {`Prices from ${fromText} to ${toText}. At the end: `}
        {ends.map((end) => `${end.name} ${formatMoney(end.price, locale)}`).join(", ")}.
      </figcaption>
      <HistoryReadout
        history={{ ...history, days, sellers }}
        span={{ from: fromMs, to: toMs }}
        moments={moments}
        timeAt={timeAt}
      >
        {(readMs) => (
          <svg
            aria-hidden
            width={width}
            height={HEIGHT}
            className="num block max-w-full overflow-visible text-[11px]"
          >
            <Grid area={area} />
            <SellerLines sellers={sellers} chosen={history.chosenSeller} scale={scale} />
            {SERIES.map((series) => (
              <path
                key={series.key}
                d={stepPath(history[series.key], scale, area.right)}
                fill="none"
                strokeWidth={series.width}
                strokeDasharray={series.dash}
                className={series.stroke}
              />
            ))}
            <SeenPrices seen={seen} refused={refused} scale={scale} />
            <ReadLine at={readMs} area={area} scale={scale} />
            {history.recommended ? (
              <circle
                cx={area.right}
                cy={scale.y(history.recommended)}
                r={4.5}
                className="fill-accent stroke-panel"
                strokeWidth={2}
              />
            ) : null}
            {ends.map((end, index) => (
              <text
                key={end.name}
                x={area.right + LABEL_OFFSET}
                y={(labelY[index] ?? 0) + 4}
                className={end.fill}
              >
                {end.name} <tspan fontWeight={560}>{formatMoney(end.price, locale, "none")}</tspan>
              </text>
            ))}
            <text x={area.left} y={HEIGHT - 4} className="fill-ink-dim">
              {fromText}
            </text>
            <text x={area.right} y={HEIGHT - 4} textAnchor="end" className="fill-ink-dim">
              {toText}
            </text>
          </svg>
        )}
      </HistoryReadout>
    </figure>
  );
}

type EndLabel = { name: string; price: WireMoney; fill: string };

function labelsAtTheEnd(history: PriceHistory): EndLabel[] {
  const ends: EndLabel[] = SERIES.flatMap(({ key, name, fill }) => {
    const price = lastPrice(history[key]);
    return price ? [{ name, price, fill }] : [];
  });
  if (history.recommended) ends.push({ name: "New", price: history.recommended, fill: "fill-accent" });
  return ends;
}
