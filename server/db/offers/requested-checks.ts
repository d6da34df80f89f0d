import { firstId } from "@/server/domain/ids";
import type { Tx } from "../database/transaction";
import { activeSql } from "../items/states";

/**
 * Marks the page checks as requested that are due by their own schedule and not under way, for items with these tags
 * (none: all items).
 * @returns their number
 */
export const takeDueChecks = (tx: Tx, tags: readonly string[], at: Date): Promise<number> =>
  tx.run(
    `UPDATE offers o SET asked_by = 'run', updated_at = $2
     WHERE o.workspace_id = $1 AND o.status = 'active' AND o.check_id IS NULL AND o.failures = 0 AND o.due_at < $2
       AND o.asked_by = 'schedule'
       AND EXISTS (SELECT 1 FROM catalog_items i WHERE i.workspace_id = $1 AND i.id = o.item_id
         AND ${activeSql("i")} AND (cardinality($3::text[]) = 0 OR i.tags && $3))`,
    [tx.tenant.workspaceId, at, tags],
  );

/** Counts the requested page checks that are not made yet; those that cannot be made by `until` are left out. */
export async function pendingChecks(tx: Tx, until: Date): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM offers
     WHERE workspace_id = $1 AND asked_by = 'run' AND status = 'active' AND due_at <= $2`,
    [tx.tenant.workspaceId, until],
  );
  return row?.count ?? 0;
}

/** Counts the requested page checks since that time whose page answered, with a price or without. */
export async function answeredChecks(tx: Tx, since: Date): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM page_checks
     WHERE workspace_id = $1 AND id >= $2 AND asked_by = 'run' AND outcome NOT IN ('failed', 'refused_by_robots')`,
    [tx.tenant.workspaceId, firstId("check", since.getTime())],
  );
  return row?.count ?? 0;
}
