import { z } from "zod";
import { exportAudit } from "@/server/usecases/audit/export";
import { query } from "../pipeline";
import { TimestampInput } from "../scalars";
import { StreamedResponse } from "../streamed-response";

export const exportLog = query(
  {
    scope: "settings:read",
    summary: "Download the audit log with its manifest",
    input: z.object({ from: TimestampInput.optional(), to: TimestampInput.optional() }),
    output: z.instanceof(StreamedResponse),
    download: "/audit/export",
  },
  ({ context, input }) => {
    const period = {
      from: input.from === undefined ? null : new Date(input.from),
      to: input.to === undefined ? null : new Date(input.to),
    };
    const headers = {
      "content-type": "application/x-ndjson",
      "content-disposition": `attachment; filename="audit-${context.tenant.workspaceId}.ndjson"`,
    };
    return new StreamedResponse(headers, exportAudit(context, period));
  },
);
