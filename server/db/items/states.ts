import type { InactiveState } from "@/server/domain/items/item-state";
import type { Tx } from "../database/transaction";

/** Returns SQL for whether an item is watched; `item` is the alias of a catalog_items row. */
export const activeSql = (item: string): string =>
  `(${item}.archived_at IS NULL AND ${item}.store_state IS NULL)`;

/**
 * Counts the items in a run's scope that it excluded because they are not watched, by state. Looks up each one by
 * primary key: OFFSET 0 keeps the planner from joining them with all results.
 */
export async function countExcluded(
  tx: Tx,
  runId: string,
  { tags, itemIds }: { readonly tags: readonly string[]; readonly itemIds: readonly string[] },
): Promise<Partial<Record<InactiveState, number>>> {
  const rows = await tx.sql<{ state: InactiveState; n: number }>(
    `SELECT CASE WHEN i.archived_at IS NOT NULL THEN 'archived' ELSE i.store_state END AS state, count(*)::int AS n
     FROM catalog_items i
     WHERE i.workspace_id = $1 AND NOT ${activeSql("i")}
       AND (cardinality($3::text[]) = 0 OR i.tags && $3) AND (cardinality($4::text[]) = 0 OR i.id = ANY($4))
       AND NOT EXISTS (SELECT 1 FROM run_results x
                       WHERE x.workspace_id = $1 AND x.run_id = $2 AND x.item_id = i.id OFFSET 0)
     GROUP BY 1 ORDER BY 1`,
    [tx.tenant.workspaceId, runId, tags, itemIds],
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}
