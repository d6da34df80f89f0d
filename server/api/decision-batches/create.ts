import { z } from "zod";
import { AlertBatchFilter, AlertIds } from "@/server/usecases/decision-batches/alert-subject";
import { createBatch } from "@/server/usecases/decision-batches/create";
import { ItemBatchFilter, ItemIds, TagEditInput } from "@/server/usecases/decision-batches/item-subject";
import { BatchFilter, BatchIds, requestedDecision } from "@/server/usecases/decision-batches/subject";
import { mutation } from "../pipeline";
import { Reason, TimestampInput } from "../scalars";
import { authorityOf, BY_ACTION } from "./permission";
import { BatchAction, BatchCreated, exampleBatch, presentBatch } from "./schemas";

const CreateInput = z.object({
  action: BatchAction,
  accept: z.boolean().default(false).meta({
    description:
      "For `approve`: whether new ones are accepted first, as by `accept` of the single approval. A filter then matches price changes only.",
  }),
  ids: BatchIds.optional(),
  filter: BatchFilter.optional(),
  alert_ids: AlertIds.optional(),
  alert_filter: AlertBatchFilter.optional(),
  item_ids: ItemIds.optional(),
  item_filter: ItemBatchFilter.optional(),
  edit: TagEditInput.optional(),
  reason: Reason.optional().meta({ description: "Required for `reject`." }),
  snooze_until: TimestampInput.optional().meta({ description: "Required for `snooze`, and only for it." }),
});

export const create = mutation(
  {
    method: "POST",
    path: "/decision-batches",
    ...BY_ACTION,
    tag: "Decision batches",
    summary: "Preview one decision over many recommendations or alerts, or one edit of many items",
    description:
      "Nothing is decided yet. The answer says how many would be decided, their summed effect, and what would fall out and why. " +
      "The set is that of `ids`, or all that match `filter` in a status that the action takes effect in. It is frozen, with the versions of now. " +
      "`alert_ids` or `alert_filter` choose alerts, to resolve or snooze; `item_ids` or `item_filter` choose up to 100,000 items, whose tags `edit` changes. Confirm it with its hash within 30 minutes. The action needs the " +
      "scope and the role of the single operation.",
    status: 201,
    errors: ["conflict"],
    input: CreateInput,
    output: BatchCreated,
    example: {
      request: {
        action: "accept",
        ids: ["rec_01k9zq0v7k3t5m8w2x4y6z0a1b", "rec_01k9zq0v7k3t5m8w2x4y6z0a2c"],
      },
      response: { ok: true, batch: exampleBatch },
    },
    links: { "decisionBatches.confirm": { parameter: "batch_id", from: "/batch/id" } },
    // Agents name alerts by the operations on several, and change items by the edit of up to 500: the list of tools is
    // bounded.
    mcp: { destructive: false, without: ["accept", "alert_ids", "item_ids", "item_filter", "edit"] },
  },
  async ({ context, input, principal }) =>
    createBatch(context, authorityOf(principal), {
      ...(await requestedDecision(context, {
        action: input.action,
        accepts: input.accept,
        ids: input.ids,
        filter: input.filter,
        alertIds: input.alert_ids,
        alertFilter: input.alert_filter,
        itemIds: input.item_ids,
        itemFilter: input.item_filter,
        edit: input.edit,
      })),
      reason: input.reason ?? null,
      snoozeUntil: input.snooze_until === undefined ? null : new Date(input.snooze_until),
    }),
  (row, nowMs) => ({ ok: true as const, batch: presentBatch(row, nowMs) }),
);
