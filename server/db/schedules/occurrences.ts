import type { OccurrenceStatus, ScheduleStep } from "@/server/domain/schedules/schedule";
import { queryInKeyOrder, type Tx } from "../database/transaction";
import type { ScheduleOccurrence } from "../generated/client";

/** One slot of a schedule that was begun, or left out. */
export interface OccurrenceRow {
  readonly id: string;
  readonly scheduleId: string;
  readonly slotAt: Date;
  readonly status: OccurrenceStatus;
  /** The step that is under way; null once it has ended. */
  readonly step: ScheduleStep | null;
  /** When that step was begun; null before. */
  readonly stepSince: Date | null;
  /** When a worker checks next whether its step has ended. */
  readonly lookAt: Date;
  /** How many slots before this one passed without an occurrence, for example while the service was down. */
  readonly missed: number;
  /** Whether it began late, because nothing could begin at its time. */
  readonly caughtUp: boolean;
  /** Why it was skipped or failed; null otherwise. */
  readonly reason: string | null;
  /** Page checks requested before its run, and the pages that answered; null before that step. */
  readonly pagesRequested: number | null;
  readonly pagesAnswered: number | null;
  readonly runId: string | null;
  readonly begunAt: Date;
  readonly finishedAt: Date | null;
}

/** The number of occurrences of a schedule that are stored. */
const STORED = 1_000;

// Check constraints restrict statuses; steps are those of the schedule.
const rowOf = (row: ScheduleOccurrence): OccurrenceRow => ({
  ...row,
  status: row.status as OccurrenceStatus,
  step: row.step as ScheduleStep | null,
});

/**
 * Claims a slot by inserting its occurrence, and deletes all but the latest occurrences of the schedule.
 * @returns false when the slot was claimed before
 */
export async function claimSlot(
  tx: Tx,
  occurrence: Omit<OccurrenceRow, "stepSince" | "lookAt" | "pagesRequested" | "pagesAnswered" | "runId">,
): Promise<boolean> {
  const { workspaceId } = tx.tenant;
  const data = { ...occurrence, workspaceId, lookAt: occurrence.begunAt };
  const { count } = await tx.prisma.scheduleOccurrence.createMany({ data: [data], skipDuplicates: true });
  if (count === 0) return false;
  await tx.run(
    `DELETE FROM schedule_occurrences WHERE workspace_id = $1 AND schedule_id = $2 AND slot_at <= (
       SELECT slot_at FROM schedule_occurrences WHERE workspace_id = $1 AND schedule_id = $2
       ORDER BY slot_at DESC OFFSET $3 LIMIT 1) AND status <> 'running'`,
    [workspaceId, occurrence.scheduleId, STORED],
  );
  return true;
}

/** Returns the occurrence of that schedule that is under way, or null. */
export async function findRunning(tx: Tx, scheduleId: string): Promise<OccurrenceRow | null> {
  const where = { workspaceId: tx.tenant.workspaceId, scheduleId, status: "running" };
  const row = await tx.prisma.scheduleOccurrence.findFirst({ where });
  return row && rowOf(row);
}

/** Updates fields of an occurrence; the caller has locked the workspace. */
export async function updateOccurrence(
  tx: Tx,
  id: string,
  data: Partial<Omit<OccurrenceRow, "id" | "scheduleId" | "slotAt">>,
): Promise<void> {
  const where = { workspaceId_id: { workspaceId: tx.tenant.workspaceId, id } };
  await tx.prisma.scheduleOccurrence.update({ where, data });
}

const COLUMNS = `id, schedule_id AS "scheduleId", slot_at AS "slotAt", status, step, step_since AS "stepSince",
  look_at AS "lookAt", missed, caught_up AS "caughtUp", reason, pages_requested AS "pagesRequested",
  pages_answered AS "pagesAnswered", run_id AS "runId", begun_at AS "begunAt", finished_at AS "finishedAt"`;

/**
 * Returns up to `limit` occurrences of a schedule older than the cursor, latest slot first. Their ids are made of their
 * slots' times, so both are in the same order.
 */
export const listOccurrences = (
  tx: Tx,
  scheduleId: string,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<OccurrenceRow[]> =>
  queryInKeyOrder<OccurrenceRow & Record<string, unknown>>(
    tx,
    `SELECT ${COLUMNS} FROM schedule_occurrences
     WHERE workspace_id = $1 AND schedule_id = $2 AND ($3::text IS NULL OR id < $3)
     ORDER BY workspace_id, schedule_id, slot_at DESC LIMIT $4`,
    [tx.tenant.workspaceId, scheduleId, before, limit],
  );

/** Returns the latest occurrence of each of these schedules, by the schedule's id. */
export async function latestOccurrences(
  tx: Tx,
  scheduleIds: readonly string[],
): Promise<ReadonlyMap<string, OccurrenceRow>> {
  const found = new Map<string, OccurrenceRow>();
  for (const scheduleId of scheduleIds) {
    const [latest] = await listOccurrences(tx, scheduleId, { before: null, limit: 1 });
    if (latest) found.set(scheduleId, latest);
  }
  return found;
}
