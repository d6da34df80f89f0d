"use client";

import { debounce, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { FilterChips } from "@/app/_components/ui/filter-chips";
import { SearchField, TYPING_PAUSE_MS } from "@/app/_components/ui/search-field";
import { Select } from "@/app/_components/ui/select";
import { ALERT_SORTS } from "@/server/domain/alerts/alert";
import { ALERT_KINDS } from "@/server/domain/alerts/kinds";
import { ALERT_SEVERITIES } from "@/server/domain/pricing/outcome";
import { ALERT_KIND_OPTIONS } from "./alert-text";

const STATUSES = ["open", "snoozed", "resolved", "all"] as const;
const ANY = "any";

/** The filters of the list; they are part of the address, so that a view can be shared. */
export function useAlertFilters() {
  return useQueryStates({
    status: parseAsStringLiteral(STATUSES).withDefault("open"),
    kind: parseAsStringLiteral(ALERT_KINDS),
    severity: parseAsStringLiteral(ALERT_SEVERITIES),
    sort: parseAsStringLiteral(ALERT_SORTS).withDefault("newest"),
    q: parseAsString.withDefault(""),
    batch: parseAsString,
  });
}

const isOneOf = <T extends string>(values: readonly T[], text: string): text is T =>
  values.some((value) => value === text);

export function AlertFilters() {
  const [{ status, kind, severity, sort, q }, setFilters] = useAlertFilters();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <FilterChips
        label="Status"
        value={status}
        onValueChange={(value) => isOneOf(STATUSES, value) && void setFilters({ status: value })}
        options={[
          { value: "open", label: "Open" },
          { value: "snoozed", label: "Snoozed" },
          { value: "resolved", label: "Resolved" },
          { value: "all", label: "All" },
        ]}
      />
      <SearchField
        small
        value={q}
        onValueChange={(text) => void setFilters({ q: text }, { limitUrlUpdates: debounce(TYPING_PAUSE_MS) })}
      />
      <Select
        aria-label="Kind"
        look="small"
        className="w-52 max-lg:w-32 max-md:flex-1"
        value={kind ?? ANY}
        onValueChange={(value) => void setFilters({ kind: isOneOf(ALERT_KINDS, value) ? value : null })}
        options={[{ value: ANY, label: "Every kind" }, ...ALERT_KIND_OPTIONS]}
      />
      <Select
        aria-label="Severity"
        look="small"
        className="w-36 max-lg:w-32 max-md:flex-1"
        value={severity ?? ANY}
        onValueChange={(value) =>
          void setFilters({ severity: isOneOf(ALERT_SEVERITIES, value) ? value : null })
        }
        options={[
          { value: ANY, label: "Any severity" },
          { value: "critical", label: "Critical" },
          { value: "warning", label: "Warning" },
          { value: "info", label: "For information" },
        ]}
      />
      <Select
        aria-label="Order"
        look="small"
        className="w-52 max-lg:w-32 max-md:flex-1"
        value={sort}
        onValueChange={(value) => isOneOf(ALERT_SORTS, value) && void setFilters({ sort: value })}
        options={[
          { value: "newest", label: "Newest first" },
          { value: "money_at_risk", label: "Most money at risk" },
          { value: "kind", label: "By kind, most money first" },
        ]}
      />
    </div>
  );
}
