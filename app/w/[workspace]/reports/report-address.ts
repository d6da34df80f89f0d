import { DAY_MS } from "@/server/domain/durations";
import type { SortOrder } from "@/server/domain/items/item-list";
import { isOfItems, type ReportFormat, type ReportName } from "@/server/domain/reports/report";

export type ReportChoice = {
  report: ReportName;
  format: ReportFormat;
  /** Days in the format of a date input, both inclusive; empty for no limit. */
  from: string;
  to: string;
  status: string;
  /** Those of the rows' items, exactly; empty for any. */
  category: string;
  brand: string;
  /** A column that the rows are sorted by; empty for the newest first. */
  sort: string;
  order: SortOrder;
};

/** What a download has; it is the newest first, as a spreadsheet sorts by itself. */
type FileChoice = Omit<ReportChoice, "sort" | "order">;

/** Another choice of some of them; null for the default. */
export type ChoiceChange = { [Key in keyof ReportChoice]?: ReportChoice[Key] | null };

interface ReportFilters {
  status?: string;
  category?: string;
  brand?: string;
  from?: string;
  to?: string;
}

/** Returns midnight UTC of that day plus `days`; null if the text is no date. */
function dayStart(day: string, days: number): string | null {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? null : new Date(at + days * DAY_MS).toISOString();
}

/** Returns the first of so many days that end with the day of that time, in UTC, as a date input writes it. */
export const lastDays = (days: number, nowMs: number): string =>
  new Date(nowMs - (days - 1) * DAY_MS).toISOString().slice(0, 10);

/** Returns the order after a press on a column's heading: its falling one, its rising one, then the newest first. */
export function nextOrder(
  { sort, order }: Pick<ReportChoice, "sort" | "order">,
  column: string,
): Pick<ChoiceChange, "sort" | "order"> {
  if (sort !== column) return { sort: column, order: null };
  return order === "desc" ? { sort: column, order: "asc" } : { sort: null, order: null };
}

/** Returns the chosen days as a half-open range of times; the last day is included. */
export function reportRange(choice: Pick<ReportChoice, "from" | "to">): { from?: string; to?: string } {
  const from = dayStart(choice.from, 0);
  const to = dayStart(choice.to, 1);
  return { ...(from ? { from } : {}), ...(to ? { to } : {}) };
}

/**
 * Returns the chosen filters on the rows as the service takes them; a report without items has no category and brand.
 */
export function reportFilters(choice: Omit<FileChoice, "format">): ReportFilters {
  const { report, status, category, brand } = choice;
  const ofItems = isOfItems(report);
  return {
    ...(status === "" ? {} : { status }),
    ...(category === "" || !ofItems ? {} : { category }),
    ...(brand === "" || !ofItems ? {} : { brand }),
    ...reportRange(choice),
  };
}

/**
 * Returns the address of a report's download. CSV gets a byte order mark for spreadsheets.
 */
export function reportAddress(workspaceId: string, choice: FileChoice): string {
  const { report, format } = choice;
  const query = new URLSearchParams({ report, format, ...reportFilters(choice) });
  if (choice.format === "csv") query.set("bom", "true");
  return `/api/files/${workspaceId}/reports/export?${query}`;
}
