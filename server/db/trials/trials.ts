import type { Tx } from "../database/transaction";
import type { PolicyTrial, Prisma } from "../generated/client";

export type TrialKind = "preview" | "backtest";
export type TrialStatus = "queued" | "running" | "succeeded" | "failed" | "superseded";

/** A trial of a draft policy: its kind, progress and result. */
export interface TrialRow {
  readonly id: string;
  readonly kind: TrialKind;
  readonly document: unknown;
  /** For a preview: what is supposed of the catalog, or null. */
  readonly scenario: unknown;
  /** For a backtest: the maximum number of runs. */
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

/** A worker's lease on a trial: every write names its fence. */
export interface LeasedTrial {
  readonly id: string;
  readonly fence: number;
}

const MAX_STORED_TRIALS = 20;

// Check constraints restrict kinds and statuses.
const rowOf = (row: PolicyTrial): TrialRow => ({
  ...row,
  kind: row.kind as TrialKind,
  status: row.status as TrialStatus,
});

/**
 * Inserts a trial, supersedes unfinished ones of its kind that the same actor asked for, and deletes all but the latest
 * ones. The caller has locked the workspace.
 */
export async function insertTrial(
  tx: Tx,
  trial: {
    readonly id: string;
    readonly kind: TrialKind;
    readonly document: Prisma.InputJsonObject;
    readonly scenario: Prisma.InputJsonObject | null;
    readonly runs: number | null;
    readonly askedBy: string;
    readonly createdAt: Date;
  },
): Promise<TrialRow> {
  const { workspaceId } = tx.tenant;
  await tx.run(
    `UPDATE policy_trials SET status = 'superseded', finished_at = $3
     WHERE workspace_id = $1 AND kind = $2 AND asked_by = $4 AND status IN ('queued', 'running')`,
    [workspaceId, trial.kind, trial.createdAt, trial.askedBy],
  );
  await tx.run(
    `DELETE FROM policy_trials WHERE workspace_id = $1 AND id <= (
       SELECT id FROM policy_trials WHERE workspace_id = $1 ORDER BY id DESC OFFSET $2 LIMIT 1)`,
    [workspaceId, MAX_STORED_TRIALS - 1],
  );
  const { scenario, ...rest } = trial;
  const data = { ...rest, workspaceId, ...(scenario === null ? {} : { scenario }) };
  return rowOf(await tx.prisma.policyTrial.create({ data }));
}

/** Finds the trial of that id, or null. */
export async function findTrial(tx: Tx, id: string): Promise<TrialRow | null> {
  const { workspaceId } = tx.tenant;
  const row = await tx.prisma.policyTrial.findUnique({ where: { workspaceId_id: { workspaceId, id } } });
  return row && rowOf(row);
}

/**
 * Leases a queued trial, or one whose lease has expired; it starts from the beginning.
 * @returns null when it is not available
 */
export async function leaseTrial(
  tx: Tx,
  id: string,
  { nowMs, leaseMs }: { nowMs: number; leaseMs: number },
): Promise<TrialRow | null> {
  const updated = await tx.run(
    `UPDATE policy_trials SET status = 'running', fence = fence + 1, lease_until = $4, done = 0
     WHERE workspace_id = $1 AND id = $2
       AND (status = 'queued' OR (status = 'running' AND lease_until <= $3))`,
    [tx.tenant.workspaceId, id, new Date(nowMs), new Date(nowMs + leaseMs)],
  );
  return updated === 0 ? null : findTrial(tx, id);
}

/**
 * Updates fields of a trial, if it still has this lease.
 * @returns false when it was superseded, or taken over by another worker
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

/** Returns the titles of items by id. */
export async function titlesOf(tx: Tx, itemIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.prisma.catalogItem.findMany({
    where: { workspaceId: tx.tenant.workspaceId, id: { in: [...itemIds] } },
    select: { id: true, title: true },
  });
  return new Map(rows.map(({ id, title }) => [id, title]));
}
