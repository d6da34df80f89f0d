import type { ScheduleStep, Timing } from "@/server/domain/schedules/schedule";
import type { Weekday } from "@/server/domain/weekdays";
import type { Tx } from "../database/transaction";
import type { Schedule } from "../generated/client";

/** What people choose for a schedule. */
export interface ScheduleSettings extends Timing {
  readonly name: string;
  readonly enabled: boolean;
  /** Tags that narrow its page checks and its run; empty for the whole catalog. */
  readonly subsetTags: readonly string[];
  readonly steps: readonly ScheduleStep[];
}

/** A stored schedule. */
export interface ScheduleRow extends ScheduleSettings {
  readonly id: string;
  /** Slots up to then were begun, or were left out. */
  readonly handledUntil: Date;
  /**
   * When a worker last claimed or skipped a slot of it, by the clock of that moment; shows a clock that was set back.
   */
  readonly lookedAt: Date;
  /** Start of the failures since its last success; null while it works. */
  readonly failingSince: Date | null;
  readonly failingReason: string | null;
  /** Whether an agent made it, or was the last to change it. */
  readonly byAgent: boolean;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

// Check constraints restrict steps; the use cases have validated days.
const rowOf = ({ quietFrom, quietTo, ...row }: Schedule): ScheduleRow => ({
  ...row,
  days: row.days as Weekday[],
  steps: row.steps as ScheduleStep[],
  quietHours: quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo },
});

const columnsOf = ({ quietHours, ...settings }: ScheduleSettings) => ({
  name: settings.name,
  enabled: settings.enabled,
  days: [...settings.days],
  times: [...settings.times],
  quietFrom: quietHours?.from ?? null,
  quietTo: quietHours?.to ?? null,
  subsetTags: [...settings.subsetTags],
  steps: [...settings.steps],
});

const keyOf = (tx: Tx, id: string) => ({ workspaceId_id: { workspaceId: tx.tenant.workspaceId, id } });

/** Returns up to `limit` schedules older than the cursor, newest first. */
export async function listSchedules(
  tx: Tx,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<ScheduleRow[]> {
  const { workspaceId } = tx.tenant;
  const rows = await tx.prisma.schedule.findMany({
    where: { workspaceId, ...(before === null ? {} : { id: { lt: before } }) },
    orderBy: { id: "desc" },
    take: limit,
  });
  return rows.map(rowOf);
}

/** Returns every schedule of the workspace; there are a few at most. */
export async function allSchedules(tx: Tx): Promise<ScheduleRow[]> {
  return (await tx.prisma.schedule.findMany({ where: { workspaceId: tx.tenant.workspaceId } })).map(rowOf);
}

export const countSchedules = (tx: Tx): Promise<number> =>
  tx.prisma.schedule.count({ where: { workspaceId: tx.tenant.workspaceId } });

/** Finds the schedule of that id, or null. */
export async function findSchedule(tx: Tx, id: string): Promise<ScheduleRow | null> {
  const row = await tx.prisma.schedule.findUnique({ where: keyOf(tx, id) });
  return row && rowOf(row);
}

/** Inserts a schedule whose slots before its creation do not count. */
export async function insertSchedule(
  tx: Tx,
  schedule: ScheduleSettings & {
    readonly id: string;
    readonly byAgent: boolean;
    readonly createdBy: string;
    readonly wakeAt: Date | null;
    readonly at: Date;
  },
): Promise<ScheduleRow> {
  const { id, byAgent, createdBy, wakeAt, at } = schedule;
  const data = {
    ...columnsOf(schedule),
    workspaceId: tx.tenant.workspaceId,
    id,
    byAgent,
    createdBy,
    wakeAt,
    handledUntil: at,
    lookedAt: at,
    createdAt: at,
    updatedAt: at,
  };
  return rowOf(await tx.prisma.schedule.create({ data }));
}

/** Replaces what people choose for a schedule. */
export async function updateSchedule(
  tx: Tx,
  id: string,
  settings: ScheduleSettings,
  { byAgent, at }: { readonly byAgent: boolean; readonly at: Date },
): Promise<ScheduleRow> {
  const data = { ...columnsOf(settings), byAgent, updatedAt: at };
  return rowOf(await tx.prisma.schedule.update({ where: keyOf(tx, id), data }));
}

/** Updates what the service records about a schedule. */
export async function recordSchedule(
  tx: Tx,
  id: string,
  data: {
    readonly handledUntil?: Date;
    readonly lookedAt?: Date;
    /** When to look again; null for never. */
    readonly wakeAt?: Date | null;
    readonly failingSince?: Date | null;
    readonly failingReason?: string | null;
  },
): Promise<void> {
  await tx.prisma.schedule.update({ where: keyOf(tx, id), data });
}

/** Deletes a schedule with its occurrences; false without one. */
export async function deleteSchedule(tx: Tx, id: string): Promise<boolean> {
  const where = { workspaceId: tx.tenant.workspaceId, id };
  return (await tx.prisma.schedule.deleteMany({ where })).count > 0;
}
