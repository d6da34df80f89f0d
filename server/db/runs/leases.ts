import type { Tx } from "../database/transaction";
import { findRun, type RunRow } from "./runs";

/** A run that is held: every write to it names the fence it was taken with. */
export interface RunLease {
  readonly id: string;
  readonly fence: number;
}

/**
 * Takes up a run that is next in its workspace, or one whose holder's lease has passed. The time it evaluates by and the
 * policy are fixed when it is first taken up; pages of another engine version are started over.
 * @returns null when it is not to be had; throws the unique violation of runs_one_running when another run got ahead
 */
export async function leaseRun(
  tx: Tx,
  id: string,
  { nowMs, leaseMs, engineVersion }: { nowMs: number; leaseMs: number; engineVersion: string },
): Promise<RunRow | null> {
  const taken = await tx.run(
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
  return taken === 0 ? null : findRun(tx, id);
}

/**
 * Says until when a run is held, if it still is by that fence: later to go on with it, now to give it back to anyone.
 * @returns false when it is not
 */
export async function setLease(tx: Tx, { id, fence }: RunLease, untilMs: number): Promise<boolean> {
  const held = await tx.run(
    `UPDATE runs SET lease_until = $4
     WHERE workspace_id = $1 AND id = $2 AND fence = $3 AND status = 'running'`,
    [tx.tenant.workspaceId, id, fence, new Date(untilMs)],
  );
  return held > 0;
}

/** Whether a run is still held by that fence, as committed at this moment; locks nothing. */
export async function isLeased(tx: Tx, { id, fence }: RunLease): Promise<boolean> {
  const held = await tx.run(
    "SELECT 1 FROM runs WHERE workspace_id = $1 AND id = $2 AND fence = $3 AND status = 'running'",
    [tx.tenant.workspaceId, id, fence],
  );
  return held > 0;
}

/** Locks a run for the rest of the transaction if it is still held by that fence. */
export async function lockLeasedRun(tx: Tx, { id, fence }: RunLease): Promise<RunRow | null> {
  const held = await tx.run(
    `SELECT 1 FROM runs
     WHERE workspace_id = $1 AND id = $2 AND fence = $3 AND status = 'running' FOR UPDATE`,
    [tx.tenant.workspaceId, id, fence],
  );
  return held === 0 ? null : findRun(tx, id);
}
