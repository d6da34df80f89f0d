import { answeredChecks, pendingChecks, takeDueChecks } from "@/server/db/offers/requested-checks";
import { MINUTE_MS } from "@/server/domain/durations";
import { requestFreshPrices } from "../offers/request-with-run";
import { lookAgain, type StepOutcome, type StepWork } from "./step";

/** Slow and unreachable sites are not waited for any longer; the run then uses the prices known of them. */
const MAX_WAIT_MS = 30 * MINUTE_MS;

/**
 * Requests the page checks that are due for the schedule's items, and waits until the pages have answered, for half an
 * hour at most.
 */
export async function checkPages({
  context,
  tx,
  schedule,
  occurrence,
  nowMs,
}: StepWork): Promise<StepOutcome> {
  const now = new Date(nowMs);
  const { stepSince, pagesRequested } = occurrence;
  if (stepSince === null) {
    const scope = { tags: schedule.subsetTags, itemIds: [] };
    const stale = await requestFreshPrices(context.services, tx, scope);
    const requested = stale + (await takeDueChecks(tx, scope.tags, now));
    const found = { stepSince: now, pagesRequested: requested, pagesAnswered: 0 };
    return requested === 0 ? { act: "done", found } : lookAgain(nowMs, found);
  }
  const answered = await answeredChecks(tx, stepSince);
  const found = { pagesAnswered: Math.min(answered, pagesRequested ?? 0) };
  const endMs = stepSince.getTime() + MAX_WAIT_MS;
  // A step that was begun after now was begun by a clock that was moved back since.
  const isOver = nowMs >= endMs || nowMs < stepSince.getTime();
  if (isOver || (await pendingChecks(tx, new Date(endMs))) === 0) return { act: "done", found };
  return lookAgain(nowMs, found);
}
