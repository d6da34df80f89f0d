import { clearForInactiveItems } from "@/server/db/alerts/inactive-items";
import type { Tx } from "@/server/db/database/transaction";
import { endForInactiveItems } from "@/server/db/recommendations/inactive-items";

/**
 * Ends open recommendations of items that are not watched, and clears their alerts.
 * @param itemIds restricts the items; null for all of the workspace
 * @param nowMs milliseconds since 1970
 * @returns the number of ended recommendations and of cleared alerts
 */
export async function closeForInactiveItems(
  tx: Tx,
  itemIds: readonly string[] | null,
  nowMs: number,
): Promise<{ recommendations: number; alerts: number }> {
  if (itemIds?.length === 0) return { recommendations: 0, alerts: 0 };
  const end = { reason: "The item is not watched any more.", at: new Date(nowMs) };
  const recommendations = await endForInactiveItems(tx, itemIds, end);
  return { recommendations, alerts: await clearForInactiveItems(tx, itemIds, end) };
}
