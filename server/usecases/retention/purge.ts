import { type AgeCursor, OLDEST, purgePage, type RetainedTable } from "@/server/db/retention/retention";
import { DAY_MS } from "@/server/domain/durations";
import type { Services } from "../services";

const ROWS_AT_ONCE = 500;
/** A batch has up to a hundred thousand items, which are deleted with it. */
const BATCHES_AT_ONCE = 1;
/** Until then a preview that nobody confirmed says that it has expired. */
const EXPIRED_PREVIEWS_MS = DAY_MS;
/** Finding the rows of a hundred series reads all that are open, so that more of them are taken out at once. */
const SEEN_ROWS_AT_ONCE = 2_000;
/** Many series that end at once are the work of several rounds. */
const SERIES_PAGES_A_ROUND = 100;

/**
 * Deletes rows past their retention that nothing refers to, in all workspaces: superseded recommendations without a
 * decision, checks of competitors' pages, webhook events with their deliveries, batches of decisions and passes of
 * lanes that ended, previews of batches that expired, what lanes in shadow would have decided, and series of runs over
 * tags that no run uses any more.
 * Deletes a few rows per transaction, so that locks are short. What one round leaves, the next one deletes.
 * docs/decisions/034-retention.md lists what stays.
 * @returns how many rows of each kind were deleted
 */
export async function purgeOldRows(services: Services): Promise<Readonly<Record<RetainedTable, number>>> {
  const { recommendationsRetentionMs, pageChecksRetentionMs, webhookEventsRetentionMs, resultsRetentionMs } =
    services.settings;
  return {
    recommendations: await purgeOlderThan(services, "recommendations", recommendationsRetentionMs),
    page_checks: await purgeOlderThan(services, "page_checks", pageChecksRetentionMs),
    webhook_events: await purgeOlderThan(services, "webhook_events", webhookEventsRetentionMs),
    decision_batches: await purgeOlderThan(services, "decision_batches", resultsRetentionMs, {
      most: BATCHES_AT_ONCE,
    }),
    expired_previews: await purgeOlderThan(services, "expired_previews", EXPIRED_PREVIEWS_MS, {
      most: BATCHES_AT_ONCE,
    }),
    lane_passes: await purgeOlderThan(services, "lane_passes", resultsRetentionMs),
    shadow_decisions: await purgeOlderThan(services, "shadow_decisions", resultsRetentionMs),
    run_series: await purgeOlderThan(services, "run_series", resultsRetentionMs, {
      most: SEEN_ROWS_AT_ONCE,
      pages: SERIES_PAGES_A_ROUND,
    }),
  };
}

async function purgeOlderThan(
  { db, now }: Services,
  kind: RetainedTable,
  retentionMs: number,
  { most = ROWS_AT_ONCE, pages = Infinity }: { readonly most?: number; readonly pages?: number } = {},
): Promise<number> {
  const beforeMs = now() - retentionMs;
  let after: AgeCursor = OLDEST;
  let dropped = 0;
  for (let page = 0; page < pages; page += 1) {
    const part = await purgePage(db, kind, { beforeMs, after, most });
    dropped += part.forgotten;
    after = part.next;
    if (part.looked < most) break;
  }
  return dropped;
}
