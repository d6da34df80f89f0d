import type { Tx } from "@/server/db/database/transaction";
import { lockPricedItem } from "@/server/db/items/priced-items";
import { decideRecommendation, lockPending } from "@/server/db/recommendations/recommendations";
import { type WriteBackRow, writeBacksOf } from "@/server/db/write-backs/write-backs";
import { SETTLED_BY } from "@/server/domain/actors";
import { afterEvent } from "@/server/domain/recommendations/recommendation";
import { isApplied, nextStep, type StorePriceRead } from "@/server/domain/write-backs/write-back";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { appliedText, atTargetText } from "./messages";
import { settle } from "./transitions";

/** An item that a sync found in the store. */
export interface SyncedItem {
  readonly id: string;
  /** The synced connection. */
  readonly integrationId: string;
  /** The variant that the sync read. */
  readonly ref: string;
}

/** The price that the sync read; `readAtMs` is the time of the request, milliseconds since 1970. */
export type SyncedPrice = Exclude<StorePriceRead, "unreachable">;

/**
 * Settles an item's write-backs by what a sync has read. Our write key beside the price as intended makes a failed or
 * unresolved write-back an applied one. A price that is already at its target ends a queued one without a send, and
 * resolves a recommendation that is pending approval. A write-back that was sent and is in doubt is left to the worker
 * unless its write key is found, and so are those of another variant that the item was before. A read can be minutes
 * old, so it settles nothing that was requested, sent or ended after it. Call it in the sync's transaction, after
 * updating the item.
 */
export async function reconcileFromStore(
  tx: Tx,
  context: RequestContext,
  item: SyncedItem,
  reading: SyncedPrice,
): Promise<void> {
  const snapshot = await lockPricedItem(tx, item.id, context.services.now());
  if (!snapshot || reading.price === null || reading.currency !== snapshot.item.currency) return;
  const all = await writeBacksOf(tx, item.id, { lock: true });
  const { integrationId, ref } = item;
  for (const row of all.filter((each) => each.integrationId === integrationId && each.storeRef === ref)) {
    const receipt = receiptIfApplied(row, all, reading, context);
    if (receipt !== null)
      await settle({ context, row }, tx, {
        status: "applied",
        storePrice: reading.price,
        storeAnswer: receipt,
        shown: reading,
      });
  }
  if (!all.some((row) => isSentSince(row, reading))) await resolveReached(tx, context, item.id, reading);
}

/** Returns whether the price may be ours and newer than the read: sent and still open then, or applied since. */
const isSentSince = ({ status, sentAt, finishedAt }: WriteBackRow, { readAtMs }: SyncedPrice): boolean =>
  (sentAt !== null || status === "applied") && (finishedAt === null || finishedAt.getTime() >= readAtMs);

/** Returns the receipt if the read shows that the write-back is applied, else null. */
function receiptIfApplied(
  row: WriteBackRow,
  all: readonly WriteBackRow[],
  reading: SyncedPrice,
  { services }: RequestContext,
): string | null {
  const { status, finishedAt } = row;
  if (status === "applied") return null;
  if (status === "failed" || status === "conflict") {
    const again = all.some(
      (each) => each.revertOf === row.revertOf && each.revertOf !== null && each.id > row.id,
    );
    const isNewer = finishedAt === null || reading.readAtMs >= finishedAt.getTime();
    return isNewer && !again && isApplied(row, reading) ? appliedText(row) : null;
  }
  // A sync sends nothing, so it does not matter here whether the store's writes can be completed.
  const rules = { ...services.settings, completesWrites: false };
  const next = nextStep(row, reading, services.now(), rules);
  if (next.step !== "applied") return null;
  return next.by === "write_key" ? appliedText(row) : atTargetText(row);
}

/** Resolves pending recommendations whose price was set by hand: nothing is left to approve. */
async function resolveReached(
  tx: Tx,
  context: RequestContext,
  itemId: string,
  { price, readAtMs }: SyncedPrice,
): Promise<void> {
  const at = new Date(context.services.now());
  for (const row of await lockPending(tx, itemId)) {
    const isReached = row.recommendedPrice === price && row.createdAt.getTime() <= readAtMs;
    const status = isReached ? afterEvent("store_at_target", row) : null;
    if (status === null) continue;
    const reason = "The store already carries the recommended price.";
    await decideRecommendation(tx, row, {
      operation: "resolve",
      effect: { status, accepted: row.accepted, snoozeUntil: null },
      reason,
      by: { ...SETTLED_BY, userId: null },
      at,
    });
    await recordChange(context, tx, {
      action: "recommendation.resolve",
      subject: row.id,
      before: { status: row.status },
      after: { status, reason },
    });
  }
}
