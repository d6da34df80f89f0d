import type { Tx } from "@/server/db/database/transaction";
import { checkSettings, schedulableOffers, scheduleOffers } from "@/server/db/offers/watched-offers";
import { checkIntervalMs, nextCheckMs } from "@/server/domain/offers/check-schedule";
import type { Plan } from "@/server/domain/plan/plans";
import { allowanceOf } from "../plan/quota";
import type { Services } from "../services";

const PAGE_SIZE = 1_000;

/**
 * Reschedules every page that waits for its next check, after the workspace changed its check interval. Pages that
 * failed, were never checked, or have a requested check keep their time.
 */
export async function rescheduleChecks(services: Services, tx: Tx, plan: Plan): Promise<void> {
  const { offers, everyHours } = await checkSettings(tx);
  const interval = checkIntervalMs(everyHours, offers, allowanceOf(plan, "checks"));
  for (let after = ""; ; ) {
    const waiting = await schedulableOffers(tx, { after, limit: PAGE_SIZE });
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
