"use client";

import { useQuery } from "@tanstack/react-query";
import { CHART_PLACE, LateLineChart } from "@/app/_components/charts/late-line-chart";
import { formatCount, formatPercent } from "@/app/_components/pricing/format";
import { useLocale } from "@/app/_components/pricing/locale";
import { Section } from "@/app/_components/shell/section";
import { Skeleton } from "@/app/_components/ui/skeleton";
import type { Outputs } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { useOverview } from "./use-overview";

/** The gross margin of the catalog by day. */
export function MarginChart() {
  const query = useQuery(useOverview().queries.days);
  return (
    <Section
      title="Gross margin of the catalog"
      aside={<span className="text-xs text-ink-dim">weighted by stock</span>}
    >
      <QueryView query={query} what="the margins" loading={<Skeleton className="h-[260px] rounded" />}>
        {(data) => <Days data={data} />}
      </QueryView>
    </Section>
  );
}

function Days({ data }: { data: Outputs["overview"]["days"] }) {
  const locale = useLocale();
  const points = data.days.map(({ measured_at, margin }) => ({ at: Date.parse(measured_at), value: margin }));
  const { newest } = data;
  if (!newest || points.every(({ value }) => value === null))
    return (
      <p className="text-pretty text-ink-dim">
        Each run over the whole catalog adds a day here. There is none with a known margin in this period.
      </p>
    );
  const unknown = newest.items - newest.priced;
  return (
    <div className={CHART_PLACE}>
      <LateLineChart
        title="Gross margin of the catalog"
        series={[{ name: "Margin", tone: "ours", points }]}
        from={Date.parse(data.from)}
        to={Date.parse(data.to)}
        format={(value) => formatPercent(value, locale)}
      />
      {unknown > 0 ? (
        <p className="text-xs text-ink-dim">
          {`Without ${formatCount(unknown, locale)} of ${formatCount(newest.items, locale)} items, whose price or cost is unknown.`}
        </p>
      ) : null}
    </div>
  );
}
