import { z } from "zod";
import type { RequestContext } from "@/server/usecases/request-context";
import { cutPage, listName, MAX_SORTED_CURSOR } from "../cursor";
import { query } from "../pipeline";
import { Paging } from "../scalars";
import { ReportChoice, ReportName, ReportOrderInput, ReportRow, reportFilter, reportOrder } from "./choice";
import { withReport } from "./columns";
import { COLUMN_TYPES, type Report, type ReportedRow } from "./report";
import { decodePlace, encodePlace } from "./report-cursor";

const RowsInput = Paging.extend({
  ...ReportChoice.shape,
  ...ReportOrderInput.shape,
  cursor: z.string().max(MAX_SORTED_CURSOR).optional(),
});

const ReportRows = z
  .object({
    report: ReportName,
    columns: z.array(
      z.object({
        name: z.string(),
        type: z.enum(COLUMN_TYPES),
        sortable: z.boolean().meta({ description: "Whether `sort` takes it." }),
      }),
    ),
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
    summary: "Read a report page by page",
    description:
      "The rows of the export with the type of each column. An amount is a decimal in the row's currency, a ratio a fraction.",
    input: RowsInput,
    output: ReportRows,
    example: {
      request: { report: "margins" },
      response: {
        report: "margins",
        columns: [
          { name: "id", type: "text", sortable: false },
          { name: "price", type: "amount", sortable: true },
        ],
        data: [{ id: "itm_01k9zq0v7k3t5m8w2x4y6z0a1b", price: "9.90" }],
        next_cursor: null,
      },
    },
    mcp: { destructive: false },
  },
  ({ context, input }) => withReport(input.report, (report) => reportRows(report, context, input)),
);

async function reportRows<Row extends ReportedRow>(
  { columns, idKind, keys, page }: Report<Row>,
  context: RequestContext,
  { cursor, limit, ...input }: z.output<typeof RowsInput>,
): Promise<z.output<typeof ReportRows>> {
  const { sort: _sort, order: _order, ...filters } = input;
  const { report } = filters;
  const order = reportOrder(report, input);
  const sorted = order && { list: listName(order, filters), type: order.type };
  const after = decodePlace(idKind, sorted, cursor);
  const found = await page(context, reportFilter(context, input), { after, order, limit: limit + 1 });
  const { data, next_cursor } = cutPage(found, limit, (row) =>
    Object.fromEntries(columns.map((column) => [column.name, column.value(row)])),
  );
  const last = found[limit - 1];
  return {
    report,
    columns: columns.map(({ name, type }) => ({ name, type, sortable: Object.hasOwn(keys, name) })),
    data,
    next_cursor:
      sorted === null || next_cursor === null || last === undefined
        ? next_cursor
        : encodePlace(sorted.list, { id: last.id, key: last.place ?? null }),
  };
}
