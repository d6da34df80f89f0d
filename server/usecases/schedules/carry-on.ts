import type { Tx } from "@/server/db/database/transaction";
import { type OccurrenceRow, updateOccurrence } from "@/server/db/schedules/occurrences";
import { recordSchedule, type ScheduleRow } from "@/server/db/schedules/schedules";
import { type ScheduleStep, stepAfter } from "@/server/domain/schedules/schedule";
import type { Services } from "../services";
import { workerContext } from "../worker-context";
import { checkPages } from "./check-pages";
import { reportSchedule } from "./report-schedule";
import { startRun } from "./start-run";
import type { AdvanceStep, StepOutcome } from "./step";
import { syncStore } from "./sync-store";

/** What each step does, each time it is looked at, until it is done. */
const STEPS: Readonly<Record<ScheduleStep, AdvanceStep>> = {
  sync: syncStore,
  page_checks: checkPages,
  run: startRun,
};

/** Looks at the step of a running occurrence, and stores what came of it: it waits, goes on to the next, or ends. */
export async function carryOn(
  services: Services,
  tx: Tx,
  {
    schedule,
    timeZone,
    occurrence,
  }: { readonly schedule: ScheduleRow; readonly timeZone: string; readonly occurrence: OccurrenceRow },
): Promise<void> {
  const { step } = occurrence;
  if (step === null) throw new Error("a running occurrence has no step");
  const context = await workerContext(services, tx);
  const outcome = await STEPS[step]({ context, tx, schedule, timeZone, occurrence, nowMs: services.now() });
  const now = new Date(services.now());
  if (outcome.act === "wait")
    return updateOccurrence(tx, occurrence.id, { ...outcome.found, lookAt: new Date(outcome.untilMs) });
  const next = outcome.act === "done" ? stepAfter(step, schedule.steps) : null;
  if (next !== null)
    return updateOccurrence(tx, occurrence.id, {
      ...outcome.found,
      step: next,
      stepSince: null,
      lookAt: now,
    });
  const end =
    outcome.act === "end"
      ? { status: outcome.status, reason: outcome.reason }
      : ({ status: "succeeded", reason: null } as const);
  await updateOccurrence(tx, occurrence.id, {
    ...outcome.found,
    ...end,
    step: null,
    stepSince: null,
    finishedAt: now,
  });
  await recordHealth(tx, schedule, outcome, now);
  const isRefused = outcome.act === "end" && outcome.refused === true;
  reportSchedule(services, tx, {
    schedule: schedule.id,
    occurrence: occurrence.id,
    outcome: isRefused ? "refused" : end.status,
    step,
    run: outcome.found?.runId ?? occurrence.runId,
  });
}

/** Records since when the schedule fails, so that its members are notified once; a success ends it. */
async function recordHealth(tx: Tx, schedule: ScheduleRow, outcome: StepOutcome, now: Date): Promise<void> {
  const failed = outcome.act === "end" && outcome.status === "failed";
  if (failed)
    await recordSchedule(tx, schedule.id, {
      failingSince: schedule.failingSince ?? now,
      failingReason: outcome.reason,
    });
  else if (outcome.act === "done" || (outcome.act === "end" && outcome.works))
    await recordSchedule(tx, schedule.id, { failingSince: null, failingReason: null });
}
