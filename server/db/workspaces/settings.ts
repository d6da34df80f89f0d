import type { Tx } from "../database/transaction";

/** What people set about their workspace. */
export interface WorkspaceSettings {
  readonly name: string;
  readonly currency: string;
  /** Whether an agent that a person has let in may approve prices. */
  readonly agentsMayApprove: boolean;
  /** How often competitors' pages are looked at by themselves, in hours; 0 is never. */
  readonly checkEveryHours: number;
}

const READ = `SELECT name, currency, agents_may_approve AS "agentsMayApprove",
  check_every_hours AS "checkEveryHours" FROM workspaces WHERE id = $1`;

/** The workspace's settings as they are now; `lock` holds them until the transaction ends. */
export async function workspaceSettings(tx: Tx, { lock = false } = {}): Promise<WorkspaceSettings> {
  const [row] = await tx.sql<WorkspaceSettings>(lock ? `${READ} FOR UPDATE` : READ, [tx.tenant.workspaceId]);
  if (!row) throw new Error("the transaction's workspace is not there");
  return row;
}

/** Writes what people set about the workspace; its currency is the policy's to say. */
export async function saveWorkspaceSettings(
  tx: Tx,
  { name, agentsMayApprove, checkEveryHours }: Omit<WorkspaceSettings, "currency">,
): Promise<void> {
  await tx.run(
    "UPDATE workspaces SET name = $2, agents_may_approve = $3, check_every_hours = $4 WHERE id = $1",
    [tx.tenant.workspaceId, name, agentsMayApprove, checkEveryHours],
  );
}
