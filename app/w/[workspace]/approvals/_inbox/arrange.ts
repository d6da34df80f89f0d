import { compareDecimals } from "@/app/_components/pricing/format";
import type { FilterOption } from "@/app/_components/ui/filter-chips";
import type { RecommendationDetail } from "../../_decisions/recommendation-detail";
import { isWhy, WHY_LABELS, WHYS, type Why, whyOf } from "../../_decisions/why";
import { type Loaded, loadedCount } from "./loaded-count";

/** A price change counts as large above this ratio, up or down. */
const LARGE = "0.10";

export const ALL = "all";
const LARGE_CHANGES = "large";

export interface Group {
  readonly why: Why;
  readonly entries: readonly RecommendationDetail[];
}

const isLarge = ({ change_ratio: ratio }: RecommendationDetail): boolean =>
  ratio !== null && compareDecimals(ratio.replace("-", ""), LARGE) > 0;

/** Whether an entry passes the filters of the address: a reason, large changes, and a category. */
export function passes(
  entry: RecommendationDetail,
  filter: { readonly show: string; readonly category: string },
): boolean {
  if (filter.category !== ALL && entry.category !== filter.category) return false;
  if (filter.show === LARGE_CHANGES) return isLarge(entry);
  return !isWhy(filter.show) || whyOf(entry) === filter.show;
}

/** Groups entries by their reason, losses first; within a group the input's order is kept. */
export function grouped(entries: readonly RecommendationDetail[]): Group[] {
  return WHYS.map((why) => ({ why, entries: entries.filter((entry) => whyOf(entry) === why) })).filter(
    (group) => group.entries.length > 0,
  );
}

/**
 * Returns the filters with at least one entry and their counts. While only a part of the list is loaded, only the
 * chosen filter has a count, stated as a count of loaded rows; the other counts would be wrong.
 */
export function filterOptions(
  entries: readonly RecommendationDetail[],
  loaded: Loaded,
  chosen: string,
): FilterOption[] {
  const large = entries.filter(isLarge).length;
  const option = (value: string, label: string, count: number): FilterOption => ({
    value,
    label,
    ...(loaded.more && value !== chosen ? {} : { count: loadedCount(count, loaded) }),
  });
  return [
    { value: ALL, label: "All" },
    ...grouped(entries).map(({ why, entries: own }) => option(why, WHY_LABELS[why], own.length)),
    ...(large > 0 ? [option(LARGE_CHANGES, "Over 10 %", large)] : []),
  ];
}

/** Returns the categories that occur, in alphabetical order. */
export function categoriesOf(entries: readonly RecommendationDetail[]): string[] {
  const names = entries.flatMap(({ category }) => (category === null ? [] : [category]));
  return [...new Set(names)].sort((a, b) => a.localeCompare(b));
}

/**
 * Returns the entry `step` positions after (or, if negative, before) the given one; stays at the ends. Null for an
 * empty list.
 */
export function entryAt(
  entries: readonly RecommendationDetail[],
  id: string | null,
  step: number,
): RecommendationDetail | null {
  const at = entries.findIndex((entry) => entry.id === id);
  return entries[Math.min(entries.length - 1, Math.max(0, at + step))] ?? null;
}

/** Returns the entry to open when the given one leaves the list: the next one, otherwise the previous one. */
export function nextAfter(entries: readonly RecommendationDetail[], id: string): RecommendationDetail | null {
  const at = entries.findIndex((entry) => entry.id === id);
  return entries[at + 1] ?? entries[at - 1] ?? null;
}
