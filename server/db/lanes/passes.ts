import { queryInKeyOrder, type Tx } from "../database/transaction";
import { activeSql } from "../items/states";
import { isAwake } from "../recommendations/snoozed";
import { lastRunSql } from "../run-series/read-seen";

/** Stores that the automatic lanes have to look at a run's recommendations. @returns whether any lane is switched on */
export async function insertLanePass(tx: Tx, runId: string, at: Date): Promise<boolean> {
  const inserted = await tx.run(
    `INSERT INTO lane_passes (workspace_id, run_id, created_at)
     SELECT $1, $2, $3 WHERE EXISTS (SELECT FROM lane_modes WHERE workspace_id = $1 AND fingerprint <> '')
     ON CONFLICT DO NOTHING`,
    [tx.tenant.workspaceId, runId, at],
  );
  return inserted > 0;
}

/**
 * Leases a pass that has not ended.
 * @returns the last recommendation that was looked at; null if another worker has the pass, or it has ended
 */
export async function leaseLanePass(
  tx: Tx,
  runId: string,
  { nowMs, leaseMs }: { readonly nowMs: number; readonly leaseMs: number },
): Promise<string | null> {
  const rows = await tx.sql<{ cursor: string }>(
    `UPDATE lane_passes SET lease_until = $4
     WHERE workspace_id = $1 AND run_id = $2 AND ended_at IS NULL AND (lease_until IS NULL OR lease_until <= $3)
     RETURNING cursor`,
    [tx.tenant.workspaceId, runId, new Date(nowMs), new Date(nowMs + leaseMs)],
  );
  return rows[0]?.cursor ?? null;
}

/** Stores how far a pass is, and releases it. */
export async function releaseLanePass(tx: Tx, runId: string, cursor: string): Promise<void> {
  await tx.run(
    `UPDATE lane_passes SET cursor = greatest(cursor, $3), lease_until = NULL
     WHERE workspace_id = $1 AND run_id = $2`,
    [tx.tenant.workspaceId, runId, cursor],
  );
}

/** Ends a pass. */
export async function endLanePass(tx: Tx, runId: string, at: Date): Promise<void> {
  await tx.run(
    `UPDATE lane_passes SET ended_at = $3, lease_until = NULL
     WHERE workspace_id = $1 AND run_id = $2`,
    [tx.tenant.workspaceId, runId, at],
  );
}

/** Whether the automatic lanes still look at a run's recommendations. */
export async function hasOpenLanePass(tx: Tx, runId: string): Promise<boolean> {
  const [row] = await tx.sql<{ open: boolean }>(
    `SELECT EXISTS (SELECT FROM lane_passes
       WHERE workspace_id = $1 AND run_id = $2 AND ended_at IS NULL) AS open`,
    [tx.tenant.workspaceId, runId],
  );
  return row?.open === true;
}

/** A recommendation that lanes may decide about, in the version that the run left. */
export interface LaneCandidate {
  readonly id: string;
  readonly version: number;
}

/** The statuses are read one by one: each is an index in the order of ids, behind all that nobody decides any more. */
const ofStatus = (status: "new" | "pending_approval"): string =>
  `(SELECT id, version FROM recommendations
    WHERE workspace_id = $1 AND status = '${status}' AND id > $3
      AND (last_run_id = $2 OR seen_in ? (SELECT s.no::text FROM run_series s WHERE s.workspace_id = $1 AND s.run_id = $2))
      AND ${lastRunSql("recommendations")} = $2 AND kind = 'price_change' AND engine_price IS NULL
      AND ${isAwake("recommendations", "$4")}
    ORDER BY id LIMIT $5)`;

/**
 * Returns the next recommendations after `after` that wait for a decision and are from this run, in order of id: the
 * engine's own prices that nobody has snoozed.
 */
export async function laneCandidates(
  tx: Tx,
  runId: string,
  { after, limit, nowMs }: { readonly after: string; readonly limit: number; readonly nowMs: number },
): Promise<LaneCandidate[]> {
  return queryInKeyOrder<LaneCandidate & Record<string, unknown>>(
    tx,
    `${ofStatus("new")} UNION ALL ${ofStatus("pending_approval")} ORDER BY id LIMIT $5`,
    [tx.tenant.workspaceId, runId, after, new Date(nowMs), limit],
  );
}

/** Returns the number of active items, which the share of a lane's most a day is measured in. */
export async function countActiveItems(tx: Tx): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM catalog_items i WHERE i.workspace_id = $1 AND ${activeSql("i")}`,
    [tx.tenant.workspaceId],
  );
  return row?.count ?? 0;
}
