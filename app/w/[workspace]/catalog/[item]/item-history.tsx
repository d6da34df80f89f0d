"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PriceHistoryChart } from "@/app/_components/pricing/price-history-chart";
import { Section } from "@/app/_components/shell/section";
import { FilterChips } from "@/app/_components/ui/filter-chips";
import { Skeleton } from "@/app/_components/ui/skeleton";
import { useTRPC } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { DAY_MS } from "@/server/domain/durations";
import { historySeries } from "./history-series";

/** How price, cost and market moved over the last month, quarter or year. */
export function ItemHistory({ itemId, currency }: { itemId: string; currency: string }) {
  const trpc = useTRPC();
  const [days, setDays] = useState("90");
  const query = useQuery({
    ...trpc.catalog.history.queryOptions({ item_id: itemId, days: Number(days) }),
    placeholderData: keepPreviousData,
  });
  return (
    <Section
      title="How it moved"
      aside={
        <FilterChips
          label="Time"
          value={days}
          onValueChange={setDays}
          options={[
            { value: "30", label: "30 days" },
            { value: "90", label: "90 days" },
            { value: "365", label: "A year" },
          ]}
        />
      }
    >
      <QueryView query={query} what="the history" loading={<Skeleton className="h-[148px] w-full" />}>
        {(history) => {
          const toMs = query.dataUpdatedAt;
          return (
            <PriceHistoryChart
              history={{
                from: new Date(toMs - Number(days) * DAY_MS).toISOString(),
                to: new Date(toMs).toISOString(),
                ...historySeries(history, currency, toMs),
              }}
            />
          );
        }}
      </QueryView>
    </Section>
  );
}
