import type { Tx } from "@/server/db/database/transaction";
import { countLagging } from "@/server/db/items/sale-reads";
import { HOUR_MS } from "@/server/domain/durations";

/** Of more items the whole list is read, which takes fewer requests than the price of each. */
const MOST_SINGLE_READS = 200;

/** After this time a store is asked again that had not noticed a begin or an end; its jobs may run once a night. */
export const LATE_AGAIN_MS = HOUR_MS;

/**
 * Which of the connection's items a sync at that time (milliseconds since 1970) reads besides the list of changes. The
 * items of one sync were read one after the other: the next begins when the first of them is due, and takes those too
 * that are due in the half of the wait that follows.
 */
export const laggingAt = (integrationId: string, nowMs: number) => ({
  integrationId,
  at: new Date(nowMs),
  lateSince: new Date(nowMs - LATE_AGAIN_MS / 2),
});

/** Returns whether the sales of so many items began or ended that reading the whole list is less work. */
export const readsWholeList = async (tx: Tx, integrationId: string, nowMs: number): Promise<boolean> =>
  (await countLagging(tx, laggingAt(integrationId, nowMs))) > MOST_SINGLE_READS;
