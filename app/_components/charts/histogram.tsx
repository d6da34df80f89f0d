"use client";

import { clsx } from "clsx";
import { formatCount, shortCount } from "@/app/_components/pricing/format";
import { labelWidth } from "@/app/_components/pricing/label-width";
import { useLocale } from "@/app/_components/pricing/locale";
import { useMeasuredWidth } from "@/app/_components/pricing/measured-width";
import { AsTable, type ChartFigures } from "./as-table";
import { ChartFigure, EXPECTED_WIDTH } from "./chart-figure";

/** How many fall into one class, and what is read aloud of it. */
export interface HistogramBar {
  readonly count: number;
  readonly text: string;
}

const HEIGHT = 172;
const TOP = 18;
const BOTTOM = HEIGHT - 22;
const GAP = 2;
/** So high a bar is at least, so that a single one beside thousands is seen. */
const LEAST_HEIGHT = 2;

/**
 * Counts by class as bars, with those on the left of a middle apart from those on the right. The pointer and the arrow
 * keys select a bar to read it, and the figures can be shown as a table.
 * @param props.edges the labels between the bars, one more than there are bars
 * @param props.middle how many bars are on the left
 * @param props.summary what the chart shows, in a sentence
 */
export function Histogram(props: {
  title: string;
  bars: readonly HistogramBar[];
  edges: readonly string[];
  middle: number;
  summary: string;
  figures: ChartFigures;
}) {
  return (
    <AsTable title={props.title} figures={props.figures}>
      <Bars {...props} />
    </AsTable>
  );
}

function Bars({ title, bars, edges, middle, summary }: Parameters<typeof Histogram>[0]) {
  const [ref, width] = useMeasuredWidth<HTMLElement>(EXPECTED_WIDTH);
  // Half a label stands out at both ends.
  const margin = 14;
  const step = (width - 2 * margin) / bars.length;
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const locale = useLocale();
  const isNarrow = labelWidth([formatCount(most, locale)]) > step;
  const label = (count: number) => (isNarrow ? shortCount(count, locale) : formatCount(count, locale));
  const nearest = (x: number) =>
    Math.min(bars.length - 1, Math.max(0, Math.floor((x - margin) / Math.max(1, step))));
  return (
    <ChartFigure
      size={{ ref, width, height: HEIGHT }}
      label={title}
      summary={summary}
      moments={bars.map((_, index) => index)}
      nearest={nearest}
      textAt={(index) => bars[index]?.text ?? ""}
    >
      {(read) => (
        <>
          {bars.map(({ count }, index) => {
            const height = count === 0 ? 0 : Math.max(LEAST_HEIGHT, (count / most) * (BOTTOM - TOP));
            const x = margin + index * step;
            return (
              <g key={edges[index]} className={clsx(read !== null && read !== index && "opacity-60")}>
                <rect
                  x={x + GAP / 2}
                  y={BOTTOM - height}
                  width={Math.max(1, step - GAP)}
                  height={height}
                  rx={2}
                  className={index < middle ? "fill-down" : "fill-up"}
                />
                {count === 0 ? null : (
                  <text
                    x={x + step / 2}
                    y={BOTTOM - height - 5}
                    textAnchor="middle"
                    className="fill-ink-soft"
                  >
                    {label(count)}
                  </text>
                )}
              </g>
            );
          })}
          <path d={`M${margin} ${BOTTOM + 0.5}H${width - margin}`} className="stroke-line" />
          <path
            d={`M${margin + middle * step} ${TOP}V${BOTTOM + 4}`}
            className="stroke-control"
            strokeDasharray="2 3"
          />
          {edges.map((label, index) => (
            <text
              key={label}
              x={margin + index * step}
              y={HEIGHT - 6}
              textAnchor="middle"
              className="fill-ink-dim"
            >
              {label}
            </text>
          ))}
        </>
      )}
    </ChartFigure>
  );
}
