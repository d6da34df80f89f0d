import type { Tx } from "@/server/db/database/transaction";
import { checkTerms, scheduleOffers, waitingOffers } from "@/server/db/offers/watched-offers";
import { checkIntervalMs, nextCheckMs } from "@/server/domain/offers/check-schedule";
import type { Plan } from "@/server/domain/plan/plans";
import { allowanceOf } from "../plan/quota";
import type { Services } from "../request-context";

const PAGE = 1_000;

/**
 * Gives every page that waits for its turn a new one, after the workspace changed how often pages are looked at. Those
 * that failed, were never looked at, or are asked for now keep their time.
 */
export async function respreadChecks(services: Services, tx: Tx, plan: Plan): Promise<void> {
  const { offers, everyHours } = await checkTerms(tx);
  const interval = checkIntervalMs(everyHours, offers, allowanceOf(plan, "checks"));
  for (let after = ""; ; ) {
    const waiting = await waitingOffers(tx, { after, limit: PAGE });
    const last = waiting.at(-1);
    if (last === undefined) return;
    const due = waiting.map(({ id, lastAt }) => ({
      id,
      dueAt: new Date(Math.max(services.now(), nextCheckMs(id, lastAt.getTime(), interval))),
    }));
    await scheduleOffers(tx, due);
    after = last.id;
  }
}
