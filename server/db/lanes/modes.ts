import type { Tx } from "../database/transaction";

/** How an automatic lane works: in shadow it decides and writes nothing, open it approves. */
export const LANE_MODES = ["shadow", "open"] as const;
export type LaneMode = (typeof LANE_MODES)[number];

/** The mode of an automatic lane, with what it was switched on with. */
export interface LaneModeRow {
  readonly lane: string;
  /** Of the policy's lanes and scopes; with other ones the mode does not count. Empty once they have changed. */
  readonly fingerprint: string;
  readonly mode: LaneMode;
  /** Id of the person. */
  readonly setBy: string;
  readonly setAt: Date;
}

const COLUMNS = `lane, fingerprint, mode, set_by AS "setBy", set_at AS "setAt"`;

/** Returns the modes of all lanes that have one. */
export const listLaneModes = (tx: Tx): Promise<LaneModeRow[]> =>
  tx.sql<LaneModeRow & Record<string, unknown>>(
    `SELECT ${COLUMNS} FROM lane_modes WHERE workspace_id = $1 ORDER BY lane`,
    [tx.tenant.workspaceId],
  );

/** Returns a lane's mode; null for a closed lane. */
export const findLaneMode = (tx: Tx, lane: string): Promise<LaneModeRow | null> => laneMode(tx, lane, "");

/** Returns a lane's mode and locks it, so that the decisions of a lane follow one another; null for a closed lane. */
export const lockLaneMode = (tx: Tx, lane: string): Promise<LaneModeRow | null> =>
  laneMode(tx, lane, "FOR UPDATE");

async function laneMode(tx: Tx, lane: string, lock: "" | "FOR UPDATE"): Promise<LaneModeRow | null> {
  const rows = await tx.sql<LaneModeRow & Record<string, unknown>>(
    `SELECT ${COLUMNS} FROM lane_modes WHERE workspace_id = $1 AND lane = $2 ${lock}`,
    [tx.tenant.workspaceId, lane],
  );
  return rows[0] ?? null;
}

/** Sets a lane's mode. `trial` is what the person saw of it, as JSON. */
export async function putLaneMode(tx: Tx, row: LaneModeRow, trial: unknown): Promise<void> {
  const { lane, fingerprint, mode, setBy, setAt } = row;
  await tx.run(
    `INSERT INTO lane_modes (workspace_id, lane, fingerprint, mode, set_by, set_at, trial)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (workspace_id, lane) DO UPDATE SET fingerprint = EXCLUDED.fingerprint, mode = EXCLUDED.mode,
       set_by = EXCLUDED.set_by, set_at = EXCLUDED.set_at, trial = EXCLUDED.trial`,
    [tx.tenant.workspaceId, lane, fingerprint, mode, setBy, setAt, JSON.stringify(trial)],
  );
}

/** The fingerprint of a mode that a change of the policy has ended. */
const ENDED = "";

/**
 * Ends every mode that was set with other lanes or scopes than those of the fingerprint. The rows stay, so that people
 * see that the lane was on; the mode does not come back with the earlier lanes.
 * @returns the lanes and their modes until now
 */
export const endOtherModes = (tx: Tx, fingerprint: string): Promise<Pick<LaneModeRow, "lane" | "mode">[]> =>
  tx.sql<Pick<LaneModeRow, "lane" | "mode">>(
    `UPDATE lane_modes SET fingerprint = $3 WHERE workspace_id = $1 AND fingerprint NOT IN ($2, $3)
     RETURNING lane, mode`,
    [tx.tenant.workspaceId, fingerprint, ENDED],
  );

/** Closes a lane. @returns whether it had a mode */
export async function removeLaneMode(tx: Tx, lane: string): Promise<boolean> {
  const removed = await tx.run("DELETE FROM lane_modes WHERE workspace_id = $1 AND lane = $2", [
    tx.tenant.workspaceId,
    lane,
  ]);
  return removed > 0;
}
