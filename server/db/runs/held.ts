import type { Tx } from "../database/transaction";
import type { RunRow } from "./runs";

/**
 * Returns SQL for whether a run still holds recommendations back: a release or later runs may have ended all of them.
 * @param run alias of a row with the run's `id`, in a statement whose first parameter is the workspace
 */
export const holdsSql = (run: string): string => `EXISTS (SELECT 1 FROM recommendations held
       WHERE held.workspace_id = $1 AND held.run_id = ${run}.id AND held.status = 'held')`;

/** Returns which of these runs still hold recommendations back: neither released nor replaced since. */
export async function runsHolding(
  tx: Tx,
  runs: readonly Pick<RunRow, "id" | "heldReason" | "releasedAt">[],
): Promise<Set<string>> {
  const held = runs.filter(({ heldReason, releasedAt }) => heldReason !== null && releasedAt === null);
  if (held.length === 0) return new Set();
  const rows = await tx.sql<{ id: string }>(
    `SELECT h.id FROM unnest($2::text[]) AS h(id) WHERE ${holdsSql("h")}`,
    [tx.tenant.workspaceId, held.map(({ id }) => id)],
  );
  return new Set(rows.map(({ id }) => id));
}

/** A run whose findings the breaker holds. */
export interface HeldRun {
  readonly id: string;
  readonly heldReason: string;
  readonly finishedAt: Date | null;
}

/** Returns the newest run that still holds recommendations; null without one. */
export async function heldRun(tx: Tx): Promise<HeldRun | null> {
  const [row] = await tx.sql<HeldRun>(
    `SELECT r.id, r.held_reason AS "heldReason", r.finished_at AS "finishedAt" FROM runs r
     WHERE r.workspace_id = $1 AND r.id = (SELECT h.run_id FROM recommendations h
       WHERE h.workspace_id = $1 AND h.status = 'held' ORDER BY h.id DESC LIMIT 1)`,
    [tx.tenant.workspaceId],
  );
  return row?.heldReason ? row : null;
}
