import type { Tx } from "../database/transaction";

/**
 * Returns whether accepting a price may approve it in the same call: as the workspace has set it, or else while it has
 * one member.
 */
export async function decidesOnce(tx: Tx): Promise<boolean> {
  const [row] = await tx.sql<{ readonly once: boolean }>(
    `SELECT COALESCE(decides_once, (SELECT count(*) = 1 FROM memberships WHERE workspace_id = $1)) AS once
     FROM workspaces WHERE id = $1`,
    [tx.tenant.workspaceId],
  );
  return row?.once ?? false;
}
