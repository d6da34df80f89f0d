"use client";

import { FilterChips } from "@/app/_components/ui/filter-chips";
import { PERIODS } from "./queries";
import { useOverview } from "./use-overview";

const LABELS: Readonly<Record<(typeof PERIODS)[number], string>> = {
  "7": "7 days",
  "30": "30 days",
  "365": "A year",
};

/** The time that the chart of the margin shows. */
export function PeriodChips() {
  const { days, set } = useOverview();
  return (
    <FilterChips
      label="Period"
      value={days}
      onValueChange={(value) => void set({ days: PERIODS.find((period) => period === value) ?? null })}
      options={PERIODS.map((value) => ({ value, label: LABELS[value] }))}
    />
  );
}
