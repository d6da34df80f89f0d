import type { Tx } from "@/server/db/database/transaction";
import { presentWorkspace } from "@/server/db/members/memberships";
import { askForStaleChecks, checkTerms } from "@/server/db/offers/watched-offers";
import type { RunScope } from "@/server/db/runs/items";
import { checkIntervalMs, staleBeforeMs } from "@/server/domain/offers/check-schedule";
import { allowanceOf } from "../plan/quota";
import type { Services } from "../request-context";

/**
 * Has the pages of a run's items looked at that were not looked at lately, as soon as their hosts allow. The run itself
 * waits for none of them: it decides by what is known, and the next one by what they bring.
 */
export async function askForFreshPrices(services: Services, tx: Tx, scope: RunScope): Promise<void> {
  const { offers, everyHours } = await checkTerms(tx);
  if (offers === 0) return;
  const { plan } = await presentWorkspace(tx);
  const now = services.now();
  const stale = staleBeforeMs(now, checkIntervalMs(everyHours, offers, allowanceOf(plan, "checks")));
  const { tags, itemIds = [] } = scope;
  await askForStaleChecks(tx, { tags, itemIds }, new Date(stale), new Date(now));
}
