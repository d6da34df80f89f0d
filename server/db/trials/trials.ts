import type { Tx } from "../database/transaction";
import type { PolicyTrial, Prisma } from "../generated/client";

export type TrialKind = "preview" | "backtest";
export type TrialStatus = "queued" | "running" | "succeeded" | "failed" | "superseded";

/** What a draft is tried on, how far that is, and what came of it. */
export interface TrialRow {
  readonly id: string;
  readonly kind: TrialKind;
  readonly document: unknown;
  /** Of a backtest: over how many runs at most. */
  readonly runs: number | null;
  readonly status: TrialStatus;
  readonly done: number;
  readonly total: number | null;
  readonly result: unknown;
  readonly error: string | null;
  readonly fence: number;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** A trial that is held: every write to it names the fence it was taken with. */
export interface LeasedTrial {
  readonly id: string;
  readonly fence: number;
}

const KEPT = 20;

// Kinds and statuses are held by check constraints.
const rowOf = (row: PolicyTrial): TrialRow => ({
  ...row,
  kind: row.kind as TrialKind,
  status: row.status as TrialStatus,
});

/**
 * Adds a trial in place of those of its kind that have not ended, and forgets all but the latest ones. The caller holds
 * the workspace's lock.
 */
export async function insertTrial(
  tx: Tx,
  trial: {
    readonly id: string;
    readonly kind: TrialKind;
    readonly document: Prisma.InputJsonObject;
    readonly runs: number | null;
    readonly askedBy: string;
    readonly createdAt: Date;
  },
): Promise<TrialRow> {
  const { workspaceId } = tx.tenant;
  await tx.run(
    `UPDATE policy_trials SET status = 'superseded', finished_at = $3
     WHERE workspace_id = $1 AND kind = $2 AND status IN ('queued', 'running')`,
    [workspaceId, trial.kind, trial.createdAt],
  );
  await tx.run(
    `DELETE FROM policy_trials WHERE workspace_id = $1 AND id <= (
       SELECT id FROM policy_trials WHERE workspace_id = $1 ORDER BY id DESC OFFSET $2 LIMIT 1)`,
    [workspaceId, KEPT - 1],
  );
  return rowOf(await tx.prisma.policyTrial.create({ data: { ...trial, workspaceId } }));
}

/** The trial of that id, or null. */
export async function findTrial(tx: Tx, id: string): Promise<TrialRow | null> {
  const { workspaceId } = tx.tenant;
  const row = await tx.prisma.policyTrial.findUnique({ where: { workspaceId_id: { workspaceId, id } } });
  return row && rowOf(row);
}

/** Takes up a trial that waits, or one whose holder's lease has passed; it begins anew. @returns null when it is not to be had */
export async function leaseTrial(
  tx: Tx,
  id: string,
  { nowMs, leaseMs }: { nowMs: number; leaseMs: number },
): Promise<TrialRow | null> {
  const taken = await tx.run(
    `UPDATE policy_trials SET status = 'running', fence = fence + 1, lease_until = $4, done = 0
     WHERE workspace_id = $1 AND id = $2
       AND (status = 'queued' OR (status = 'running' AND lease_until <= $3))`,
    [tx.tenant.workspaceId, id, new Date(nowMs), new Date(nowMs + leaseMs)],
  );
  return taken === 0 ? null : findTrial(tx, id);
}

/**
 * Writes fields of a trial that is still held by that fence.
 * @returns false when it is not: superseded, or taken over by another worker
 */
export async function updateTrial(
  tx: Tx,
  { id, fence }: LeasedTrial,
  data: Prisma.PolicyTrialUpdateManyMutationInput,
): Promise<boolean> {
  const { workspaceId } = tx.tenant;
  const where = { workspaceId, id, fence, status: "running" };
  return (await tx.prisma.policyTrial.updateMany({ where, data })).count > 0;
}

/** The titles of items by id. */
export async function titlesOf(tx: Tx, itemIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.prisma.catalogItem.findMany({
    where: { workspaceId: tx.tenant.workspaceId, id: { in: [...itemIds] } },
    select: { id: true, title: true },
  });
  return new Map(rows.map(({ id, title }) => [id, title]));
}
