import type { Outputs } from "@/app/_trpc/client";

type Page = Outputs["recommendations"]["list"];
export type ListedRecommendation = Page["data"][number];

/** The filters of the list; undefined restricts nothing. */
export interface ListFilter {
  readonly status?: ListedRecommendation["status"] | undefined;
  readonly kind?: ListedRecommendation["kind"] | undefined;
  readonly min_change?: string | undefined;
  readonly run_id?: string | undefined;
  readonly item_id?: string | undefined;
  /** A part of the item's sku or title, in any capitals. */
  readonly q?: string | undefined;
}

const contains = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

/** Whether the service would list the row under the filter. */
function passes(row: ListedRecommendation, filter: ListFilter): boolean {
  const {
    status = row.status,
    kind = row.kind,
    run_id: run = row.run_id,
    item_id: item = row.item.id,
  } = filter;
  const change = Math.abs(Number(row.change_ratio ?? Number.NaN));
  return (
    row.status === status &&
    row.kind === kind &&
    row.run_id === run &&
    row.item.id === item &&
    (filter.q === undefined || contains(row.item.sku, filter.q) || contains(row.item.title, filter.q)) &&
    (filter.min_change === undefined || change >= Number(filter.min_change))
  );
}

/**
 * Returns the loaded pages, newest rows first, with the changed rows as they are now: in their place, at their place if
 * they were not listed, or removed. A row older than the loaded ones belongs to a page that is not loaded and is left
 * out.
 * @param rows the changed rows by id; null for one that does not exist any more
 */
export function changedPages(
  pages: readonly Page[],
  rows: ReadonlyMap<string, ListedRecommendation | null>,
  filter: ListFilter,
): Page[] {
  const listed = [...rows.values()].filter(
    (row) => row !== null && passes(row, filter),
  ) as ListedRecommendation[];
  const left = pages.map(({ data }) => data.filter(({ id }) => !rows.has(id)));
  // The end of each page as it was read: a row before it belongs to the page.
  const ends = pages.map(({ data, next_cursor: next }) => (next === null ? "" : (data.at(-1)?.id ?? "")));
  const pageOf = (id: string): number => ends.findIndex((end) => id >= end);
  return pages.map((page, at) => ({
    ...page,
    data: [...(left[at] ?? []), ...listed.filter(({ id }) => pageOf(id) === at)].sort((a, b) =>
      a.id < b.id ? 1 : -1,
    ),
  }));
}
