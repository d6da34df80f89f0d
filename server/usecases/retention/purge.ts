import { type AgeCursor, OLDEST, purgePage, type RetainedTable } from "@/server/db/retention/retention";
import type { Services } from "../request-context";

const ROWS_AT_ONCE = 500;

/**
 * Deletes rows past their retention that nothing refers to, in all workspaces: superseded recommendations without a
 * decision, and checks of competitors' pages. Deletes a few rows per transaction, so that locks are short.
 * docs/decisions/034-retention.md lists what stays.
 * @returns how many rows of each kind were deleted
 */
export async function purgeOldRows(services: Services): Promise<Readonly<Record<RetainedTable, number>>> {
  const { recommendationsRetentionMs, pageChecksRetentionMs } = services.settings;
  return {
    recommendations: await purgeOlderThan(services, "recommendations", recommendationsRetentionMs),
    page_checks: await purgeOlderThan(services, "page_checks", pageChecksRetentionMs),
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
