import type { Tx } from "@/server/db/database/transaction";
import { findRunning, type OccurrenceRow } from "@/server/db/schedules/occurrences";
import {
  allSchedules,
  recordSchedule,
  type ScheduleRow,
  type ScheduleSettings,
} from "@/server/db/schedules/schedules";
import { nextStarts, quietUntil } from "@/server/domain/schedules/slots";
import type { Services } from "../services";

/** A schedule as it is at a time: its running occurrence, and until when its slots were handled. */
export interface ScheduleState {
  readonly running: OccurrenceRow | null;
  readonly timeZone: string;
  readonly handledMs: number;
  readonly nowMs: number;
}

/**
 * Returns when there is something to do for a schedule next: its running occurrence, or the first slot that is not
 * handled, at once where that has come and it is not quiet; null for never.
 */
export function wakeAt(
  schedule: ScheduleSettings,
  { running, timeZone, handledMs, nowMs }: ScheduleState,
): Date | null {
  const [startMs] = schedule.enabled ? nextStarts(schedule, timeZone, handledMs, 1) : [];
  const heldMs = startMs !== undefined && startMs <= nowMs ? quietUntil(schedule, timeZone, nowMs) : null;
  const times = [heldMs ?? startMs, running?.lookAt.getTime()].filter((ms) => ms !== undefined);
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/**
 * Sets the schedule to its slots after now, after its times or the workspace's time zone changed. The caller has locked
 * the workspace.
 */
export async function restartSchedule(
  services: Services,
  tx: Tx,
  schedule: ScheduleRow,
  timeZone: string,
): Promise<void> {
  const nowMs = services.now();
  const now = new Date(nowMs);
  const running = await findRunning(tx, schedule.id);
  const next = wakeAt(schedule, { running, timeZone, handledMs: nowMs, nowMs });
  await recordSchedule(tx, schedule.id, { handledUntil: now, lookedAt: now, wakeAt: next });
}

/** Does the same for every schedule of the workspace. */
export async function restartSchedules(services: Services, tx: Tx, timeZone: string): Promise<void> {
  for (const schedule of await allSchedules(tx)) await restartSchedule(services, tx, schedule, timeZone);
}
