import { z } from "zod";
import type { OccurrenceRow } from "@/server/db/schedules/occurrences";
import { OCCURRENCE_STATUSES, SCHEDULE_STEPS } from "@/server/domain/schedules/schedule";
import { WEEKDAYS } from "@/server/domain/weekdays";
import type { ScheduleChanged as Change } from "@/server/usecases/schedules/change";
import type { ScheduleView } from "@/server/usecases/schedules/read";
import { PageChecks, presentPageChecks } from "../runs/schemas";
import { Timestamp } from "../scalars";

const TimeOfDay = z.string().meta({ example: "06:30" });

export const Occurrence = z
  .object({
    id: z.string(),
    schedule_id: z.string(),
    slot_at: Timestamp.meta({ description: "The time at which it was to begin." }),
    status: z.enum(OCCURRENCE_STATUSES),
    step: z
      .enum(SCHEDULE_STEPS)
      .nullable()
      .meta({ description: "What it does now; null once it has ended." }),
    missed: z.number().int().meta({
      description:
        "How many of the schedule's times came before this one without beginning; it stands for them.",
    }),
    caught_up: z.boolean().meta({
      description:
        "Whether it began late, or stands for others: after downtime, quiet hours or a suspension.",
    }),
    reason: z.string().nullable().meta({ description: "Why it was skipped or failed." }),
    page_checks: PageChecks.nullable().meta({ description: "Null where it asked for none." }),
    run_id: z.string().nullable(),
    begun_at: Timestamp,
    finished_at: Timestamp.nullable(),
  })
  .meta({ id: "ScheduleOccurrence" });

export const Schedule = z
  .object({
    id: z.string(),
    name: z.string(),
    enabled: z.boolean(),
    days: z.array(z.enum(WEEKDAYS)),
    times: z.array(TimeOfDay).meta({ description: "Times of day in `time_zone`." }),
    quiet_hours: z.object({ from: TimeOfDay, to: TimeOfDay }).nullable(),
    subset_tags: z.array(z.string()).meta({ description: "Empty for the whole catalog." }),
    steps: z.array(z.enum(SCHEDULE_STEPS)),
    time_zone: z.string().meta({ description: "The workspace's.", example: "Europe/Berlin" }),
    next_starts: z.array(Timestamp).meta({
      description: "The next three times at which it begins, quiet hours and changes of clocks considered.",
    }),
    failing: z
      .object({ since: Timestamp, reason: z.string() })
      .nullable()
      .meta({ description: "Since when it fails, and why it failed last; null while it works." }),
    last_occurrence: Occurrence.nullable(),
    by_agent: z.boolean().meta({
      description:
        "Whether an agent made or last changed it: automatic lanes decide nothing in its runs unless they say so.",
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Schedule" });

/**
 * The response to a change of a schedule: the schedule in its current state, or a note that the change had already
 * taken effect.
 */
export const ScheduleChanged = z.union([
  z.object({ ok: z.literal(true), idempotent: z.literal(false), schedule: Schedule }),
  z.object({ ok: z.literal(true), idempotent: z.literal(true) }),
]);

/** Builds the response for an occurrence. */
export const presentOccurrence = (row: OccurrenceRow): z.input<typeof Occurrence> => ({
  id: row.id,
  schedule_id: row.scheduleId,
  slot_at: row.slotAt.toISOString(),
  status: row.status,
  step: row.step,
  missed: row.missed,
  caught_up: row.caughtUp,
  reason: row.reason,
  page_checks: presentPageChecks(row),
  run_id: row.runId,
  begun_at: row.begunAt.toISOString(),
  finished_at: row.finishedAt?.toISOString() ?? null,
});

/** Builds the response for a schedule. */
export const presentSchedule = (view: ScheduleView): z.input<typeof Schedule> => ({
  id: view.id,
  name: view.name,
  enabled: view.enabled,
  days: [...view.days],
  times: [...view.times],
  quiet_hours: view.quietHours && { ...view.quietHours },
  subset_tags: [...view.subsetTags],
  steps: [...view.steps],
  time_zone: view.timeZone,
  next_starts: view.nextStarts.map((at) => at.toISOString()),
  failing:
    view.failingSince === null || view.failingReason === null
      ? null
      : { since: view.failingSince.toISOString(), reason: view.failingReason },
  last_occurrence: view.latest && presentOccurrence(view.latest),
  by_agent: view.byAgent,
  created_at: view.createdAt.toISOString(),
  updated_at: view.updatedAt.toISOString(),
});

/** Builds the response to a change of a schedule. */
export const presentScheduleChange = (change: Change): z.input<typeof ScheduleChanged> =>
  change.idempotent
    ? { ok: true, idempotent: true }
    : { ok: true, idempotent: false, schedule: presentSchedule(change.schedule) };

export const exampleOccurrence = {
  id: "occ_01k9zq0v7k3t5m8w2x4y6z0a1b",
  schedule_id: "sch_01k9zq0v7k3t5m8w2x4y6z0a1b",
  slot_at: "2026-11-20T05:30:00.000Z",
  status: "succeeded",
  step: null,
  missed: 0,
  caught_up: false,
  reason: null,
  page_checks: { requested: 120, answered: 117 },
  run_id: "run_01k9zq0v7k3t5m8w2x4y6z0a1b",
  begun_at: "2026-11-20T05:30:01.020Z",
  finished_at: "2026-11-20T05:41:12.300Z",
} as const;

export const exampleSchedule = {
  id: "sch_01k9zq0v7k3t5m8w2x4y6z0a1b",
  name: "Before opening",
  enabled: true,
  days: ["mon", "tue", "wed", "thu", "fri"],
  times: ["06:30"],
  quiet_hours: null,
  subset_tags: [],
  steps: ["sync", "page_checks", "run"],
  time_zone: "Europe/Berlin",
  next_starts: ["2026-11-23T05:30:00.000Z", "2026-11-24T05:30:00.000Z", "2026-11-25T05:30:00.000Z"],
  failing: null,
  last_occurrence: exampleOccurrence,
  by_agent: false,
  created_at: "2026-11-02T09:30:00.000Z",
  updated_at: "2026-11-02T09:30:00.000Z",
} as const;
