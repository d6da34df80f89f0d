import { compareDecimals } from "@/app/_components/pricing/format";
import type { FilterOption } from "@/app/_components/ui/filter-chips";
import type { Shown } from "../../_decisions/shown";
import { isWhy, WHY_WORDS, WHYS, type Why, whyOf } from "../../_decisions/why";
import { type Loaded, loadedCount } from "./loaded-count";

/** From which change on, up or down, a price change counts as large. */
const LARGE = "0.10";

export const ALL = "all";
const LARGE_CHANGES = "large";

export interface Group {
  readonly why: Why;
  readonly entries: readonly Shown[];
}

const isLarge = ({ change_ratio: ratio }: Shown): boolean =>
  ratio !== null && compareDecimals(ratio.replace("-", ""), LARGE) > 0;

/** Whether an entry passes what the address filters by: a reason, large changes, and a category. */
export function passes(entry: Shown, filter: { readonly show: string; readonly category: string }): boolean {
  if (filter.category !== ALL && entry.category !== filter.category) return false;
  if (filter.show === LARGE_CHANGES) return isLarge(entry);
  return !isWhy(filter.show) || whyOf(entry) === filter.show;
}

/** Entries under what they are for, losses first; within a group the order given stays. */
export function grouped(entries: readonly Shown[]): Group[] {
  return WHYS.map((why) => ({ why, entries: entries.filter((entry) => whyOf(entry) === why) })).filter(
    (group) => group.entries.length > 0,
  );
}

/**
 * The filters worth offering for these entries, with how many each keeps. While not all is loaded the chosen one alone
 * says so, as a count of what is loaded: the others would promise what nobody has counted.
 */
export function filterOptions(entries: readonly Shown[], loaded: Loaded, chosen: string): FilterOption[] {
  const large = entries.filter(isLarge).length;
  const kept = (value: string, label: string, count: number): FilterOption => ({
    value,
    label,
    ...(loaded.more && value !== chosen ? {} : { count: loadedCount(count, loaded) }),
  });
  return [
    { value: ALL, label: "All" },
    ...grouped(entries).map(({ why, entries: own }) => kept(why, WHY_WORDS[why], own.length)),
    ...(large > 0 ? [kept(LARGE_CHANGES, "Over 10 %", large)] : []),
  ];
}

/** The categories that occur, in alphabetical order. */
export function categoriesOf(entries: readonly Shown[]): string[] {
  const names = entries.flatMap(({ category }) => (category === null ? [] : [category]));
  return [...new Set(names)].sort((a, b) => a.localeCompare(b));
}

/** The entry after or before one, `step` places away; stays at the ends. Null in an empty list. */
export function neighbour(entries: readonly Shown[], id: string | null, step: number): Shown | null {
  const at = entries.findIndex((entry) => entry.id === id);
  return entries[Math.min(entries.length - 1, Math.max(0, at + step))] ?? null;
}

/** Where to go when an entry leaves: the one after it, else the one before. */
export function afterLeaving(entries: readonly Shown[], id: string): Shown | null {
  const at = entries.findIndex((entry) => entry.id === id);
  return entries[at + 1] ?? entries[at - 1] ?? null;
}
