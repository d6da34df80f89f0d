import { z } from "zod";
import type { BatchRow } from "@/server/db/decision-batches/batches";
import type { BatchItemRow } from "@/server/db/decision-batches/items";
import {
  BATCH_OUTCOMES,
  MAX_BATCH_SIZE,
  VISIBLE_BATCH_STATUSES,
  visibleBatchStatus,
} from "@/server/domain/decision-batches/batch";
import { toWire } from "@/server/domain/money";
import {
  RECOMMENDATION_OPERATIONS,
  RECOMMENDATION_STATUSES,
} from "@/server/domain/recommendations/recommendation";
import type { BatchChange } from "@/server/usecases/decision-batches/confirm";
import { Criteria } from "../recommendations/criteria";
import { MoneyOut, Timestamp } from "../scalars";

export const BatchAction = z.enum(RECOMMENDATION_OPERATIONS);

export const BatchIds = z
  .array(z.string().regex(/^rec_[0-9a-hjkmnp-tv-z]{26}$/, "This is no id of a recommendation."))
  .min(1)
  .max(MAX_BATCH_SIZE)
  .meta({ description: "The recommendations; one that is named twice counts once." });

// A misspelled field is refused, because a filter that restricts less than it seems to would decide too much.
export const BatchFilter = z
  .strictObject({ ...Criteria.shape, status: z.enum(RECOMMENDATION_STATUSES).optional() })
  .meta({ description: "The filter of the list of recommendations; snoozed ones do not match." });

const FallOutOut = z.object({
  reason: z.string().meta({
    description: "`changed`, `already_done`, or the error code of the single operation.",
    example: "changed",
  }),
  changed: z.array(z.string()).meta({
    description: "For `changed`: the inputs and guards, as a conflict of the single operation lists them.",
  }),
  message: z.string(),
  count: z.int(),
});

const Effect = z.object({
  raised: z.int(),
  lowered: z.int(),
  unknown: z.int().meta({ description: "Price changes whose profit is not known; they are in no sum." }),
  currencies: z.array(
    z.object({
      currency: z.string(),
      count: z.int(),
      profit_per_unit: MoneyOut.meta({ description: "Change of profit if one unit of each is sold." }),
      profit_in_stock: MoneyOut.nullable().meta({
        description: "The same for all units in stock; null if no stock is known.",
      }),
    }),
  ),
});

export const DecisionBatch = z
  .object({
    id: z.string(),
    action: BatchAction,
    reason: z.string().nullable(),
    snooze_until: Timestamp.nullable(),
    status: z.enum(VISIBLE_BATCH_STATUSES),
    hash: z.string().meta({
      description:
        "SHA-256 over the action, its parameters and the versions of the set; a confirmation names it.",
    }),
    filter: BatchFilter.nullable().meta({ description: "The filter that chose the set; null for ids." }),
    selected: z.int().meta({ description: "The chosen recommendations." }),
    count: z.int().meta({ description: "Those of them that the preview expected to be decided." }),
    effect: Effect.meta({ description: "The price changes among them, summed at the preview." }),
    falls_out: z
      .array(FallOutOut)
      .meta({ description: "Why recommendations fell out, the most frequent first." }),
    progress: z.object({ waiting: z.int(), done: z.int(), fell_out: z.int(), canceled: z.int() }),
    created_by: z.string(),
    confirmed_by: z.string().nullable(),
    created_at: Timestamp,
    expires_at: Timestamp.meta({ description: "Until when the preview can be confirmed." }),
    confirmed_at: Timestamp.nullable(),
    finished_at: Timestamp.nullable(),
  })
  .meta({ id: "DecisionBatch" });

/** Builds the response for a batch as of `nowMs`. */
export const presentBatch = (row: BatchRow, nowMs: number): z.input<typeof DecisionBatch> => ({
  id: row.id,
  action: row.action,
  reason: row.reason,
  snooze_until: row.snoozeUntil?.toISOString() ?? null,
  status: visibleBatchStatus(row, nowMs),
  hash: row.hash,
  filter: row.criteria === null ? null : BatchFilter.parse(row.criteria),
  selected: row.selected,
  count: row.planned,
  effect: presentEffect(row.effect),
  falls_out: row.outcomes.fallOuts.map(({ reason, changed, message, count }) => ({
    reason,
    changed: [...changed],
    message,
    count,
  })),
  progress: {
    waiting: row.outcomes.waiting,
    done: row.outcomes.done,
    fell_out: row.outcomes.fellOut,
    canceled: row.outcomes.canceled,
  },
  created_by: row.createdBy,
  confirmed_by: row.confirmedBy?.label ?? null,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  confirmed_at: row.confirmedAt?.toISOString() ?? null,
  finished_at: row.finishedAt?.toISOString() ?? null,
});

const presentEffect = ({ currencies, ...counts }: BatchRow["effect"]): z.input<typeof Effect> => ({
  ...counts,
  currencies: currencies.map(({ currency, count, profitPerUnit, profitInStock }) => ({
    currency,
    count,
    profit_per_unit: toWire({ minor: BigInt(profitPerUnit), currency }),
    profit_in_stock: profitInStock === null ? null : toWire({ minor: BigInt(profitInStock), currency }),
  })),
});

/** The response to a creation. */
export const BatchCreated = z.object({ ok: z.literal(true), batch: DecisionBatch });

/** The response to a confirmation or a cancellation. */
export const BatchChanged = z.object({ ok: z.literal(true), idempotent: z.boolean(), batch: DecisionBatch });

/** Builds the response to a confirmation or a cancellation. */
export const presentBatchChange = (
  { idempotent, batch }: BatchChange,
  nowMs: number,
): z.input<typeof BatchChanged> => ({ ok: true, idempotent, batch: presentBatch(batch, nowMs) });

export const BatchItem = z
  .object({
    id: z.string().meta({ description: "The recommendation." }),
    version: z.int().nullable().meta({ description: "The version of the preview; null for an unknown id." }),
    outcome: z.enum(BATCH_OUTCOMES).nullable().meta({ description: "Null while it waits." }),
    reason: z.string().nullable().meta({ description: "Why it fell out, as in `falls_out`." }),
    message: z.string().nullable(),
    changed: z.array(z.string()),
    status: z.enum(RECOMMENDATION_STATUSES).nullable().meta({
      description: "The recommendation's status right after the decision.",
    }),
    decided_at: Timestamp.nullable(),
  })
  .meta({ id: "DecisionBatchItem" });

/** Builds the response for one recommendation of a batch. */
export const presentBatchItem = (row: BatchItemRow): z.input<typeof BatchItem> => ({
  id: row.id,
  version: row.version,
  outcome: row.outcome,
  reason: row.reason,
  message: row.message,
  changed: [...row.changed],
  status: row.statusAfter,
  decided_at: row.decidedAt?.toISOString() ?? null,
});

export const exampleHash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

export const exampleBatch = {
  id: "bat_01k9zq0v7k3t5m8w2x4y6z0a1b",
  action: "accept",
  reason: null,
  snooze_until: null,
  status: "preview",
  hash: exampleHash,
  filter: null,
  selected: 412,
  count: 409,
  effect: {
    raised: 300,
    lowered: 109,
    unknown: 0,
    currencies: [
      {
        currency: "EUR",
        count: 409,
        profit_per_unit: { amount: "512.40", currency: "EUR" },
        profit_in_stock: { amount: "9120.75", currency: "EUR" },
      },
    ],
  },
  falls_out: [
    {
      reason: "conflict",
      changed: [],
      message: "A recommendation that is held cannot be accepted.",
      count: 3,
    },
  ],
  progress: { waiting: 409, done: 0, fell_out: 3, canceled: 0 },
  created_by: "mia@alpenladen.example",
  confirmed_by: null,
  created_at: "2026-11-20T08:15:00.000Z",
  expires_at: "2026-11-20T08:45:00.000Z",
  confirmed_at: null,
  finished_at: null,
} as const;

export const exampleRunning = {
  ...exampleBatch,
  status: "running",
  confirmed_by: "mia@alpenladen.example",
  confirmed_at: "2026-11-20T08:16:00.000Z",
} as const;

export const exampleItem = {
  id: "rec_01k9zq0v7k3t5m8w2x4y6z0a1b",
  version: 1,
  outcome: "done",
  reason: null,
  message: null,
  changed: [],
  status: "pending_approval",
  decided_at: "2026-11-20T08:16:01.204Z",
} as const;
