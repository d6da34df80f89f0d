"use client";

import { useNow } from "@/app/_components/pricing/clock";
import { FilterChips } from "@/app/_components/ui/filter-chips";
import { lastDays, type ReportChoice } from "./report-address";

const PERIODS = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "A year" },
] as const;
const ALL = "all";
const CHOSEN = "chosen";

/** Spans that end today, each by one press; the days themselves are fields below. */
export function PeriodChips(props: {
  choice: Pick<ReportChoice, "from" | "to">;
  onChoose: (days: { from: string | null; to: string | null }) => void;
}) {
  const { from, to } = props.choice;
  const nowMs = useNow();
  const isAll = from === "" && to === "";
  const shown = PERIODS.find(
    ({ value }) => nowMs !== null && to === "" && from === lastDays(Number(value), nowMs),
  );
  return (
    <FilterChips
      label="Period"
      value={isAll ? ALL : (shown?.value ?? CHOSEN)}
      onValueChange={(value) =>
        props.onChoose({
          from: value === ALL ? null : lastDays(Number(value), Date.now()),
          to: null,
        })
      }
      options={[{ value: ALL, label: "All" }, ...PERIODS]}
    />
  );
}
