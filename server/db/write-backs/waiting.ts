import type { Tx } from "../database/transaction";

/** The end of a freeze, and the text that people read. */
export interface FreezeEnd {
  readonly until: Date;
  readonly text: string;
}

/**
 * Makes every write-back that was not sent wait for the end of a freeze; null releases those that wait. Returns the ids
 * of the changed ones. Worker and approval set the same columns for a single write-back.
 */
export async function rescheduleWaiting(tx: Tx, end: FreezeEnd | null, at: Date): Promise<string[]> {
  const { workspaceId } = tx.tenant;
  const rows =
    end === null
      ? await tx.sql<{ id: string }>(
          `UPDATE write_backs SET not_before = $2, waits_until = $2, waits_reason = NULL, updated_at = $2
           WHERE workspace_id = $1 AND status = 'queued' AND waits_until > $2 RETURNING id`,
          [workspaceId, at],
        )
      : await tx.sql<{ id: string }>(
          `UPDATE write_backs SET not_before = $3, waits_until = $3, waits_reason = $4, updated_at = $2
           WHERE workspace_id = $1 AND status = 'queued' AND sent_at IS NULL
             AND (waits_until, waits_reason) IS DISTINCT FROM ($3::timestamptz, $4::text) RETURNING id`,
          [workspaceId, at, end.until, end.text],
        );
  return rows.map(({ id }) => id);
}

/** Makes the write-backs of a connection due that were not sent and wait for no freeze. Returns their ids. */
export async function hurryQueued(tx: Tx, integrationId: string, at: Date): Promise<string[]> {
  const rows = await tx.sql<{ id: string }>(
    `UPDATE write_backs SET not_before = $3, updated_at = $3
     WHERE workspace_id = $1 AND integration_id = $2 AND status = 'queued' AND sent_at IS NULL AND not_before > $3
       AND (waits_until IS NULL OR waits_until <= $3) RETURNING id`,
    [tx.tenant.workspaceId, integrationId, at],
  );
  return rows.map(({ id }) => id);
}
