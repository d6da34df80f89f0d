import { z } from "zod";
import type { RunRow } from "@/server/db/runs/runs";
import { RUN_STATUSES, RUN_TRIGGERS } from "@/server/domain/runs/run";
import type { RunChange } from "@/server/usecases/runs/cancel";
import { Timestamp } from "../scalars";

const Counts = z
  .object({
    items: z.number().int().meta({ description: "Items in scope, skipped ones included." }),
    recommendations: z
      .number()
      .int()
      .meta({ description: "Recommendations that stand because of this run." }),
    alerts: z.number().int().meta({ description: "Alerts whose condition this run saw." }),
    skipped: z
      .record(z.string(), z.number().int())
      .meta({ description: "How many items got no new price, by reason." }),
  })
  .meta({ id: "RunCounts" });

export const Run = z
  .object({
    id: z.string(),
    status: z.enum(RUN_STATUSES),
    trigger: z.enum(RUN_TRIGGERS),
    subset_tags: z.array(z.string()).meta({ description: "Empty for the whole catalog." }),
    item_ids: z.array(z.string()).meta({
      description: "Of a run that decides single items anew because an observation was reported; else empty.",
    }),
    policy_version: z.number().int(),
    engine_version: z.string(),
    progress: z.object({
      done: z.number().int(),
      total: z.number().int().nullable().meta({ description: "Null until the run has begun." }),
    }),
    counts: Counts.nullable().meta({ description: "Null unless the run succeeded." }),
    held: z
      .object({ reason: z.string(), released_at: Timestamp.nullable() })
      .nullable()
      .meta({ description: "Set where the circuit breaker held what the run found." }),
    error: z.string().nullable(),
    created_at: Timestamp,
    started_at: Timestamp.nullable(),
    finished_at: Timestamp.nullable(),
  })
  .meta({ id: "Run" });

/**
 * The response to a change of a run: the run in its current state, or a note that the change had already taken
 * effect.
 */
export const RunChanged = z.union([
  z.object({ ok: z.literal(true), idempotent: z.literal(false), run: Run }),
  z.object({ ok: z.literal(true), idempotent: z.literal(true) }),
]);

/** Builds the response for a run. */
export const presentRun = (row: RunRow): z.input<typeof Run> => ({
  id: row.id,
  status: row.status,
  trigger: row.trigger,
  subset_tags: [...row.subsetTags],
  item_ids: [...row.itemIds],
  policy_version: row.policyVersion,
  engine_version: row.engineVersion,
  progress: { done: row.done, total: row.total },
  counts: row.counts && { ...row.counts, skipped: { ...row.counts.skipped } },
  held:
    row.heldReason === null
      ? null
      : { reason: row.heldReason, released_at: row.releasedAt?.toISOString() ?? null },
  error: row.error,
  created_at: row.createdAt.toISOString(),
  started_at: row.startedAt?.toISOString() ?? null,
  finished_at: row.finishedAt?.toISOString() ?? null,
});

/** Builds the response to a change of a run. */
export const presentRunChange = (change: RunChange): z.input<typeof RunChanged> =>
  change.idempotent
    ? { ok: true, idempotent: true }
    : { ok: true, idempotent: false, run: presentRun(change.row) };

export const exampleRun = {
  id: "run_01k9zq0v7k3t5m8w2x4y6z0a1b",
  status: "succeeded",
  trigger: "api",
  subset_tags: ["outdoor"],
  item_ids: [],
  policy_version: 3,
  engine_version: "1",
  progress: { done: 412, total: 412 },
  counts: { items: 412, recommendations: 37, alerts: 12, skipped: { at_target: 348, unknown_cost: 27 } },
  held: null,
  error: null,
  created_at: "2026-11-20T06:00:00.000Z",
  started_at: "2026-11-20T06:00:00.120Z",
  finished_at: "2026-11-20T06:00:01.480Z",
} as const;

export const exampleQueuedRun = {
  ...exampleRun,
  status: "queued",
  progress: { done: 0, total: null },
  counts: null,
  started_at: null,
  finished_at: null,
} as const;
