import { z } from "zod";
import { REVERT_PERMISSION } from "@/server/domain/permissions";
import { createRevertBatch } from "@/server/usecases/decision-batches/revert-source";
import { authorityOf } from "../decision-batches/permission";
import { BatchCreated, exampleRevertBatch, presentBatch } from "../decision-batches/schemas";
import { mutation } from "../pipeline";
import { PathId } from "../scalars";

export const revert = mutation(
  {
    method: "POST",
    path: "/runs/{run_id}/revert",
    ...REVERT_PERMISSION,
    tag: "Runs",
    summary: "Preview taking back the prices of a run",
    description:
      "Nothing is changed yet: the answer is a batch with the action `revert` over the prices that were written for the run's recommendations. " +
      "Confirm it by its hash. A price that was changed since falls out with its reason.",
    status: 201,
    errors: ["conflict"],
    input: z.object({ run_id: PathId }),
    output: BatchCreated,
    example: {
      request: { run_id: "run_01k9zq0v7k3t5m8w2x4y6z0a1b" },
      response: { ok: true, batch: exampleRevertBatch },
    },
    links: { "decisionBatches.confirm": { parameter: "batch_id", from: "/batch/id" } },
    mcp: { destructive: false },
  },
  ({ context, input, principal }) =>
    createRevertBatch(context, authorityOf(principal), { runId: input.run_id }),
  (row, nowMs) => ({ ok: true as const, batch: presentBatch(row, nowMs) }),
);
