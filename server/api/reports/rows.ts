import { z } from "zod";
import type { RequestContext } from "@/server/usecases/request-context";
import { cutPage, decodeCursor } from "../cursor";
import { query } from "../pipeline";
import { Paging } from "../scalars";
import { ReportChoice, ReportName, ReportRow, reportFilter } from "./choice";
import { withReport } from "./columns";
import { COLUMN_TYPES, type Report } from "./report";

const RowsInput = Paging.extend(ReportChoice.shape);

const ReportRows = z
  .object({
    report: ReportName,
    columns: z.array(z.object({ name: z.string(), type: z.enum(COLUMN_TYPES) })),
    data: z.array(ReportRow),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: "ReportRows" });

export const rows = query(
  {
    method: "GET",
    path: "/reports/rows",
    scope: "reports:read",
    tag: "Reports",
    summary: "Read a report page by page, newest first",
    description:
      "The rows of the export, a page at a time, with the type of each column. An amount is a decimal in the row's currency, a ratio a fraction.",
    input: RowsInput,
    output: ReportRows,
    example: {
      request: { report: "margins" },
      response: {
        report: "margins",
        columns: [
          { name: "id", type: "text" },
          { name: "price", type: "amount" },
        ],
        data: [{ id: "itm_01k9zq0v7k3t5m8w2x4y6z0a1b", price: "9.90" }],
        next_cursor: null,
      },
    },
    mcp: { destructive: false },
  },
  ({ context, input }) => withReport(input.report, (report) => reportRows(report, context, input)),
);

async function reportRows<Row extends { readonly id: string }>(
  { columns, idKind, page }: Report<Row>,
  context: RequestContext,
  input: z.output<typeof RowsInput>,
): Promise<z.output<typeof ReportRows>> {
  const before = decodeCursor(idKind, input.cursor);
  const found = await page(context, reportFilter(context, input), { before, limit: input.limit + 1 });
  return {
    report: input.report,
    columns: columns.map(({ name, type }) => ({ name, type })),
    ...cutPage(found, input.limit, (row) =>
      Object.fromEntries(columns.map((column) => [column.name, column.value(row)])),
    ),
  };
}
