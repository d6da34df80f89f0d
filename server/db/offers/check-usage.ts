import type { Tx } from "../database/transaction";

/**
 * Counts one check of the month, unless the limit is reached. Concurrent calls wait for the month's row, so two
 * cannot both take the last one.
 * @param monthMs start of the month (UTC), milliseconds since 1970
 * @param limit null means unlimited
 * @returns the number of used checks including this one; null when the limit is reached, and then nothing was counted
 */
export async function takeCheck(tx: Tx, monthMs: number, limit: number | null): Promise<number | null> {
  if (limit !== null && limit < 1) return null;
  const [row] = await tx.sql<{ used: number }>(
    `INSERT INTO check_usage AS u (workspace_id, month, used) VALUES ($1, $2::date, 1)
     ON CONFLICT (workspace_id, month) DO UPDATE SET used = u.used + 1
       WHERE $3::int IS NULL OR u.used < $3
     RETURNING used`,
    [tx.tenant.workspaceId, dayText(monthMs), limit],
  );
  return row?.used ?? null;
}

/** Returns how many checks the workspace used in the month that began at `monthMs`. */
export async function checksUsed(tx: Tx, monthMs: number): Promise<number> {
  const [row] = await tx.sql<{ used: number }>(
    "SELECT used FROM check_usage WHERE workspace_id = $1 AND month = $2::date",
    [tx.tenant.workspaceId, dayText(monthMs)],
  );
  return row?.used ?? 0;
}

/** Marks that people were notified of the used-up checks of the month; false when they had been notified before. */
export async function markNotified(tx: Tx, monthMs: number, at: Date): Promise<boolean> {
  const updated = await tx.run(
    `UPDATE check_usage SET told_at = $3 WHERE workspace_id = $1 AND month = $2::date AND told_at IS NULL`,
    [tx.tenant.workspaceId, dayText(monthMs), at],
  );
  return updated === 1;
}

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
