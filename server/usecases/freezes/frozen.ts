import type { Tx } from "@/server/db/database/transaction";
import { freezeCalendar, lockFreezes } from "@/server/db/freezes/freezes";
import { addJobs } from "@/server/db/queue/queue";
import { type FreezeEnd, rescheduleWaiting } from "@/server/db/write-backs/waiting";
import { frozenText, frozenUntil } from "@/server/domain/freezes/freeze";

/**
 * Returns until when prices are frozen and the text for people; null if they are not. It locks the freezes for use, so
 * that the answer is true until the transaction ends. Call `lockFreezes` first in a transaction that has other locks.
 * @param nowMs milliseconds since 1970
 */
export async function freezeNow(tx: Tx, nowMs: number): Promise<FreezeEnd | null> {
  await lockFreezes(tx, "use");
  return readFreezeEnd(tx, nowMs);
}

/** Like `freezeNow`, without a lock: for what is only shown. */
export async function readFreezeEnd(tx: Tx, nowMs: number): Promise<FreezeEnd | null> {
  const { freezes, timeZone } = await freezeCalendar(tx);
  const frozen = frozenUntil(freezes, nowMs, timeZone);
  return frozen && { until: new Date(frozen.untilMs), text: frozenText(frozen, timeZone) };
}

/**
 * Applies changed freezes or a changed time zone to the write-backs that are not sent: they wait until the new end, or
 * are carried out now. The caller has locked the freezes for a change.
 * @param nowMs milliseconds since 1970
 */
export async function applyFreezes(tx: Tx, nowMs: number): Promise<void> {
  const end = await readFreezeEnd(tx, nowMs);
  const ids = await rescheduleWaiting(tx, end, new Date(nowMs));
  await addJobs(tx, "write_back", ids, end === null ? {} : { runAtMs: end.until.getTime() });
}
