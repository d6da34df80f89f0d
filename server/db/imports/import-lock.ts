import type { Tx } from "../database/transaction";

/**
 * Locks the imports of the transaction's workspace until the transaction ends, without waiting.
 * @returns false when another process has the lock
 */
export async function lockImports(tx: Tx): Promise<boolean> {
  const [row] = await tx.sql<{ held: boolean }>(
    "SELECT pg_try_advisory_xact_lock(hashtextextended('import ' || $1, 0)) AS held",
    [tx.tenant.workspaceId],
  );
  return row?.held ?? false;
}
