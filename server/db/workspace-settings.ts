import type { Tx } from "./transaction";

/** What people set about their workspace. */
export interface WorkspaceSettings {
  readonly name: string;
  readonly currency: string;
  /** Whether an agent that a person has let in may approve prices. */
  readonly agentsMayApprove: boolean;
}

const READ = `SELECT name, currency, agents_may_approve AS "agentsMayApprove" FROM workspaces WHERE id = $1`;

/** The workspace's settings as they are now; `lock` holds them until the transaction ends. */
export async function workspaceSettings(tx: Tx, { lock = false } = {}): Promise<WorkspaceSettings> {
  const [row] = await tx.sql<WorkspaceSettings>(lock ? `${READ} FOR UPDATE` : READ, [tx.tenant.workspaceId]);
  if (!row) throw new Error("the transaction's workspace is not there");
  return row;
}

/** Writes the workspace's name and whether agents may approve in it. */
export async function saveWorkspaceSettings(
  tx: Tx,
  { name, agentsMayApprove }: Omit<WorkspaceSettings, "currency">,
): Promise<void> {
  await tx.run("UPDATE workspaces SET name = $2, agents_may_approve = $3 WHERE id = $1", [
    tx.tenant.workspaceId,
    name,
    agentsMayApprove,
  ]);
}
