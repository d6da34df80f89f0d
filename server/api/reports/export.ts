import { z } from "zod";
import { REPORT_FORMATS } from "@/server/domain/reports/report";
import type { RequestContext } from "@/server/usecases/request-context";
import { query } from "../pipeline";
import { StreamedResponse, streamable } from "../streamed-response";
import { ReportChoice, ReportName, ReportRow, reportFilter } from "./choice";
import { withReport } from "./columns";
import { FORMATS, XLSX } from "./formats";
import { reportPages } from "./report";

const { report, ...rowChoice } = ReportChoice.shape;
const ExportInput = z.object({
  report,
  format: z.enum(REPORT_FORMATS).default("json"),
  ...rowChoice,
  bom: z
    .enum(["true", "false"])
    .default("false")
    .meta({ description: "Begin a CSV file with a byte order mark." }),
});

/** The JSON form of a report; the other formats are streamed in their own media types. */
const ReportBody = z
  .object({
    report: ReportName,
    columns: z.array(z.string()),
    data: z.array(ReportRow),
  })
  .meta({ id: "Report" });

export const exportReport = query(
  {
    method: "GET",
    path: "/reports/export",
    scope: "reports:read",
    tag: "Reports",
    summary: "Export report data",
    description:
      "Streamed, newest first; each row once, as it is when it is read. Columns are only ever added at the end.",
    input: ExportInput,
    output: streamable(ReportBody),
    streams: ["text/csv", "application/x-ndjson", XLSX],
    example: {
      request: { report: "margins", format: "json" },
      response: {
        report: "margins",
        columns: ["id", "sku", "price"],
        data: [{ id: "itm_01k9zq0v7k3t5m8w2x4y6z0a1b", sku: "MUG-350", price: "9.90" }],
      },
    },
    mcp: { destructive: false, without: ["format", "bom"] },
  },
  ({ context, input }) => respond(context, input),
);

function respond(context: RequestContext, input: z.output<typeof ExportInput>): StreamedResponse {
  const filter = reportFilter(context, input);
  const format = FORMATS[input.format];
  const body = withReport(input.report, (chosen) =>
    format.write(input.report, chosen.columns, reportPages(chosen, context, filter), {
      bom: input.bom === "true",
    }),
  );
  const headers: Record<string, string> = { "content-type": format.mediaType };
  if (input.format !== "json")
    headers["content-disposition"] = `attachment; filename="${input.report}.${format.extension}"`;
  return new StreamedResponse(headers, body);
}
