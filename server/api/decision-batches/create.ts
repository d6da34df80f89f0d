import { z } from "zod";
import { createBatch } from "@/server/usecases/decision-batches/create";
import { mutation } from "../pipeline";
import { Reason, TimestampInput } from "../scalars";
import { authorityOf, DECIDING } from "./permission";
import { BatchAction, BatchCreated, BatchIds, exampleBatch, presentBatch } from "./schemas";

export const create = mutation(
  {
    method: "POST",
    path: "/decision-batches",
    ...DECIDING,
    tag: "Decision batches",
    summary: "Preview one decision over many recommendations",
    description:
      "Nothing is decided yet. The answer says how many would be decided, their summed effect, and what would fall out and why. " +
      "The set is frozen: each recommendation in the version of now. Confirm it with its hash within 30 minutes. The action needs the " +
      "scope and the role of the single operation.",
    status: 201,
    input: z.object({
      action: BatchAction,
      ids: BatchIds,
      reason: Reason.optional().meta({ description: "Required for `reject`." }),
      snooze_until: TimestampInput.optional().meta({
        description: "Required for `snooze`, and only for it.",
      }),
    }),
    output: BatchCreated,
    example: {
      request: {
        action: "accept",
        ids: ["rec_01k9zq0v7k3t5m8w2x4y6z0a1b", "rec_01k9zq0v7k3t5m8w2x4y6z0a2c"],
      },
      response: { ok: true, batch: exampleBatch },
    },
    links: { "decisionBatches.confirm": { parameter: "batch_id", from: "/batch/id" } },
    mcp: { destructive: false },
  },
  ({ context, input, principal }) =>
    createBatch(context, authorityOf(principal), {
      action: input.action,
      ids: input.ids,
      reason: input.reason ?? null,
      snoozeUntil: input.snooze_until === undefined ? null : new Date(input.snooze_until),
    }),
  (row, nowMs) => ({ ok: true as const, batch: presentBatch(row, nowMs) }),
);
