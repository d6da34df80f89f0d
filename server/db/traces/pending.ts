import type { Tx } from "../database/transaction";
import type { TaskName } from "../queue/queue";

/** When and by whom a write-back was asked for and may be taken up; `leaseUntil` is null while nobody works on it. */
export interface WriteBackTimes {
  readonly requestedBy: string;
  readonly leaseUntil: Date | null;
  readonly notBefore: Date | null;
}

/** Returns the times of a write-back. */
export async function writeBackTimes(tx: Tx, id: string): Promise<WriteBackTimes | null> {
  const [row] = await tx.sql<WriteBackTimes & Record<string, unknown>>(
    `SELECT requested_by AS "requestedBy", lease_until AS "leaseUntil", not_before AS "notBefore"
     FROM write_backs WHERE workspace_id = $1 AND id = $2`,
    [tx.tenant.workspaceId, id],
  );
  return row ?? null;
}

/** A job that waits in the queue or is being worked on. */
export interface WaitingJob {
  readonly id: string;
  readonly runAt: Date;
  /** How often it was begun. */
  readonly attempts: number;
  readonly locked: boolean;
}

/** Returns the job of a row; null if it has none. */
export async function jobOf(tx: Tx, task: TaskName, id: string): Promise<WaitingJob | null> {
  const [row] = await tx.sql<WaitingJob & Record<string, unknown>>(
    `SELECT id::text AS id, run_at AS "runAt", attempts, locked_at IS NOT NULL AS locked
     FROM graphile_worker.jobs WHERE key = $1 || ':' || $2`,
    [task, id],
  );
  return row ?? null;
}

/** A write of a recommended price, or its revert. */
export interface WriteOfRecommendation {
  readonly id: string;
  readonly status: string;
  readonly revertOf: string | null;
  readonly createdAt: Date;
}

/** Returns the write-backs of a recommendation, oldest first. */
export const writesOfRecommendation = (tx: Tx, id: string): Promise<WriteOfRecommendation[]> =>
  tx.sql<WriteOfRecommendation & Record<string, unknown>>(
    `SELECT id, status, revert_of AS "revertOf", created_at AS "createdAt" FROM write_backs
     WHERE workspace_id = $1 AND recommendation_id = $2 ORDER BY id`,
    [tx.tenant.workspaceId, id],
  );

/** An alert about a row. */
export interface AlertAbout {
  readonly kind: string;
  readonly message: string;
  readonly firstSeen: Date;
}

/** Returns the alerts about a write-back or about a run itself, not about its items; the oldest 50, oldest first. */
export const alertsAbout = (tx: Tx, id: string): Promise<AlertAbout[]> =>
  tx.sql<AlertAbout & Record<string, unknown>>(
    `SELECT kind, message, first_seen AS "firstSeen" FROM alerts
     WHERE workspace_id = $1 AND (write_back_id = $2 OR (run_id = $2 AND item_id IS NULL)) ORDER BY first_seen, id LIMIT 50`,
    [tx.tenant.workspaceId, id],
  );

/** Returns until when a worker has leased an endpoint; null while none has, or without such an endpoint. */
export async function endpointLease(tx: Tx, id: string): Promise<Date | null> {
  const [row] = await tx.sql<{ lease_until: Date | null }>(
    "SELECT lease_until FROM webhook_endpoints WHERE workspace_id = $1 AND id = $2",
    [tx.tenant.workspaceId, id],
  );
  return row?.lease_until ?? null;
}
