import { z } from "zod";
import { cancelBatch } from "@/server/usecases/decision-batches/confirm";
import { mutation } from "../pipeline";
import { PathId } from "../scalars";
import { authorityOf, BY_BATCH } from "./permission";
import { BatchChanged, exampleBatch, presentBatchChange } from "./schemas";

export const cancel = mutation(
  {
    method: "POST",
    path: "/decision-batches/{batch_id}/cancel",
    ...BY_BATCH,
    tag: "Decision batches",
    summary: "Cancel a batch",
    description: "What is decided stays decided; the rest is not begun.",
    errors: ["conflict"],
    repeats: "natural",
    input: z.object({ batch_id: PathId }),
    output: BatchChanged,
    example: {
      request: { batch_id: exampleBatch.id },
      response: {
        ok: true,
        idempotent: false,
        batch: {
          ...exampleBatch,
          status: "canceled",
          progress: { waiting: 0, done: 0, first_approvals: 0, fell_out: 3, canceled: 409 },
          finished_at: "2026-11-20T08:15:30.000Z",
        },
      },
    },
    mcp: { destructive: true },
  },
  ({ context, input, principal }) => cancelBatch(context, authorityOf(principal), input.batch_id),
  presentBatchChange,
);
