import { type AgeCursor, OLDEST, purgePage, type RetainedTable } from "@/server/db/retention/retention";
import type { Services } from "../request-context";

const ROWS_AT_ONCE = 500;

/**
 * Deletes rows past their retention that nothing refers to, in all workspaces: superseded recommendations without a
 * decision, checks of competitors' pages, and webhook events with their deliveries. Deletes a few rows per transaction, so that locks are short.
 * docs/decisions/034-retention.md lists what stays.
 * @returns how many rows of each kind were deleted
 */
export async function purgeOldRows(services: Services): Promise<Readonly<Record<RetainedTable, number>>> {
  const { recommendationsRetentionMs, pageChecksRetentionMs, webhookEventsRetentionMs } = services.settings;
  return {
    recommendations: await purgeOlderThan(services, "recommendations", recommendationsRetentionMs),
    page_checks: await purgeOlderThan(services, "page_checks", pageChecksRetentionMs),
    webhook_events: await purgeOlderThan(services, "webhook_events", webhookEventsRetentionMs),
  };
}

async function purgeOlderThan(
  { db, now }: Services,
  kind: RetainedTable,
  retentionMs: number,
): Promise<number> {
  const beforeMs = now() - retentionMs;
  let after: AgeCursor = OLDEST;
  let dropped = 0;
  for (;;) {
    const part = await purgePage(db, kind, { beforeMs, after, most: ROWS_AT_ONCE });
    dropped += part.forgotten;
    after = part.next;
    if (part.looked < ROWS_AT_ONCE) return dropped;
  }
}
