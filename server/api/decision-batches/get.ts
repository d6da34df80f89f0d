import { z } from "zod";
import { readBatch } from "@/server/usecases/decision-batches/read";
import { query } from "../pipeline";
import { PathId } from "../scalars";
import { BY_READ_BATCH } from "./permission";
import { DecisionBatch, exampleBatch, presentBatch } from "./schemas";

export const get = query(
  {
    method: "GET",
    path: "/decision-batches/{batch_id}",
    ...BY_READ_BATCH,
    tag: "Decision batches",
    summary: "Read a batch and its progress",
    input: z.object({ batch_id: PathId }),
    output: DecisionBatch,
    example: { request: { batch_id: exampleBatch.id }, response: exampleBatch },
    links: { "decisionBatches.items": { parameter: "batch_id", from: "/id" } },
    mcp: { destructive: false },
  },
  async ({ context, input }) =>
    presentBatch(await readBatch(context, input.batch_id), context.services.now()),
);
