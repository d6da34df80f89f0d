import { z } from "zod";
import { confirmBatch } from "@/server/usecases/decision-batches/confirm";
import { mutation } from "../pipeline";
import { PathId } from "../scalars";
import { authorityOf, BY_BATCH } from "./permission";
import { BatchChanged, exampleBatch, exampleHash, exampleRunning, presentBatchChange } from "./schemas";

export const confirm = mutation(
  {
    method: "POST",
    path: "/decision-batches/{batch_id}/confirm",
    ...BY_BATCH,
    tag: "Decision batches",
    summary: "Confirm a batch by its hash and carry it out",
    description:
      "The decisions are taken in the background, each as the single operation takes it: a recommendation that changed since the preview, " +
      "or that a guard forbids by then, falls out with its reason. They are taken in the name of the confirming caller, whose permission is " +
      "checked again before each.",
    status: 202,
    errors: ["conflict"],
    repeats: "natural",
    input: z.object({
      batch_id: PathId,
      hash: z.string().min(1).max(100).meta({ description: "The hash of the preview." }),
    }),
    output: BatchChanged,
    example: {
      request: { batch_id: exampleBatch.id, hash: exampleHash },
      response: { ok: true, idempotent: false, batch: exampleRunning },
    },
    links: {
      "decisionBatches.get": { parameter: "batch_id", from: "/batch/id" },
      "decisionBatches.cancel": { parameter: "batch_id", from: "/batch/id" },
    },
    mcp: { destructive: true, openWorld: true },
  },
  ({ context, input, principal }) =>
    confirmBatch(context, authorityOf(principal), { id: input.batch_id, hash: input.hash }),
  presentBatchChange,
);
