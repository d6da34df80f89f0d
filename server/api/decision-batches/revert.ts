import { z } from "zod";
import { createRevertBatch } from "@/server/usecases/decision-batches/revert-source";
import { mutation } from "../pipeline";
import { PathId } from "../scalars";
import { authorityOf, BY_TAKING_BACK } from "./permission";
import { BatchCreated, exampleBatch, exampleRevertBatch, presentBatch } from "./schemas";

export const revert = mutation(
  {
    method: "POST",
    path: "/decision-batches/{batch_id}/revert",
    ...BY_TAKING_BACK,
    tag: "Decision batches",
    summary: "Preview taking back what a batch did",
    description:
      "Nothing is changed yet: the answer is a batch with the action `revert`, confirmed by its hash. Each price is taken back " +
      "like by the single revert; one that was changed since falls out with its reason. " +
      "Of decisions that wrote nothing and of edits, the action is `restore`: what nobody decided since becomes what it was.",
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
