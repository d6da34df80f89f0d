"use client";

import { useState } from "react";
import { formatCount } from "@/app/_components/pricing/format";
import { useLocale } from "@/app/_components/pricing/locale";
import { Button } from "@/app/_components/ui/button";
import { FilterChips, type FilterOption } from "@/app/_components/ui/filter-chips";
import { SearchField } from "@/app/_components/ui/search-field";
import { whenOpened } from "@/app/_components/when-opened";
import { WHYS } from "@/server/domain/pricing/why";
import { WHY_LABELS } from "../_decisions/why";
import { useInboxDecisions } from "./inbox-decisions";
import { ALL, LARGE_CHANGES, moreFiltersOf } from "./inbox-parameters";
import type { InboxState } from "./use-inbox";

const MoreFilters = whenOpened(async () => (await import("./more-filters")).MoreFilters);

/** The filters of the inbox. Their counts are totals over everything that waits. */
export function InboxFilters({ inbox }: { inbox: InboxState }) {
  const { filter, setFilter } = inbox;
  const active = moreFiltersOf(filter);
  const [open, setOpen] = useState(active > 0);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <FilterChips
        label="What it is for"
        options={useChips(inbox)}
        value={filter.show}
        onValueChange={(show) => setFilter({ show })}
      />
      <SearchField small value={filter.q} onValueChange={(q) => setFilter({ q })} />
      <Button size="sm" variant="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
        {active > 0 ? `Filters (${active})` : "Filters"}
      </Button>
      <SelectAll inbox={inbox} />
      {open ? <MoreFilters inbox={inbox} /> : null}
    </div>
  );
}

/** Chooses everything that matches the filter, as far as the list reaches. */
function SelectAll({ inbox: { total, count: listed, isFiltered } }: { inbox: InboxState }) {
  const { bulk } = useInboxDecisions();
  const locale = useLocale();
  if (total < 2) return null;
  const all = `Select all ${formatCount(total, locale)}${isFiltered ? " that match" : ""}`;
  return (
    <Button size="sm" variant="quiet" disabled={bulk.all} onClick={bulk.selectAll}>
      {listed < total ? `Select the first ${formatCount(listed, locale)}` : all}
    </Button>
  );
}

/** The reasons that occur and the large changes, with their counts. */
function useChips({ counts, filter }: InboxState): FilterOption[] {
  const locale = useLocale();
  const of = new Map(counts?.facets.why.map(({ value, count }) => [value, count]));
  const option = (value: string, label: string, count: number): FilterOption[] =>
    count > 0 || value === filter.show ? [{ value, label, count: formatCount(count, locale) }] : [];
  return [
    { value: ALL, label: "All" },
    ...WHYS.flatMap((why) => option(why, WHY_LABELS[why], of.get(why) ?? 0)),
    ...option(LARGE_CHANGES, "10 % and more", counts?.large ?? 0),
  ];
}
