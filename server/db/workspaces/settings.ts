import type { Tx } from "../database/transaction";

/** Settings that people choose for their workspace. */
export interface WorkspaceSettings {
  readonly name: string;
  readonly currency: string;
  /** Whether agents with a person's grant may approve prices. */
  readonly agentsMayApprove: boolean;
  /** Whether accepting a price may approve it in one call; null: as long as the workspace has one member. */
  readonly decidesOnce: boolean | null;
  /** Interval of the scheduled page checks, in hours; 0 means never. */
  readonly checkEveryHours: number;
  /** The shop's time zone, an IANA name; schedules begin by its clock. */
  readonly timeZone: string;
  /** Whether a reduction that grows without an interruption has the prior price of its first step. */
  readonly priorPriceProgressive: boolean;
  /** Whether runs raise alerts about items whose shop strikes through more than the prior price. */
  readonly referencePriceAlerts: boolean;
}

const READ = `SELECT name, currency, agents_may_approve AS "agentsMayApprove", decides_once AS "decidesOnce",
  check_every_hours AS "checkEveryHours", time_zone AS "timeZone",
  prior_price_progressive AS "priorPriceProgressive", reference_price_alerts AS "referencePriceAlerts" FROM workspaces WHERE id = $1`;

/**
 * Returns the workspace's settings; `lock` locks them until the transaction ends, against other changes and not against
 * rows that refer to the workspace: their writers hold locks that a change of the settings takes afterwards.
 */
export async function workspaceSettings(tx: Tx, { lock = false } = {}): Promise<WorkspaceSettings> {
  const [row] = await tx.sql<WorkspaceSettings>(lock ? `${READ} FOR NO KEY UPDATE` : READ, [
    tx.tenant.workspaceId,
  ]);
  if (!row) throw new Error("the transaction's workspace is not there");
  return row;
}

/** Stores the workspace's settings; its currency follows the policy. */
export async function saveWorkspaceSettings(
  tx: Tx,
  settings: Omit<WorkspaceSettings, "currency">,
): Promise<void> {
  await tx.run(
    `UPDATE workspaces SET name = $2, agents_may_approve = $3, check_every_hours = $4, time_zone = $5,
       decides_once = $6, prior_price_progressive = $7, reference_price_alerts = $8
     WHERE id = $1`,
    [
      tx.tenant.workspaceId,
      settings.name,
      settings.agentsMayApprove,
      settings.checkEveryHours,
      settings.timeZone,
      settings.decidesOnce,
      settings.priorPriceProgressive,
      settings.referencePriceAlerts,
    ],
  );
}

/** Returns the IANA name of the workspace's time zone. */
export async function workspaceTimeZone(tx: Tx): Promise<string> {
  const [row] = await tx.sql<{ zone: string }>("SELECT time_zone AS zone FROM workspaces WHERE id = $1", [
    tx.tenant.workspaceId,
  ]);
  if (!row) throw new Error("the workspace of this transaction does not exist");
  return row.zone;
}
