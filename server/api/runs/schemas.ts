import { z } from "zod";
import type { RunRow } from "@/server/db/runs/runs";
import { RUN_STATUSES, RUN_TRIGGERS } from "@/server/domain/runs/run";
import { secondsLeft } from "@/server/domain/runs/time-left";
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

export const PageChecks = z
  .object({
    requested: z.number().int(),
    answered: z.number().int().meta({ description: "The pages among them that had answered." }),
  })
  .meta({ id: "RequestedPageChecks" });

const Inputs = z
  .object({
    store_synced_at: Timestamp.nullable().meta({
      description: "The last sync of the store when the run began; null without one.",
    }),
    store_sync: z.enum(["for_this_run", "earlier"]).nullable().meta({
      description: "`for_this_run`: a schedule synced the store and then triggered this run.",
    }),
    page_checks: PageChecks.meta({
      description:
        "Checks of competitors' pages that were asked for with this run, and those made before it began.",
    }),
  })
  .meta({ id: "RunInputs" });

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
      seconds_left: z.number().int().nullable().meta({
        description:
          "How long it will still check items at its speed so far; publishing follows. Null where that is unknown.",
      }),
    }),
    inputs: Inputs.nullable().meta({
      description: "Which of its inputs were fresh for it; null until it has begun.",
    }),
    counts: Counts.nullable().meta({ description: "Null unless the run succeeded." }),
    held: z
      .object({
        reason: z.string(),
        released_at: Timestamp.nullable(),
        waiting: z.boolean().meta({
          description:
            "Whether recommendations of it wait for a release: not once they are released, or replaced by a later run's.",
        }),
      })
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

/** Builds the response for page checks that were requested; null where none could be. */
export const presentPageChecks = (row: {
  readonly pagesRequested: number | null;
  readonly pagesAnswered: number | null;
}): z.input<typeof PageChecks> | null =>
  row.pagesRequested === null ? null : { requested: row.pagesRequested, answered: row.pagesAnswered ?? 0 };

/** A run of a version before, and one that has not begun, say nothing of their inputs. */
function presentInputs(row: RunRow): z.input<typeof Inputs> | null {
  const pageChecks = presentPageChecks(row);
  if (pageChecks === null || row.startedAt === null) return null;
  const { storeSyncedAt, freshSince } = row;
  const forThisRun = storeSyncedAt !== null && freshSince !== null && storeSyncedAt >= freshSince;
  return {
    store_synced_at: storeSyncedAt?.toISOString() ?? null,
    store_sync: storeSyncedAt === null ? null : forThisRun ? "for_this_run" : "earlier",
    page_checks: pageChecks,
  };
}

/**
 * Builds the response for a run.
 * @param at.nowMs the present time in milliseconds since 1970
 * @param at.holds whether it still holds recommendations back (`runsHolding`)
 */
export const presentRun = (
  row: RunRow,
  { nowMs, holds }: { readonly nowMs: number; readonly holds: boolean },
): z.input<typeof Run> => ({
  id: row.id,
  status: row.status,
  trigger: row.trigger,
  subset_tags: [...row.subsetTags],
  item_ids: [...row.itemIds],
  policy_version: row.policyVersion,
  engine_version: row.engineVersion,
  progress: { done: row.done, total: row.total, seconds_left: secondsLeft(row, nowMs) },
  inputs: presentInputs(row),
  counts: row.counts && { ...row.counts, skipped: { ...row.counts.skipped } },
  held:
    row.heldReason === null
      ? null
      : { reason: row.heldReason, released_at: row.releasedAt?.toISOString() ?? null, waiting: holds },
  error: row.error,
  created_at: row.createdAt.toISOString(),
  started_at: row.startedAt?.toISOString() ?? null,
  finished_at: row.finishedAt?.toISOString() ?? null,
});

/** Builds the response to a change of a run: it is canceled or released, and holds nothing back. */
export const presentRunChange = (change: RunChange, nowMs: number): z.input<typeof RunChanged> =>
  change.idempotent
    ? { ok: true, idempotent: true }
    : { ok: true, idempotent: false, run: presentRun(change.row, { nowMs, holds: false }) };

export const exampleRun = {
  id: "run_01k9zq0v7k3t5m8w2x4y6z0a1b",
  status: "succeeded",
  trigger: "api",
  subset_tags: ["outdoor"],
  item_ids: [],
  policy_version: 3,
  engine_version: "1",
  progress: { done: 412, total: 412, seconds_left: null },
  inputs: {
    store_synced_at: "2026-11-20T05:59:40.000Z",
    store_sync: "earlier",
    page_checks: { requested: 120, answered: 0 },
  },
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
  progress: { done: 0, total: null, seconds_left: null },
  inputs: null,
  counts: null,
  started_at: null,
  finished_at: null,
} as const;
