import type { Tx } from "@/server/db/database/transaction";
import { purgeAllCachedPages } from "@/server/db/offers/check-leases";
import { type WorkspacePricing, workspacePricing } from "@/server/db/policy/shop-pricing";
import { comparesAlike } from "@/server/domain/offers/comparable-price";

/**
 * Lets the next checks read competitors' pages whole where the workspace states its prices otherwise now: an unchanged
 * page repeats a price that was made comparable with the former settings.
 * @param before the workspace's settings before the change
 */
export async function rereadPages(tx: Tx, before: WorkspacePricing): Promise<void> {
  const now = await workspacePricing(tx);
  if (now.currency === before.currency && comparesAlike(now, before)) return;
  await purgeAllCachedPages(tx);
}
