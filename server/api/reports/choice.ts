import { z } from "zod";
import type { KeyType, ReportOrder } from "@/server/db/reports/page-sql";
import type { ReportFilter } from "@/server/db/reports/read-report";
import { SORT_ORDERS } from "@/server/domain/items/item-list";
import { isOfItems, REPORT_NAMES } from "@/server/domain/reports/report";
import { isStorable, NOT_STORABLE } from "@/server/domain/text";
import { fieldError } from "@/server/usecases/input";
import type { RequestContext } from "@/server/usecases/request-context";
import { TimestampInput } from "../scalars";
import { withReport } from "./columns";

export const ReportName = z.enum(REPORT_NAMES);

/** A category or a brand, as the catalog has it. */
const ItemText = z.string().min(1).max(200).refine(isStorable, NOT_STORABLE);

/** Which report, and which of its rows. */
export const ReportChoice = z.object({
  report: ReportName.default("recommendations"),
  from: TimestampInput.optional().meta({ description: "From this moment on." }),
  to: TimestampInput.optional().meta({ description: "Before this moment." }),
  status: z.string().min(1).max(50).optional(),
  category: ItemText.optional(),
  brand: ItemText.optional(),
});

/** In which order: by a column of the report, or the newest first. */
export const ReportOrderInput = z.object({
  sort: z.string().min(1).max(50).optional().meta({
    description: "A `sortable` column, unknown values last; else newest first.",
  }),
  order: z.enum(SORT_ORDERS).default("desc"),
});

/** A row: its values by the names of the columns. */
export const ReportRow = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/**
 * Returns the filter of a chosen report.
 * @throws DomainError validation_error for what the report's rows never have, instead of an empty report
 */
export function reportFilter(context: RequestContext, choice: z.output<typeof ReportChoice>): ReportFilter {
  const { from, to, status, category, brand } = choice;
  requireStatus(choice.report, status);
  requireItems(choice.report, { category, brand });
  return {
    from: from === undefined ? null : new Date(from),
    to: to === undefined ? null : new Date(to),
    status: status ?? null,
    category: category ?? null,
    brand: brand ?? null,
    now: new Date(context.services.now()),
  };
}

/**
 * Returns the order that was asked for with the type of its keys; null for the newest first.
 * @throws DomainError validation_error for a column that the report cannot be sorted by
 */
export function reportOrder(
  report: z.output<typeof ReportName>,
  { sort, order }: z.output<typeof ReportOrderInput>,
): (ReportOrder & { readonly type: KeyType }) | null {
  if (sort === undefined) return null;
  const keys = withReport(report, (each) => each.keys);
  const key = Object.hasOwn(keys, sort) ? keys[sort] : undefined;
  if (key !== undefined) return { sort, order, type: key.type };
  const known = Object.keys(keys);
  const message =
    known.length === 0
      ? `The report ${report} has the newest first only.`
      : `The report ${report} is sorted by one of these: ${known.join(", ")}.`;
  throw fieldError("sort", "invalid_value", message);
}

function requireStatus(report: z.output<typeof ReportName>, status: string | undefined): void {
  const statuses = withReport(report, (each) => each.statuses);
  if (status === undefined || statuses.includes(status)) return;
  const message =
    statuses.length === 0
      ? `The report ${report} has no status.`
      : `The report ${report} knows these: ${statuses.join(", ")}.`;
  throw fieldError("status", "invalid_value", message);
}

/** Decisions are those of people and lanes, whatever their item: their report has neither a category nor a brand. */
function requireItems(
  report: z.output<typeof ReportName>,
  filters: Readonly<Record<string, string | undefined>>,
): void {
  if (isOfItems(report)) return;
  const [path] = Object.entries(filters).find(([, value]) => value !== undefined) ?? [];
  if (path === undefined) return;
  throw fieldError(path, "invalid_value", `The report ${report} has no ${path}.`);
}
