import { z } from "zod";
import { DomainError } from "@/server/domain/errors";
import type { RequestContext } from "@/server/usecases/request-context";
import { query } from "../pipeline";
import { TimestampInput } from "../scalars";
import { StreamedAnswer, streamable } from "../streamed-answer";
import { REPORTS, type Report } from "./columns";
import { FORMATS } from "./formats";

const ReportName = z.enum(["recommendations", "margins", "alerts", "write_backs"]);

const ExportInput = z.object({
  report: ReportName.default("recommendations"),
  format: z.enum(["json", "csv", "ndjson"]).default("json"),
  from: TimestampInput.optional().meta({ description: "Rows from this moment on." }),
  to: TimestampInput.optional().meta({ description: "Rows before this moment." }),
  status: z.string().min(1).max(50).optional().meta({ description: "Rows in this status alone." }),
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
    data: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
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
    streams: ["text/csv", "application/x-ndjson"],
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
  ({ context, input }) => answer(context, input),
);

/** Throws for a status that the report's rows never have, instead of returning an empty file. */
function requireStatus(report: z.output<typeof ReportName>, status: string | undefined): void {
  const statuses: readonly string[] = REPORTS[report].statuses;
  if (status === undefined || statuses.includes(status)) return;
  const message =
    statuses.length === 0
      ? `The report ${report} has no status.`
      : `The report ${report} knows these: ${statuses.join(", ")}.`;
  throw new DomainError("validation_error", undefined, {
    issues: [{ path: "status", code: "invalid_value", message }],
  });
}

function answer(context: RequestContext, input: z.output<typeof ExportInput>): StreamedAnswer {
  requireStatus(input.report, input.status);
  const format = FORMATS[input.format];
  const filter = {
    from: input.from === undefined ? null : new Date(input.from),
    to: input.to === undefined ? null : new Date(input.to),
    status: input.status ?? null,
    now: new Date(context.services.now()),
  };
  const write = <Row>(report: Report<Row>) =>
    format.write(input.report, report.columns, report.pages(context, filter), { bom: input.bom === "true" });
  const body = {
    recommendations: () => write(REPORTS.recommendations),
    margins: () => write(REPORTS.margins),
    alerts: () => write(REPORTS.alerts),
    write_backs: () => write(REPORTS.write_backs),
  }[input.report]();
  const headers: Record<string, string> = { "content-type": format.mediaType };
  if (input.format !== "json")
    headers["content-disposition"] = `attachment; filename="${input.report}.${format.extension}"`;
  return new StreamedAnswer(headers, body);
}
