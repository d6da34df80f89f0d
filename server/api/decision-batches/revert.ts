import { z } from "zod";
import { BATCH_PERMISSIONS } from "@/server/domain/permissions";
import { createRevertBatch } from "@/server/usecases/decision-batches/revert-source";
import { mutation } from "../pipeline";
import { PathId } from "../scalars";
import { authorityOf } from "./permission";
import { BatchCreated, exampleBatch, exampleRevertBatch, presentBatch } from "./schemas";

export const revert = mutation(
  {
    method: "POST",
    path: "/decision-batches/{batch_id}/revert",
    ...BATCH_PERMISSIONS.revert,
    tag: "Decision batches",
    summary: "Preview taking back the prices of a batch",
    description:
      "Nothing is changed yet: the answer is a batch with the action `revert`, which is confirmed by its hash like any other. Each price is taken back " +
      "like by the single revert; one that was changed since falls out with its reason. A batch of reverts can be taken back too.",
    status: 201,
    errors: ["conflict"],
    input: z.object({ batch_id: PathId }),
    output: BatchCreated,
    example: {
      request: { batch_id: exampleBatch.id },
      response: {
        ok: true,
        batch: { ...exampleRevertBatch, reverts: { run_id: null, batch_id: exampleBatch.id } },
      },
    },
    links: { "decisionBatches.confirm": { parameter: "batch_id", from: "/batch/id" } },
    mcp: { destructive: false },
  },
  ({ context, input, principal }) =>
    createRevertBatch(context, authorityOf(principal), { batchId: input.batch_id }),
  (row, nowMs) => ({ ok: true as const, batch: presentBatch(row, nowMs) }),
);
