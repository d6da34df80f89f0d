import type { Tx } from "@/server/db/database/transaction";
import { getWorkspace } from "@/server/db/members/memberships";
import { checkSettings, requestStaleChecks } from "@/server/db/offers/watched-offers";
import type { RunScope } from "@/server/db/runs/items";
import { checkIntervalMs, staleBeforeMs } from "@/server/domain/offers/check-schedule";
import { allowanceOf } from "../plan/quota";
import type { Services } from "../services";

/**
 * Requests a page check for each page of the run's items without a recent one, as soon as the hosts allow. The run
 * does not wait for them: it uses the stored prices, and the next run the new ones.
 * @returns the number of requested checks
 */
export async function requestFreshPrices(services: Services, tx: Tx, scope: RunScope): Promise<number> {
  const { offers, everyHours } = await checkSettings(tx);
  if (offers === 0) return 0;
  const { plan } = await getWorkspace(tx);
  const now = services.now();
  const stale = staleBeforeMs(now, checkIntervalMs(everyHours, offers, allowanceOf(plan, "checks")));
  const { tags, itemIds = [] } = scope;
  return requestStaleChecks(tx, { tags, itemIds }, new Date(stale), new Date(now));
}
