import type { Tx } from "@/server/db/database/transaction";
import { lockFreezes } from "@/server/db/freezes/freezes";
import { lockPricedItem } from "@/server/db/items/priced-items";
import { findRecommendation } from "@/server/db/recommendations/recommendations";
import { findWriteBack, type WriteBackRow, writeBacksOf } from "@/server/db/write-backs/write-backs";
import { notFound } from "@/server/domain/errors";
import type { RequestContext } from "../request-context";
import { readTransaction, writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { queueWriteBack, waitForWriteBack } from "./queue";
import { checkRevert } from "./revert-check";

/** The outcome of a revert: the new write-back, or that a revert has taken effect or is on its way. */
export type WriteBackChange =
  | { readonly idempotent: true }
  | { readonly idempotent: false; readonly row: WriteBackRow };

/**
 * Reverts an applied price by a new write-back. Its expected price is our own target, so that it never overwrites a
 * later edit in the store. Only an item's newest applied write-back can be reverted, and only if it was really sent. A
 * revert can be reverted too; that writes the approved price again, and the guards bind it. Where the named write-back
 * was reverted and the same price written again since, the newest one that wrote it is reverted.
 * Waits a few seconds at most for the store. A repeat changes nothing.
 * @throws DomainError not_found, conflict, tier_ineligible, no_commerce_integration, plan_limit
 */
export async function revertWriteBack(context: RequestContext, id: string): Promise<WriteBackChange> {
  const queued = await writeTransaction(context, (tx) => revertIn(context, tx, id));
  if (queued.idempotent) return queued;
  const { recommendationId } = queued.row;
  const recommendation = await readTransaction(context, (tx) => findRecommendation(tx, recommendationId));
  if (recommendation) await waitForWriteBack(context, recommendation);
  return { idempotent: false, row: await latest(context, queued.row) };
}

/**
 * Reverts in the caller's transaction, and does not wait for the store.
 * @throws DomainError like `revertWriteBack`; the transaction has changed nothing then
 */
export async function revertIn(context: RequestContext, tx: Tx, id: string): Promise<WriteBackChange> {
  await lockFreezes(tx, "use");
  const named = await findWriteBack(tx, id);
  const item = named && (await lockPricedItem(tx, named.itemId, context.services.now()));
  if (!named || !item) throw notFound("write-back");
  await writeBacksOf(tx, named.itemId, { lock: true });
  const verdict = await checkRevert(context, tx, id);
  if (verdict.act === "refuse") throw verdict.error;
  if (verdict.act === "none") return { idempotent: true };
  const { row } = verdict;
  requireWritableWorkspace(context);
  const queued = await queueWriteBack(context, tx, {
    action: "write_back.revert",
    subject: row.id,
    recommendationId: row.recommendationId,
    revertOf: row.id,
    integrationId: row.integrationId,
    itemId: row.itemId,
    storeRef: row.storeRef,
    currency: row.currency,
    expectedPrice: row.targetPrice,
    targetPrice: row.expectedPrice,
  });
  return { idempotent: false, row: (await findWriteBack(tx, queued)) ?? row };
}

const latest = (context: RequestContext, row: WriteBackRow): Promise<WriteBackRow> =>
  readTransaction(context, async (tx) => (await findWriteBack(tx, row.id)) ?? row);
