import type { Freeze, FreezePeriod } from "@/server/domain/freezes/freeze";
import type { Weekday } from "@/server/domain/weekdays";
import type { Tx } from "../database/transaction";
import type { Freeze as StoredFreeze } from "../generated/client";

/** A stored freeze. */
export interface FreezeRow extends Freeze {
  readonly id: string;
  /** The name of who created it. */
  readonly createdByLabel: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The freezes of a workspace and the time zone that their times are in. */
export interface FreezeCalendar {
  readonly freezes: readonly Freeze[];
  readonly timeZone: string;
}

// A check constraint restricts the kind; the use cases have validated the days.
const periodOf = (row: Pick<StoredFreeze, "kind" | "fromTime" | "untilTime" | "days" | "untilDay">) =>
  row.kind === "once"
    ? ({ kind: "once", from: row.fromTime, until: row.untilTime } as const)
    : ({
        kind: "weekly",
        days: row.days as Weekday[],
        from: row.fromTime,
        until: row.untilTime,
        untilDay: row.untilDay as Weekday | null,
      } as const);

const rowOf = (row: StoredFreeze): FreezeRow => ({
  id: row.id,
  reason: row.reason,
  period: periodOf(row),
  createdByLabel: row.createdByLabel,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

const columnsOf = (period: FreezePeriod, reason: string) => ({
  kind: period.kind,
  fromTime: period.from,
  untilTime: period.until,
  days: period.kind === "weekly" ? [...period.days] : [],
  untilDay: period.kind === "weekly" ? period.untilDay : null,
  reason,
});

const keyOf = (tx: Tx, id: string) => ({ workspaceId_id: { workspaceId: tx.tenant.workspaceId, id } });

/**
 * Locks the freezes until the transaction ends: `change` for a change of them or of the time zone, `use` for what
 * depends on them. It has to come before the transaction's other locks, because a change also locks the write-backs
 * that wait.
 */
export async function lockFreezes(tx: Tx, mode: "use" | "change"): Promise<void> {
  const lock = mode === "use" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock";
  await tx.run(`SELECT ${lock}(hashtextextended('freezes ' || $1, 0))`, [tx.tenant.workspaceId]);
}

/** Returns all freezes of the workspace with its time zone. */
export async function freezeCalendar(tx: Tx): Promise<FreezeCalendar> {
  const rows = await tx.sql<{ timeZone: string } & Record<keyof StoredFreeze, never>>(
    `SELECT w.time_zone AS "timeZone", f.id, f.kind, f.from_time AS "fromTime", f.until_time AS "untilTime", f.days,
       f.until_day AS "untilDay", f.reason
     FROM workspaces w LEFT JOIN freezes f ON f.workspace_id = w.id WHERE w.id = $1`,
    [tx.tenant.workspaceId],
  );
  const [first] = rows;
  if (!first) throw new Error("the workspace of this transaction does not exist");
  const freezes = rows
    .filter(({ id }) => id !== null)
    .map((row) => ({ period: periodOf(row), reason: row.reason }));
  return { freezes, timeZone: first.timeZone };
}

/** Returns up to `limit` freezes older than the cursor, newest first. */
export async function listFreezes(
  tx: Tx,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<FreezeRow[]> {
  const { workspaceId } = tx.tenant;
  const rows = await tx.prisma.freeze.findMany({
    where: { workspaceId, ...(before === null ? {} : { id: { lt: before } }) },
    orderBy: { id: "desc" },
    take: limit,
  });
  return rows.map(rowOf);
}

export const countFreezes = (tx: Tx): Promise<number> =>
  tx.prisma.freeze.count({ where: { workspaceId: tx.tenant.workspaceId } });

/** Finds the freeze of that id, or null. */
export async function findFreeze(tx: Tx, id: string): Promise<FreezeRow | null> {
  const row = await tx.prisma.freeze.findUnique({ where: keyOf(tx, id) });
  return row && rowOf(row);
}

/** Inserts a freeze. */
export async function insertFreeze(
  tx: Tx,
  freeze: Freeze & {
    readonly id: string;
    readonly createdBy: string;
    readonly createdByLabel: string;
    readonly at: Date;
  },
): Promise<FreezeRow> {
  const { period, reason, at, ...rest } = freeze;
  const data = {
    ...rest,
    ...columnsOf(period, reason),
    workspaceId: tx.tenant.workspaceId,
    createdAt: at,
    updatedAt: at,
  };
  return rowOf(await tx.prisma.freeze.create({ data }));
}

/** Replaces the times and the reason of a freeze. */
export async function updateFreeze(
  tx: Tx,
  id: string,
  { period, reason }: Freeze,
  at: Date,
): Promise<FreezeRow> {
  const data = { ...columnsOf(period, reason), updatedAt: at };
  return rowOf(await tx.prisma.freeze.update({ where: keyOf(tx, id), data }));
}

/** Deletes a freeze, if it exists. */
export async function deleteFreeze(tx: Tx, id: string): Promise<void> {
  await tx.prisma.freeze.deleteMany({ where: { workspaceId: tx.tenant.workspaceId, id } });
}
