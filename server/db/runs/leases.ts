import type { Tx } from "../database/transaction";
import { findRun, type RunRow } from "./runs";

/** A worker's lease on a run: every write names its fence. */
export interface RunLease {
  readonly id: string;
  readonly fence: number;
}

/**
 * Leases a run that is the next of its workspace, or whose lease has expired. The first lease fixes the time and the
 * policy of the evaluation; pages of another engine version are discarded.
 * @returns null when the run is not available; throws the unique violation of runs_one_running when another run
 *   started first
 */
export async function leaseRun(
  tx: Tx,
  id: string,
  { nowMs, leaseMs, engineVersion }: { nowMs: number; leaseMs: number; engineVersion: string },
): Promise<RunRow | null> {
  const updated = await tx.run(
    `WITH mine AS (
       SELECT r.id FROM runs r
       WHERE r.workspace_id = $1 AND r.id = $2
         AND ((r.status = 'running' AND r.lease_until <= $3)
           OR (r.status = 'queued'
               AND NOT EXISTS (SELECT 1 FROM runs o WHERE o.workspace_id = $1 AND o.status = 'running')
               AND NOT EXISTS (SELECT 1 FROM runs o WHERE o.workspace_id = $1 AND o.status = 'queued' AND o.id < r.id)))
       FOR UPDATE SKIP LOCKED)
     UPDATE runs SET status = 'running', fence = fence + 1, lease_until = $4,
       started_at = COALESCE(started_at, $3), as_of = COALESCE(as_of, $3),
       policy_version = CASE WHEN as_of IS NULL
         THEN (SELECT w.active_policy FROM workspaces w WHERE w.id = $1) ELSE policy_version END,
       cursor = CASE WHEN engine_version = $5 THEN cursor END,
       done = CASE WHEN engine_version = $5 THEN done ELSE 0 END,
       engine_version = $5
     FROM mine WHERE runs.workspace_id = $1 AND runs.id = mine.id`,
    [tx.tenant.workspaceId, id, new Date(nowMs), new Date(nowMs + leaseMs), engineVersion],
  );
  return updated === 0 ? null : findRun(tx, id);
}

/**
 * Sets the end of a run's lease, if it still has this fence: a later time extends it, the current time releases it.
 * @returns false when the lease was lost
 */
export async function setLease(tx: Tx, { id, fence }: RunLease, untilMs: number): Promise<boolean> {
  const updated = await tx.run(
    `UPDATE runs SET lease_until = $4
     WHERE workspace_id = $1 AND id = $2 AND fence = $3 AND status = 'running'`,
    [tx.tenant.workspaceId, id, fence, new Date(untilMs)],
  );
  return updated > 0;
}

/** Returns whether the run still has this lease in committed data; locks nothing. */
export async function isLeased(tx: Tx, { id, fence }: RunLease): Promise<boolean> {
  const matching = await tx.run(
    "SELECT 1 FROM runs WHERE workspace_id = $1 AND id = $2 AND fence = $3 AND status = 'running'",
    [tx.tenant.workspaceId, id, fence],
  );
  return matching > 0;
}

/** Locks a run until the transaction ends; null when the lease was lost (the fence has changed). */
export async function lockLeasedRun(tx: Tx, { id, fence }: RunLease): Promise<RunRow | null> {
  const locked = await tx.run(
    `SELECT 1 FROM runs
     WHERE workspace_id = $1 AND id = $2 AND fence = $3 AND status = 'running' FOR UPDATE`,
    [tx.tenant.workspaceId, id, fence],
  );
  return locked === 0 ? null : findRun(tx, id);
}
