"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { parseAsString, useQueryStates } from "nuqs";
import { Button } from "@/app/_components/ui/button";
import { Input } from "@/app/_components/ui/input";
import { Select, type SelectOption } from "@/app/_components/ui/select";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { NOUN_LABELS } from "./event-texts";

const FILTERS = {
  actor: parseAsString,
  action: parseAsString,
  subject: parseAsString,
  from: parseAsString,
  to: parseAsString,
};

export type AuditFilterValues = Readonly<Record<keyof typeof FILTERS, string | null>>;

/** The filters of the log, stored in the address so that a view can be shared. Days are in the reader's time zone. */
export const useAuditFilters = () => useQueryStates(FILTERS);

/** Returns the start of a day in the reader's time zone, plus `daysOn` days; undefined if the text is no date. */
export function startOfDay(day: string | null, daysOn = 0): string | undefined {
  const at = new Date(`${day ?? ""}T00:00:00`);
  if (Number.isNaN(at.getTime())) return undefined;
  at.setDate(at.getDate() + daysOn);
  return at.toISOString();
}

const ANYONE = "anyone";
const ANYTHING = "anything";
/** The authors that are no person: the service's worker and the operator's command line. */
const SYSTEM: readonly SelectOption[] = [
  { value: "system:worker", label: "Pricecheck itself" },
  { value: "system:operator", label: "The operator" },
];
const NOUNS: readonly SelectOption[] = Object.entries(NOUN_LABELS).map(([value, label]) => ({
  value,
  label,
}));

/** @param nameOf the name of an author that no member has, as the log shows it */
export function AuditFilters({ nameOf }: { nameOf: (actor: string) => string | undefined }) {
  const trpc = useTRPC();
  const { may } = useWorkspace();
  const [filters, setFilters] = useAuditFilters();
  const members = useQuery({ ...trpc.members.list.queryOptions({}), enabled: may("settings:members") });
  const people = (members.data?.data ?? []).map(({ user_id, email }) => ({
    value: `user:${user_id}`,
    label: email,
  }));
  const day = (name: "from" | "to", label: string) => (
    <Input
      type="date"
      aria-label={label}
      look="filter"
      className="w-36 max-md:flex-1"
      value={filters[name] ?? ""}
      onChange={(event) => void setFilters({ [name]: event.target.value || null })}
    />
  );
  const used = Object.values(filters).some((value) => value !== null);
  return (
    <div role="group" aria-label="Filters" className="flex flex-wrap items-center gap-2">
      <Select
        aria-label="Who"
        look="filter"
        className="w-52 max-md:w-full"
        value={filters.actor ?? ANYONE}
        onValueChange={(value) => void setFilters({ actor: value === ANYONE ? null : value })}
        options={withChosen(
          [{ value: ANYONE, label: "Anyone" }, ...people, ...SYSTEM],
          filters.actor,
          nameOf,
        )}
      />
      <Select
        aria-label="What"
        look="filter"
        className="w-52 max-md:w-full"
        value={filters.action ?? ANYTHING}
        onValueChange={(value) => void setFilters({ action: value === ANYTHING ? null : value })}
        options={withChosen(
          [{ value: ANYTHING, label: "Anything" }, ...NOUNS],
          filters.action,
          () => undefined,
        )}
      />
      {day("from", "From")}
      {day("to", "To")}
      {filters.subject === null ? null : (
        <Button size="sm" onClick={() => void setFilters({ subject: null })}>
          About {filters.subject}
          <X aria-label="Remove" className="size-3.5" />
        </Button>
      )}
      {used ? (
        <Button size="sm" variant="quiet" onClick={() => void setFilters(NONE)}>
          Clear
        </Button>
      ) : null}
    </div>
  );
}

const NONE = { actor: null, action: null, subject: null, from: null, to: null } as const;

/** Adds the chosen value to the options where the address names one that is not among them. */
function withChosen(
  options: readonly SelectOption[],
  chosen: string | null,
  nameOf: (value: string) => string | undefined,
): readonly SelectOption[] {
  if (chosen === null || options.some(({ value }) => value === chosen)) return options;
  return [...options, { value: chosen, label: nameOf(chosen) ?? chosen }];
}
