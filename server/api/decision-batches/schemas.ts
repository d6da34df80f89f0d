import { z } from "zod";
import type { BatchRow } from "@/server/db/decision-batches/batches";
import type { BatchItemRow } from "@/server/db/decision-batches/items";
import {
  BATCH_ACTIONS,
  BATCH_ITEM_STATUSES,
  BATCH_OUTCOMES,
  BATCH_SUBJECTS,
  VISIBLE_BATCH_STATUSES,
  visibleBatchStatus,
} from "@/server/domain/decision-batches/batch";
import { toWire, wireIn } from "@/server/domain/money";
import { RECOMMENDATION_OPERATIONS } from "@/server/domain/recommendations/recommendation";
import { WRITE_BACK_STATUSES } from "@/server/domain/write-backs/write-back";
import { StoredAlertFilter } from "@/server/usecases/decision-batches/alert-subject";
import type { BatchChange } from "@/server/usecases/decision-batches/confirm";
import { StoredItemFilter } from "@/server/usecases/decision-batches/item-subject";
import { StoredFilter } from "@/server/usecases/decision-batches/subject";
import { MoneyOut, Timestamp } from "../scalars";

export const BatchAction = z.enum([...RECOMMENDATION_OPERATIONS, "edit"]);
const AnyAction = z.enum(BATCH_ACTIONS);

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
  groups: z
    .array(
      z.object({
        group: z.string().meta({
          description:
            "Of a price change `why`, of another recommendation or an alert its kind; of items a tag that they get, as `+sale`, or lose, as `-sale`.",
          example: "below_floor",
        }),
        count: z.int(),
        money: z.array(MoneyOut).meta({
          description:
            "In each currency, where it is known: of price changes the change of profit on the stock on hand, of alerts the money at risk.",
        }),
      }),
    )
    .meta({ description: "What the preview expected to be decided, by reason or kind, the most first." }),
});

export const DecisionBatch = z
  .object({
    id: z.string(),
    of: z.enum(BATCH_SUBJECTS).meta({ description: "What it is about." }),
    action: AnyAction.meta({
      description:
        "`revert` takes prices back, `restore` the decisions of another batch, where nobody decided since.",
    }),
    accept: z.boolean().meta({
      description: "For `approve`: whether new ones are accepted first.",
    }),
    reverts: z
      .object({ run_id: z.string().nullable(), batch_id: z.string().nullable() })
      .nullable()
      .meta({ description: "For `revert` and `restore`: the run or the batch that is taken back." }),
    remaining: z.int().meta({
      description:
        "For `revert`: how many more prices of the run could be taken back at the preview, beyond the most that a batch takes. " +
        "Request the preview again once this batch is carried out.",
    }),
    reason: z.string().nullable(),
    snooze_until: Timestamp.nullable(),
    status: z.enum(VISIBLE_BATCH_STATUSES),
    hash: z.string().meta({
      description:
        "SHA-256 over the action, its parameters and the versions of the set; a confirmation names it.",
    }),
    filter: StoredFilter.nullable().meta({
      description: "The filter that chose the set, with the fields of the request; null for ids.",
    }),
    edit: z
      .object({ add_tags: z.array(z.string()), remove_tags: z.array(z.string()) })
      .nullable()
      .meta({ description: "For `edit`: the tags that items get and lose." }),
    item_filter: StoredItemFilter.nullable().meta({ description: "The same of a batch about items." }),
    alert_filter: StoredAlertFilter.nullable().meta({ description: "The same of a batch about alerts." }),
    selected: z.int().meta({ description: "The chosen recommendations." }),
    count: z.int().meta({ description: "Those of them that the preview expected to be decided." }),
    first_approvals: z.int().meta({
      description:
        "Those of `count` whose approval the preview expected to be the first of two, so that another person's takes effect.",
    }),
    effect: Effect.meta({ description: "The price changes among them, summed at the preview." }),
    falls_out: z
      .array(FallOutOut)
      .meta({ description: "Why recommendations fell out, the most frequent first." }),
    progress: z.object({
      waiting: z.int(),
      done: z.int(),
      first_approvals: z.int().meta({
        description: "Those of `done` that are the first of two approvals; they wait for another person.",
      }),
      fell_out: z.int(),
      canceled: z.int(),
    }),
    created_by: z.string(),
    confirmed_by: z.string().nullable(),
    created_at: Timestamp,
    expires_at: Timestamp.meta({ description: "Until when the preview can be confirmed." }),
    confirmed_at: Timestamp.nullable(),
    finished_at: Timestamp.nullable(),
  })
  .meta({ id: "DecisionBatch" });

const TAKES_BACK: ReadonlySet<string> = new Set(["revert", "restore"]);

/** Builds the response for a batch as of `nowMs`. */
export const presentBatch = (row: BatchRow, nowMs: number): z.input<typeof DecisionBatch> => ({
  id: row.id,
  of: row.of,
  action: row.action,
  accept: row.accepts,
  reverts: TAKES_BACK.has(row.action) ? { run_id: row.sourceRunId, batch_id: row.sourceBatchId } : null,
  remaining: row.remaining,
  reason: row.reason,
  snooze_until: row.snoozeUntil?.toISOString() ?? null,
  status: visibleBatchStatus(row, nowMs),
  hash: row.hash,
  filter: row.criteria === null || row.of !== "recommendations" ? null : StoredFilter.parse(row.criteria),
  edit: row.edit && { add_tags: [...row.edit.addTags], remove_tags: [...row.edit.removeTags] },
  item_filter: row.criteria === null || row.of !== "items" ? null : StoredItemFilter.parse(row.criteria),
  alert_filter: row.criteria === null || row.of !== "alerts" ? null : StoredAlertFilter.parse(row.criteria),
  selected: row.selected,
  count: row.planned,
  first_approvals: row.plannedFirst,
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
    first_approvals: row.outcomes.firstApprovals,
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

const presentEffect = ({
  currencies,
  groups = [],
  ...counts
}: BatchRow["effect"]): z.input<typeof Effect> => ({
  ...counts,
  groups: groups.map(({ money, ...group }) => ({
    ...group,
    money: money.map(({ currency, minor }) => toWire({ minor: BigInt(minor), currency })),
  })),
  currencies: currencies.map(({ currency, count, profitPerUnit, profitInStock }) => ({
    currency,
    count,
    profit_per_unit: toWire({ minor: BigInt(profitPerUnit), currency }),
    profit_in_stock: wireIn(currency)(profitInStock === null ? null : BigInt(profitInStock)),
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
    id: z.string().meta({ description: "The recommendation, or the alert." }),
    version: z.int().nullable().meta({
      description: "The version of the preview; null for an alert, and for an unknown id.",
    }),
    outcome: z.enum(BATCH_OUTCOMES).nullable().meta({ description: "Null while it waits." }),
    reason: z.string().nullable().meta({ description: "Why it fell out, as in `falls_out`." }),
    message: z.string().nullable(),
    changed: z.array(z.string()),
    status: z.enum(BATCH_ITEM_STATUSES).nullable().meta({
      description: "Its status right after the decision.",
    }),
    first_of_two: z.boolean().meta({
      description: "Whether its approval is, or is expected to be, the first of two.",
    }),
    decided_at: Timestamp.nullable(),
    reverts: z.string().nullable().meta({ description: "For `revert`: the write-back that is taken back." }),
    write_back: z
      .object({ id: z.string(), status: z.enum(WRITE_BACK_STATUSES), store_answer: z.string().nullable() })
      .nullable()
      .meta({ description: "The write that an approval or a revert of this batch queued, as it is now." }),
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
  first_of_two: row.firstOfTwo,
  decided_at: row.decidedAt?.toISOString() ?? null,
  reverts: row.reverts,
  write_back:
    row.writeBackId === null || row.writeBackStatus === null
      ? null
      : { id: row.writeBackId, status: row.writeBackStatus, store_answer: row.storeAnswer },
});

export const exampleHash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

export const exampleBatch = {
  id: "bat_01k9zq0v7k3t5m8w2x4y6z0a1b",
  of: "recommendations",
  action: "accept",
  accept: false,
  reverts: null,
  remaining: 0,
  reason: null,
  snooze_until: null,
  status: "preview",
  hash: exampleHash,
  filter: null,
  edit: null,
  item_filter: null,
  alert_filter: null,
  selected: 412,
  count: 409,
  first_approvals: 0,
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
    groups: [
      { group: "room", count: 300, money: [{ amount: "10230.00", currency: "EUR" }] },
      { group: "above_market", count: 109, money: [{ amount: "-1109.25", currency: "EUR" }] },
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
  progress: { waiting: 409, done: 0, first_approvals: 0, fell_out: 3, canceled: 0 },
  created_by: "mia@alpenladen.example",
  confirmed_by: null,
  created_at: "2026-11-20T08:15:00.000Z",
  expires_at: "2026-11-20T08:45:00.000Z",
  confirmed_at: null,
  finished_at: null,
} as const;

/** The preview of taking back what a run wrote. */
export const exampleRevertBatch = {
  ...exampleBatch,
  id: "bat_01k9zq0v7k3t5m8w2x4y6z0a2c",
  action: "revert",
  reverts: { run_id: "run_01k9zq0v7k3t5m8w2x4y6z0a1b", batch_id: null },
  falls_out: [
    {
      reason: "changed",
      changed: ["price"],
      message: "The item's price was changed since it was written.",
      count: 3,
    },
  ],
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
  first_of_two: false,
  decided_at: "2026-11-20T08:16:01.204Z",
  reverts: null,
  write_back: null,
} as const;
