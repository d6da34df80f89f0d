import { createHash } from "node:crypto";
import type { Tenant } from "@/server/db/database/tenant";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import { lockWorkspace } from "@/server/db/members/memberships";
import { claimSlot, findRunning, type OccurrenceRow } from "@/server/db/schedules/occurrences";
import { findSchedule, recordSchedule, type ScheduleRow } from "@/server/db/schedules/schedules";
import { workspaceTimeZone } from "@/server/db/workspaces/settings";
import { HOUR_MS, MINUTE_MS } from "@/server/domain/durations";
import { makeId } from "@/server/domain/ids";
import { acceptsMutations } from "@/server/domain/plan/plans";
import { stepAfter } from "@/server/domain/schedules/schedule";
import { type DueSlots, dueSlots, quietUntil, startOf } from "@/server/domain/schedules/slots";
import type { Services } from "../services";
import { carryOn } from "./carry-on";
import { reportSchedule } from "./report-schedule";
import { wakeAt } from "./wake";

/** An occurrence that begins later than this after its time is shown as caught up. */
const LATE_MS = 15 * MINUTE_MS;
/** Clocks of machines may differ by less; a last look further ahead was made by a clock that was moved back since. */
const CLOCK_MOVED_MS = HOUR_MS;
const STILL_RUNNING = "The one before was still under way.";

/**
 * Begins a schedule's slot that has come, or carries its running occurrence on, step by step, each in a transaction of
 * its own, until it has to wait. Slots that nobody began at their time are caught up by one occurrence. Does nothing in
 * a suspended workspace: what came meanwhile is caught up later.
 * @throws the database's error when it cannot be reached; another call goes on where this one stopped
 */
export async function processSchedule(
  services: Services,
  tenant: Tenant,
  id: string,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    const isMoreDue = await inTenant(services.db, tenant, (tx) => advance(services, tx, id));
    await services.checkpoint("schedule:committed");
    if (!isMoreDue || signal?.aborted) return;
  }
}

/** Does the next thing that is due. @returns whether there is more to do now */
async function advance(services: Services, tx: Tx, id: string): Promise<boolean> {
  // The lock serialises the workers and the people who change the schedule.
  const { lifecycle } = await lockWorkspace(tx);
  const schedule = acceptsMutations(lifecycle) ? await findSchedule(tx, id) : null;
  if (schedule === null) return false;
  const nowMs = services.now();
  const timeZone = await workspaceTimeZone(tx);
  const clockMovedBack = schedule.lookedAt.getTime() > nowMs + CLOCK_MOVED_MS;
  let handledMs = schedule.handledUntil.getTime();
  if (clockMovedBack) handledMs = Math.min(handledMs, nowMs);
  const running = await findRunning(tx, id);
  const mayBegin = schedule.enabled && quietUntil(schedule, timeZone, nowMs) === null;
  const due = mayBegin ? dueSlots(schedule, timeZone, handledMs, nowMs) : null;
  if (due !== null) {
    await begin(services, tx, { schedule, timeZone, due, running });
    handledMs = due.slotMs;
  } else if (running !== null && (clockMovedBack || running.lookAt.getTime() <= nowMs)) {
    await carryOn(services, tx, { schedule, timeZone, occurrence: running });
  }
  const state = { running: await findRunning(tx, id), timeZone, handledMs, nowMs };
  const next = wakeAt(schedule, state);
  await recordSchedule(tx, id, {
    handledUntil: new Date(handledMs),
    lookedAt: new Date(nowMs),
    wakeAt: next,
  });
  return next !== null && next.getTime() <= nowMs;
}

/** Claims the slot. The claim fails without effect where it was begun before the clock was moved back. */
async function begin(
  services: Services,
  tx: Tx,
  slot: {
    readonly schedule: ScheduleRow;
    readonly timeZone: string;
    readonly due: DueSlots;
    readonly running: OccurrenceRow | null;
  },
): Promise<void> {
  const { schedule, timeZone, running } = slot;
  const { slotMs, missed } = slot.due;
  const now = new Date(services.now());
  const isLate = now.getTime() - startOf(schedule, timeZone, slotMs) > LATE_MS;
  const left = { status: "skipped", step: null, reason: STILL_RUNNING, finishedAt: now } as const;
  const begun = {
    status: "running",
    step: stepAfter(null, schedule.steps),
    reason: null,
    finishedAt: null,
  } as const;
  const id = occurrenceId(schedule.id, slotMs);
  const isClaimed = await claimSlot(tx, {
    id,
    scheduleId: schedule.id,
    slotAt: new Date(slotMs),
    ...(running === null ? begun : left),
    missed,
    caughtUp: isLate || missed > 0,
    begunAt: now,
  });
  if (!isClaimed) return;
  tx.afterCommit(() => services.meter.scheduleCame({ missed, late: isLate }));
  const outcome = running === null ? "fired" : "skipped";
  reportSchedule(services, tx, { schedule: schedule.id, occurrence: id, outcome, missed, late: isLate });
}

/** Returns the id that any worker gives to this slot; ids of a schedule's slots sort by their time. */
function occurrenceId(scheduleId: string, slotMs: number): string {
  const digest = createHash("sha256").update(`${scheduleId} ${slotMs}`).digest();
  return makeId("occurrence", slotMs, digest);
}
