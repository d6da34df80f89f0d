import type { Tx } from "../database/transaction";
import { isAwake } from "../recommendations/snoozed";
import { holdsSql } from "../runs/held";
import { mayBeInStoreSql } from "../write-backs/uncertain";

/** A run that failed, or that is held until a person releases it. */
export interface FailedRun {
  readonly id: string;
  readonly status: string;
  readonly reason: string | null;
  readonly at: Date;
}

/** A schedule whose occurrences fail. */
export interface FailingSchedule {
  readonly id: string;
  readonly name: string;
  readonly reason: string;
  readonly since: Date;
}

/** A write-back that did not set its price (failed or conflict), or whose outcome is unknown. */
export interface UnsettledWriteBack {
  readonly id: string;
  readonly recommendationId: string;
  readonly status: "failed" | "conflict" | "unknown";
  readonly sku: string;
  readonly title: string;
  readonly answer: string | null;
  /** Whether its price may be in the store although it failed or ended as a conflict. */
  readonly mayBeInStore: boolean;
  readonly at: Date;
}

export interface FailingStore {
  readonly id: string;
  readonly name: string;
  readonly error: string | null;
}

/** Recommendations pending approval: their number, and when the latest of them became pending. */
export interface WaitingApprovals {
  readonly count: number;
  readonly latest: Date | null;
}

/** Returns schedules that have failed since a time since `since`, and not succeeded after it. */
export const failingSchedules = (tx: Tx, since: Date): Promise<FailingSchedule[]> =>
  tx.sql<FailingSchedule & Record<string, unknown>>(
    `SELECT id, name, failing_reason AS reason, failing_since AS since FROM schedules
     WHERE workspace_id = $1 AND failing_since >= $2 AND enabled ORDER BY failing_since, id`,
    [tx.tenant.workspaceId, since],
  );

/**
 * Returns runs that failed since `since`, or ended then and still hold recommendations, oldest first, without failed
 * runs of a schedule: their schedule fails, and its members are notified of that once.
 */
export const failedRuns = (tx: Tx, since: Date): Promise<FailedRun[]> =>
  tx.sql<FailedRun & Record<string, unknown>>(
    `SELECT id, status, COALESCE(error, held_reason) AS reason, finished_at AS at FROM runs
     WHERE workspace_id = $1 AND finished_at >= $2
       AND ((status = 'failed' AND trigger <> 'schedule')
         OR (held_reason IS NOT NULL AND released_at IS NULL AND ${holdsSql("runs")}))
     ORDER BY finished_at, id`,
    [tx.tenant.workspaceId, since],
  );

/**
 * Returns write-backs that failed or met another price in the store since `since`, without canceled ones, and those
 * whose outcome has been unknown for longer than usual.
 * @param doubtAfterMs time after the first send from which an unknown outcome counts as a problem, in milliseconds
 */
export const unsettledWriteBacks = (
  tx: Tx,
  { since, now, doubtAfterMs }: { since: Date; now: Date; doubtAfterMs: number },
): Promise<UnsettledWriteBack[]> =>
  tx.sql<UnsettledWriteBack & Record<string, unknown>>(
    `SELECT b.id, b.recommendation_id AS "recommendationId", b.status, i.sku, i.title, b.store_answer AS answer,
       ${mayBeInStoreSql("b")} AS "mayBeInStore", b.at
     FROM (
       SELECT *, finished_at AS at FROM write_backs
       WHERE workspace_id = $1 AND status IN ('failed', 'conflict') AND canceled_at IS NULL AND finished_at >= $2
       UNION ALL
       SELECT *, first_sent_at + $4 * interval '1 millisecond' FROM write_backs
       WHERE workspace_id = $1 AND status = 'unknown'
         AND first_sent_at + $4 * interval '1 millisecond' BETWEEN $2 AND $3
     ) b
     JOIN catalog_items i ON i.workspace_id = $1 AND i.id = b.item_id
     ORDER BY b.at, b.id`,
    [tx.tenant.workspaceId, since, now, doubtAfterMs],
  );

/** Returns the connected stores with a failing connection. */
export const failingStores = (tx: Tx): Promise<FailingStore[]> =>
  tx.prisma.integration.findMany({
    where: { workspaceId: tx.tenant.workspaceId, status: "failing" },
    select: { id: true, name: true, error: true },
  });

/** Counts recommendations pending approval at `now`, without snoozed ones. */
export async function waitingApprovals(tx: Tx, now: Date): Promise<WaitingApprovals> {
  const [row] = await tx.sql<WaitingApprovals & Record<string, unknown>>(
    `SELECT count(*)::int AS count, max(updated_at) AS latest FROM recommendations
     WHERE workspace_id = $1 AND status = 'pending_approval' AND ${isAwake("recommendations", "$2")}`,
    [tx.tenant.workspaceId, now],
  );
  return row ?? { count: 0, latest: null };
}
