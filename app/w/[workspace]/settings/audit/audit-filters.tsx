"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryStates } from "nuqs";
import { Input } from "@/app/_components/ui/input";
import { Select } from "@/app/_components/ui/select";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";

const ANYONE = "anyone";

/** The filters of the log, stored in the address so that a view can be shared. Days are in the reader's time zone. */
export function useAuditFilters() {
  return useQueryStates({
    actor: parseAsString,
    action: parseAsString,
    subject: parseAsString,
    from: parseAsString,
    to: parseAsString,
  });
}

/** Returns the start of a day in the reader's time zone, plus `daysOn` days; undefined if the text is no date. */
export function startOfDay(day: string | null, daysOn = 0): string | undefined {
  const at = new Date(`${day ?? ""}T00:00:00`);
  if (Number.isNaN(at.getTime())) return undefined;
  at.setDate(at.getDate() + daysOn);
  return at.toISOString();
}

export function AuditFilters() {
  const trpc = useTRPC();
  const { may } = useWorkspace();
  const [filters, setFilters] = useAuditFilters();
  const members = useQuery({ ...trpc.members.list.queryOptions({}), enabled: may("settings:members") });
  const people = (members.data?.data ?? []).map(({ user_id, email }) => ({
    value: `user:${user_id}`,
    label: email,
  }));
  const named = filters.actor !== null && people.every(({ value }) => value !== filters.actor);
  const field = (name: "action" | "subject", label: string) => (
    <Input
      aria-label={label}
      placeholder={label}
      className="h-8 w-44 max-md:w-full"
      value={filters[name] ?? ""}
      onChange={(event) => void setFilters({ [name]: event.target.value.trim() || null })}
    />
  );
  const day = (name: "from" | "to", label: string) => (
    <Input
      type="date"
      aria-label={label}
      className="h-8 w-36"
      value={filters[name] ?? ""}
      onChange={(event) => void setFilters({ [name]: event.target.value || null })}
    />
  );
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        aria-label="Who"
        className="h-8 w-56 max-md:w-full"
        value={filters.actor ?? ANYONE}
        onValueChange={(value) => void setFilters({ actor: value === ANYONE ? null : value })}
        options={[
          { value: ANYONE, label: "Anyone" },
          ...people,
          ...(named && filters.actor ? [{ value: filters.actor, label: filters.actor }] : []),
        ]}
      />
      {field("action", "Action, such as token")}
      {field("subject", "Id of the thing")}
      {day("from", "From")}
      {day("to", "To")}
    </div>
  );
}
