import { z } from "zod";
import { BATCH_OUTCOMES } from "@/server/domain/decision-batches/batch";
import { batchItemPages, readBatch, readBatchItems } from "@/server/usecases/decision-batches/read";
import type { RequestContext } from "@/server/usecases/request-context";
import { cutPage, decodeCursor } from "../cursor";
import { query } from "../pipeline";
import { Paging, PathId, page } from "../scalars";
import { StreamedResponse, streamable } from "../streamed-response";
import { BY_READ_BATCH } from "./permission";
import { BatchItem, exampleBatch, exampleItem, presentBatchItem } from "./schemas";

/** The ids that the items of a batch have, by what it is about. */
const ID_KINDS = { recommendations: "recommendation", alerts: "alert", items: "item" } as const;

const NDJSON = "application/x-ndjson";

const ItemsInput = Paging.extend({
  batch_id: PathId,
  outcome: z.enum(BATCH_OUTCOMES).optional(),
  format: z.enum(["json", "ndjson"]).default("json").meta({
    description: "`ndjson`: all of them, one a line; limit and cursor have no effect.",
  }),
});

export const items = query(
  {
    method: "GET",
    path: "/decision-batches/{batch_id}/items",
    ...BY_READ_BATCH,
    tag: "Decision batches",
    summary: "List what a batch is about, with the outcomes",
    description: "In the order of their ids, oldest first.",
    input: ItemsInput,
    output: streamable(page(BatchItem)),
    streams: [NDJSON],
    example: {
      request: { batch_id: exampleBatch.id, limit: 50 },
      response: { data: [exampleItem], next_cursor: null },
    },
    mcp: { destructive: false, without: ["format"] },
  },
  async ({ context, input }) => {
    const { batch_id: id, format, limit } = input;
    const outcome = input.outcome ?? null;
    if (format === "ndjson") {
      await readBatch(context, id);
      const headers = {
        "content-type": `${NDJSON}; charset=utf-8`,
        "content-disposition": `attachment; filename="${id}.ndjson"`,
      };
      return new StreamedResponse(headers, lines(context, id, outcome));
    }
    const { of } = await readBatch(context, id);
    const after = decodeCursor(ID_KINDS[of], input.cursor);
    const rows = await readBatchItems(context, id, { after, outcome, limit: limit + 1 });
    return cutPage(rows, limit, presentBatchItem);
  },
);

async function* lines(
  context: RequestContext,
  id: string,
  outcome: (typeof BATCH_OUTCOMES)[number] | null,
): AsyncGenerator<string> {
  for await (const rows of batchItemPages(context, id, { outcome }))
    yield rows.map((row) => `${JSON.stringify(presentBatchItem(row))}\n`).join("");
}
