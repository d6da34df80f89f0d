import { inTenant } from "@/server/db/database/transaction";
import { addJob } from "@/server/db/queue/queue";
import { touchRecommendation } from "@/server/db/recommendations/changes";
import { failureWasNotified, type WriteBackRow } from "@/server/db/write-backs/write-backs";
import { MINUTE_MS } from "@/server/domain/durations";
import { IN_DOUBT, LONG_IN_DOUBT } from "./messages";
import { notifyFailure } from "./settle";
import type { Work } from "./work";

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 5 * MINUTE_MS;

/** Until when to wait (milliseconds since 1970; null where only another try can tell), and whether to raise the alert. */
export interface Wait {
  readonly untilMs: number | null;
  readonly alertDue: boolean;
}

/**
 * Gives a claimed write-back back until it is time to look again. What was sent stays in doubt meanwhile; after a while
 * people are told.
 * @param words what is known of it, kept as the store's answer; null keeps what is there
 */
export async function waitFor(
  work: Work,
  { untilMs, alertDue }: Wait,
  words: string | null = null,
): Promise<void> {
  const { context, row, steps } = work;
  const { services } = context;
  const at = services.now();
  const notBefore = new Date(untilMs ?? at + backOff(row));
  const doubt = row.sentAt === null ? null : IN_DOUBT;
  await inTenant(services.db, context.tenant, async (tx) => {
    const paused = await steps.pauseWriteBack(tx, row, {
      status: row.sentAt === null ? "queued" : "unknown",
      notBefore,
      sentAt: row.sentAt,
      storeAnswer: words ?? doubt,
      at: new Date(at),
    });
    if (!paused) return;
    await touchRecommendation(tx, row.recommendationId, new Date(at));
    if (alertDue && !(await failureWasNotified(tx, row.id)))
      await notifyFailure(context, tx, row, "warning", LONG_IN_DOUBT);
    const payload = { v: 1, workspaceId: tx.tenant.workspaceId, id: row.id } as const;
    await addJob(tx, "write_back", payload, { runAtMs: notBefore.getTime() });
  });
}

/** Twice as long with every try, from half a second to five minutes. */
const backOff = ({ attempts }: WriteBackRow): number =>
  Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts, 20), LAST_RETRY_MS);
