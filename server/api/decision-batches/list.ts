import { z } from "zod";
import { BATCH_STATUSES, BATCH_SUBJECTS } from "@/server/domain/decision-batches/batch";
import { readBatches } from "@/server/usecases/decision-batches/read";
import { cutPage, decodeCursor } from "../cursor";
import { query } from "../pipeline";
import { Paging, page } from "../scalars";
import { BY_LISTED } from "./permission";
import { DecisionBatch, exampleBatch, presentBatch } from "./schemas";

export const list = query(
  {
    method: "GET",
    path: "/decision-batches",
    ...BY_LISTED,
    tag: "Decision batches",
    summary: "List batches, newest first",
    description:
      "Of a person's previews that nobody confirmed, the newest 20 are stored; expired ones go with the next preview.",
    input: Paging.extend({
      of: z
        .enum(BATCH_SUBJECTS)
        .default("recommendations")
        .meta({ description: "What the batches are about." }),
      status: z.enum(BATCH_STATUSES).optional().meta({ description: "`preview` includes expired ones." }),
    }),
    output: page(DecisionBatch),
    example: { request: { limit: 50 }, response: { data: [exampleBatch], next_cursor: null } },
    links: { "decisionBatches.get": { parameter: "batch_id", from: "/data/0/id" } },
    mcp: { destructive: false },
  },
  async ({ context, input }) => {
    const before = decodeCursor("batch", input.cursor);
    const nowMs = context.services.now();
    const rows = await readBatches(context, {
      of: input.of,
      before,
      status: input.status ?? null,
      limit: input.limit + 1,
    });
    return cutPage(rows, input.limit, (row) => presentBatch(row, nowMs));
  },
);
