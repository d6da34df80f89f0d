import { hasOpenLanePass } from "@/server/db/lanes/passes";
import { activePolicyVersion } from "@/server/db/policy/versions";
import { findRun, type RunRow } from "@/server/db/runs/runs";
import { hasNewInputs, latestRunOver } from "@/server/db/schedules/changes";
import { DAY_MS, MINUTE_MS } from "@/server/domain/durations";
import { DomainError } from "@/server/domain/errors";
import { ENGINE_VERSION } from "@/server/domain/pricing/engine";
import { quietUntil } from "@/server/domain/schedules/slots";
import { type RunRequest, recordRefusedRun, triggerRunIn } from "../runs/trigger";
import { failure, lookAgain, type StepOutcome, type StepWork } from "./step";

/** Costs and observations age, and only a run notices; so after this time one is made though nothing has changed. */
const MAX_UNCHANGED_MS = 3 * DAY_MS;
const NOTHING_CHANGED =
  "Nothing has changed since the last run: no item, price, sale, cost, observation or policy.";
const MAX_LANES_MS = 30 * MINUTE_MS;
const LANES_LATE = "The auto-approval rules had not looked at its prices half an hour after its end.";
const CANCELED = "Somebody canceled its run.";

/**
 * Triggers the run as a person would, once, and waits for its end, and half an hour at most for that of its automatic
 * lanes. Skips it where it would find the same again.
 */
export async function startRun(work: StepWork): Promise<StepOutcome> {
  const { tx, schedule, timeZone, occurrence, nowMs } = work;
  if (occurrence.runId !== null) {
    const run = await findRun(tx, occurrence.runId);
    if (!(await hasOpenLanePass(tx, occurrence.runId))) return outcomeOf(run, nowMs);
    const lanesEndMs = (run?.finishedAt?.getTime() ?? nowMs) + MAX_LANES_MS;
    return nowMs < lanesEndMs ? lookAgain(nowMs) : failure(LANES_LATE);
  }
  const quietEndMs = quietUntil(schedule, timeZone, nowMs);
  if (quietEndMs !== null) return { act: "wait", untilMs: quietEndMs };
  if (!(await isWorthARun(work)))
    return { act: "end", status: "skipped", reason: NOTHING_CHANGED, works: true };
  const request: RunRequest = {
    trigger: "schedule",
    subsetTags: schedule.subsetTags,
    ofAgentsSchedule: schedule.byAgent,
    prepared: {
      freshSince: occurrence.begunAt,
      pagesRequested: occurrence.pagesRequested,
      pagesAnswered: occurrence.pagesAnswered,
    },
  };
  try {
    const run = await triggerRunIn(work.context, tx, request);
    return lookAgain(nowMs, { runId: run.id });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const run = await recordRefusedRun(work.context, tx, request, error.message);
    return { ...failure(error.message), refused: true, found: { runId: run.id } };
  }
}

function outcomeOf(run: RunRow | null, nowMs: number): StepOutcome {
  if (run === null) return failure("Its run is not there any more.");
  switch (run.status) {
    case "queued":
    case "running":
      return lookAgain(nowMs);
    case "succeeded":
      return { act: "done" };
    case "failed":
      return failure(run.error ?? "Its run failed.");
    case "canceled":
      return { act: "end", status: "skipped", reason: CANCELED, works: false };
  }
}

/** Whether a run could find anything else than the last one over the same items. */
async function isWorthARun({ tx, schedule, nowMs }: StepWork): Promise<boolean> {
  const last = await latestRunOver(tx, schedule.subsetTags);
  if (last === null || nowMs - last.asOf.getTime() > MAX_UNCHANGED_MS) return true;
  if (last.engineVersion !== ENGINE_VERSION || last.policyVersion !== (await activePolicyVersion(tx)))
    return true;
  // Prices that it left because they were changed a short time ago may move by now.
  if (last.leftChanged) return true;
  return hasNewInputs(tx, { since: last.asOf, until: new Date(nowMs) }, MAX_UNCHANGED_MS);
}
