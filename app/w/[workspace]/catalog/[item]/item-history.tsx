"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SellerSeries } from "@/app/_components/pricing/history-moments";
import { PriceHistoryChart } from "@/app/_components/pricing/price-history-chart";
import { Section } from "@/app/_components/shell/section";
import { FilterChips } from "@/app/_components/ui/filter-chips";
import { Skeleton } from "@/app/_components/ui/skeleton";
import { useTRPC } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { DAY_MS } from "@/server/domain/durations";
import { historySeries } from "./history-series";

/** No seller is called so. */
const EVERYBODY = "";
const MAX_CHOICES = 8;

/** The sellers whose line can be chosen: those with the most observations, by name; the readout names the others. */
const sellersToChoose = (sellers: readonly SellerSeries[]): string[] =>
  sellers
    .filter(({ points }) => points.length > 0)
    .sort((a, b) => b.points.length - a.points.length)
    .slice(0, MAX_CHOICES)
    .map(({ seller }) => seller)
    .sort();

const MAX_LABEL = 40;

const shortened = (name: string): string =>
  name.length > MAX_LABEL ? `${name.slice(0, MAX_LABEL - 1)}…` : name;

/** How price, cost and market moved over the last month, quarter or year. */
export function ItemHistory({ itemId, currency }: { itemId: string; currency: string }) {
  const trpc = useTRPC();
  const [days, setDays] = useState("90");
  const [seller, setSeller] = useState(EVERYBODY);
  const query = useQuery({
    ...trpc.catalog.history.queryOptions({ item_id: itemId, days: Number(days) }),
    placeholderData: keepPreviousData,
  });
  return (
    <Section
      title="How prices moved"
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
      <QueryView query={query} what="the history" loading={<Skeleton className="h-[148px] w-full rounded" />}>
        {(history) => {
          const toMs = query.dataUpdatedAt;
          const series = historySeries(history, currency, toMs);
          const sellers = sellersToChoose(series.sellers);
          return (
            <>
              <PriceHistoryChart
                history={{
                  from: new Date(toMs - Number(days) * DAY_MS).toISOString(),
                  to: new Date(toMs).toISOString(),
                  chosenSeller: seller,
                  ...series,
                }}
              />
              {sellers.length > 0 ? (
                <FilterChips
                  label="Line of"
                  className="mt-3"
                  value={sellers.includes(seller) ? seller : EVERYBODY}
                  onValueChange={setSeller}
                  options={[
                    { value: EVERYBODY, label: "Everybody" },
                    ...sellers.map((value) => ({ value, label: shortened(value) })),
                  ]}
                />
              ) : null}
            </>
          );
        }}
      </QueryView>
    </Section>
  );
}
