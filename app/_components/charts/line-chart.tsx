"use client";

import { chartDays } from "@/app/_components/pricing/age-text";
import { spreadLabels } from "@/app/_components/pricing/history-scale";
import { labelWidth } from "@/app/_components/pricing/label-width";
import { useLocale } from "@/app/_components/pricing/locale";
import { useMeasuredWidth } from "@/app/_components/pricing/measured-width";
import { AsTable } from "./as-table";
import { ChartFigure, EXPECTED_WIDTH } from "./chart-figure";
import { alonePoints, type LinePoint, linePath, lineScale, lineTicks } from "./line-scale";

/** Ours is solid, the market dashed, a cost or a limit in its own colour: the same in every chart. */
const TONES = {
  ours: { stroke: "stroke-ink", fill: "fill-ink", width: 2, dash: undefined },
  market: { stroke: "stroke-market", fill: "fill-market", width: 1.5, dash: "3 3" },
  cost: { stroke: "stroke-cost", fill: "fill-cost", width: 1.75, dash: undefined },
} as const;

export type LineSeries = {
  readonly name: string;
  readonly tone: keyof typeof TONES;
  readonly points: readonly LinePoint[];
};

const HEIGHT = 196;
const LABEL_GAP = 15;
/** Between the values of the ticks and the lines, which would else be drawn across them. */
const TICK_GAP = 6;
const LABEL_OFFSET = 10;

/**
 * Values over time as lines with a label at their end. The pointer and the arrow keys select a time to read its values,
 * and the figures can be shown as a table. A value that is unknown breaks its line.
 * @param props.title what the chart shows: "Gross margin of the catalog"
 * @param props.from the time at the left edge, milliseconds since 1970; `to` that at the right edge
 * @param props.format formats a decimal of the points
 * @param props.isCount whether they are whole numbers: the picture then begins at 0
 */
export function LineChart(props: {
  title: string;
  series: readonly LineSeries[];
  from: number;
  to: number;
  format: (value: string) => string;
  isCount?: boolean;
}) {
  const { title, series, format } = props;
  const locale = useLocale();
  const moments = [...new Set(series.flatMap(({ points }) => points.map(({ at }) => at)))].sort(
    (a, b) => a - b,
  );
  const day = chartDays(props, locale);
  const valueAt = ({ points }: LineSeries, ms: number) => points.find(({ at }) => at === ms)?.value ?? null;
  const textOf = (value: string | null) => (value === null ? "unknown" : format(value));
  const textAt = (ms: number) =>
    [day(ms), ...series.map((each) => `${each.name} ${textOf(valueAt(each, ms))}`)].join(" · ");
  const rows = moments.toReversed().map((ms) => ({
    key: String(ms),
    cells: [day(ms), ...series.map((each) => textOf(valueAt(each, ms)))],
  }));
  return (
    <AsTable title={title} figures={{ columns: ["Day", ...series.map(({ name }) => name)], rows }}>
      <Lines {...props} moments={moments} day={day} textAt={textAt} />
    </AsTable>
  );
}

function Lines(
  props: Parameters<typeof LineChart>[0] & {
    moments: readonly number[];
    day: (ms: number) => string;
    textAt: (ms: number) => string;
  },
) {
  const { series, moments, format, day } = props;
  const [ref, width] = useMeasuredWidth<HTMLElement>(EXPECTED_WIDTH);
  const ends = series.flatMap(({ name, tone, points }) => {
    const last = points.findLast(({ value }) => value !== null);
    return last?.value ? [{ name, tone, at: last.at, value: last.value, text: format(last.value) }] : [];
  });
  const isOne = series.length === 1;
  const label = (end: (typeof ends)[number]) => (isOne ? end.text : `${end.name} ${end.text}`);
  const right = Math.max(80, width - LABEL_OFFSET - labelWidth(ends.map(label)));
  const ticks = lineTicks(
    series.flatMap(({ points }) => points),
    { isCount: props.isCount ?? false },
  );
  const area = { left: labelWidth(ticks.map(format)) + TICK_GAP, right, top: 14, bottom: HEIGHT - 24 };
  const scale = lineScale(area, props, ticks);
  const labelY = spreadLabels(
    ends.map(({ value }) => scale.y(value)),
    LABEL_GAP,
    area,
  );
  const nearest = (x: number) =>
    moments.reduce(
      (best, ms, index) =>
        Math.abs(scale.x(ms) - x) < Math.abs(scale.x(moments[best] ?? 0) - x) ? index : best,
      0,
    );
  return (
    <ChartFigure
      size={{ ref, width, height: HEIGHT }}
      label={props.title}
      summary={`${props.title} from ${day(props.from)} to ${day(props.to)}. At the end: ${ends.map(({ name, text }) => `${name} ${text}`).join(", ")}.`}
      moments={moments}
      nearest={nearest}
      textAt={props.textAt}
    >
      {(readMs) => (
        <>
          {ticks.map((tick) => (
            <g key={tick}>
              <path d={`M${area.left} ${scale.y(tick)}H${area.right}`} className="stroke-line-soft" />
              <text x={area.left - TICK_GAP} y={scale.y(tick) + 4} textAnchor="end" className="fill-ink-dim">
                {format(tick)}
              </text>
            </g>
          ))}
          {series.map((each) => (
            <Line key={each.name} series={each} scale={scale} />
          ))}
          {readMs === null ? null : (
            <path d={`M${scale.x(readMs)} ${area.top}V${area.bottom}`} className="stroke-control" />
          )}
          {ends.map((end, index) => (
            <g key={end.name} className={TONES[end.tone].fill}>
              <circle cx={scale.x(end.at)} cy={scale.y(end.value)} r={3.5} />
              <text x={area.right + LABEL_OFFSET} y={(labelY[index] ?? 0) + 4} fontWeight={560}>
                {label(end)}
              </text>
            </g>
          ))}
          <text x={area.left} y={HEIGHT - 4} className="fill-ink-dim">
            {day(props.from)}
          </text>
          <text x={area.right} y={HEIGHT - 4} textAnchor="end" className="fill-ink-dim">
            {day(props.to)}
          </text>
        </>
      )}
    </ChartFigure>
  );
}

function Line({ series, scale }: { series: LineSeries; scale: ReturnType<typeof lineScale> }) {
  const { stroke, fill, width, dash } = TONES[series.tone];
  return (
    <>
      <path
        d={linePath(series.points, scale)}
        fill="none"
        strokeWidth={width}
        strokeDasharray={dash}
        strokeLinejoin="round"
        className={stroke}
      />
      {alonePoints(series.points).map(({ at, value }) => (
        <circle key={at} cx={scale.x(at)} cy={scale.y(value)} r={2.5} className={fill} />
      ))}
    </>
  );
}
