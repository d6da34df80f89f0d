import type { Tx } from "../database/transaction";

/** Settings that people choose for their workspace. */
export interface WorkspaceSettings {
  readonly name: string;
  readonly currency: string;
  /** Whether agents with a person's grant may approve prices. */
  readonly agentsMayApprove: boolean;
  /** Interval of the scheduled page checks, in hours; 0 means never. */
  readonly checkEveryHours: number;
}

const READ = `SELECT name, currency, agents_may_approve AS "agentsMayApprove",
  check_every_hours AS "checkEveryHours" FROM workspaces WHERE id = $1`;

/** Returns the workspace's settings; `lock` locks them until the transaction ends. */
export async function workspaceSettings(tx: Tx, { lock = false } = {}): Promise<WorkspaceSettings> {
  const [row] = await tx.sql<WorkspaceSettings>(lock ? `${READ} FOR UPDATE` : READ, [tx.tenant.workspaceId]);
  if (!row) throw new Error("the transaction's workspace is not there");
  return row;
}

/** Stores the workspace's settings; its currency follows the policy. */
export async function saveWorkspaceSettings(
  tx: Tx,
  { name, agentsMayApprove, checkEveryHours }: Omit<WorkspaceSettings, "currency">,
): Promise<void> {
  await tx.run(
    "UPDATE workspaces SET name = $2, agents_may_approve = $3, check_every_hours = $4 WHERE id = $1",
    [tx.tenant.workspaceId, name, agentsMayApprove, checkEveryHours],
  );
}
