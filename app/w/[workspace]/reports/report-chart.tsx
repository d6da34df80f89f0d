"use client";

import { useQuery } from "@tanstack/react-query";
import { CHART_PLACE, LateLineChart } from "@/app/_components/charts/late-line-chart";
import { formatCount, formatIndex, formatPercent } from "@/app/_components/pricing/format";
import { useLocale } from "@/app/_components/pricing/locale";
import { Section } from "@/app/_components/shell/section";
import { Skeleton } from "@/app/_components/ui/skeleton";
import { useTRPC } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { KEPT_DAYS } from "@/server/domain/overview/figures";
import type { ReportName } from "@/server/domain/reports/report";
import { type ReportChoice, reportFilters, reportRange } from "./report-address";

const TITLES: Readonly<Record<Exclude<ReportName, "margins">, string>> = {
  recommendations: "Recommendations by day",
  alerts: "Alerts by day",
  write_backs: "Prices written by day",
  decisions: "Decisions by day",
  deciders: "Decisions by day",
};

/** The chosen report as a chart: its rows by day, or the margin of the catalog. */
export function ReportChart({ choice }: { choice: ReportChoice }) {
  const { report } = choice;
  return report === "margins" ? <Margins choice={choice} /> : <Counts choice={choice} report={report} />;
}

const hasRows = ({ count }: { count: number }): boolean => count > 0;

function Counts({ choice, report }: { choice: ReportChoice; report: Exclude<ReportName, "margins"> }) {
  const trpc = useTRPC();
  const locale = useLocale();
  const range = reportRange(choice);
  const query = useQuery(
    trpc.reports.days.queryOptions({
      report: report === "deciders" ? "decisions" : report,
      ...reportFilters(choice),
    }),
  );
  return (
    <Section title={TITLES[report]} aside={<span className="text-xs text-ink-dim">days in UTC</span>}>
      <QueryView query={query} what="the days" loading={<Skeleton className="h-[260px] rounded" />}>
        {({ days }) => {
          // Without a first day of choice, the days before the first row say nothing.
          const begin = range.from === undefined ? Math.max(0, days.findIndex(hasRows) - 1) : 0;
          const points = days
            .slice(begin)
            .map(({ at, count }) => ({ at: Date.parse(at), value: String(count) }));
          const [first, last] = [points[0], points.at(-1)];
          if (!first || !last) return <p className="text-ink-dim">No day is chosen.</p>;
          if (!days.some(hasRows)) return <p className="text-ink-dim">There is nothing on these days.</p>;
          return (
            <div className={CHART_PLACE}>
              <LateLineChart
                title={TITLES[report]}
                series={[{ name: "Rows", tone: "ours", points }]}
                from={first.at}
                to={last.at}
                format={(value) => formatCount(Number(value), locale)}
                isCount
              />
            </div>
          );
        }}
      </QueryView>
    </Section>
  );
}

/** The margin and the price index of the whole catalog on the days of the span. */
function Margins({ choice }: { choice: ReportChoice }) {
  const trpc = useTRPC();
  const locale = useLocale();
  const query = useQuery(trpc.overview.days.queryOptions({ days: KEPT_DAYS }));
  const { from, to } = reportRange(choice);
  return (
    <QueryView query={query} what="the margins" loading={<Skeleton className="h-[260px] rounded" />}>
      {(data) => {
        const begin = from === undefined ? 0 : Date.parse(from);
        const end = Date.parse(to ?? data.to);
        const kept = data.days
          .map((day) => ({ ...day, at: Date.parse(day.measured_at) }))
          .filter(({ at }) => at >= begin && at <= end);
        const span = { from: from === undefined ? (kept[0]?.at ?? end) : begin, to: end };
        return (
          <div className="grid grid-cols-2 gap-x-10 gap-y-6 max-lg:grid-cols-1">
            {choice.category === "" && choice.brand === "" ? null : (
              <p className="col-span-full text-pretty text-ink-dim">
                These are of the whole catalog; only the rows below are those of the chosen category and
                brand.
              </p>
            )}
            <Days
              title="Gross margin of the catalog"
              name="Margin"
              span={span}
              points={kept.map(({ at, margin }) => ({ at, value: margin }))}
              format={(value) => formatPercent(value, locale)}
            />
            <Days
              title="Price index of the catalog"
              name="Index"
              span={span}
              points={kept.map(({ at, price_index }) => ({ at, value: price_index }))}
              format={(value) => formatIndex(value, locale)}
            />
          </div>
        );
      }}
    </QueryView>
  );
}

function Days(props: {
  title: string;
  name: string;
  span: { from: number; to: number };
  points: readonly { at: number; value: string | null }[];
  format: (value: string) => string;
}) {
  const { title, name, points, span, format } = props;
  return (
    <Section title={title}>
      {points.some(({ value }) => value !== null) ? (
        <div className={CHART_PLACE}>
          <LateLineChart title={title} series={[{ name, tone: "ours", points }]} {...span} format={format} />
        </div>
      ) : (
        <p className="text-pretty text-ink-dim">
          Each run over the whole catalog adds a day here; there is none in this period.
        </p>
      )}
    </Section>
  );
}
