import { anyKey, runWithHashJoins, type Tx } from "../database/transaction";
import { activeSql } from "../items/states";
import { clearedBy } from "./alerts";

// Alerts about a write-back that is under way or has an unknown outcome stay, whatever the state of the item.
const CLEAR_ALERTS = `
  UPDATE alerts a
  SET cleared = true, status = 'resolved', snooze_until = NULL, updated_at = $2,
    resolved_at = COALESCE(a.resolved_at, $2), resolution = COALESCE(a.resolution, $3), ${clearedBy("a")}
  FROM catalog_items i
  WHERE a.workspace_id = $1 AND NOT a.cleared AND i.workspace_id = $1 AND i.id = a.item_id
    AND NOT ${activeSql("i")}
    AND NOT EXISTS (SELECT 1 FROM write_backs b WHERE b.workspace_id = $1 AND b.id = a.write_back_id
                    AND b.status IN ('queued', 'sending', 'unknown'))`;

const OF_ITEMS = ` AND a.item_id = ${anyKey("$4::text[]")} AND i.id = ${anyKey("$4::text[]")}`;

/**
 * Clears the alerts of items that are not watched.
 * @param itemIds restricts the items; null for all of the workspace
 * @returns their number
 */
export const clearForInactiveItems = (
  tx: Tx,
  itemIds: readonly string[] | null,
  { reason, at }: { readonly reason: string; readonly at: Date },
): Promise<number> => {
  const values = [tx.tenant.workspaceId, at, reason];
  return itemIds === null
    ? tx.run(CLEAR_ALERTS, values)
    : runWithHashJoins(tx, CLEAR_ALERTS + OF_ITEMS, [...values, itemIds]);
};
