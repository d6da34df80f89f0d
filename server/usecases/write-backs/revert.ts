import { connectedStore } from "@/server/db/connections/connections";
import type { Tx } from "@/server/db/database/transaction";
import { lockPricedItem, type PricedItem } from "@/server/db/items/priced-items";
import { findRecommendation } from "@/server/db/recommendations/recommendations";
import {
  findWriteBack,
  hasOpenWriteBack,
  lockWriteBacksOf,
  type WriteBackRow,
} from "@/server/db/write-backs/write-backs";
import { DomainError, notFound } from "@/server/domain/errors";
import { PLAN_LIMITS } from "@/server/domain/plan/plans";
import { OPEN_WRITE_BACK_STATUSES, type WriteBackStatus } from "@/server/domain/write-backs/write-back";
import { requireStore } from "../connections/store";
import {
  type RequestContext,
  readTransaction,
  requireWritableWorkspace,
  writeTransaction,
} from "../request-context";
import { queueWriteBack, waitForWriteBack } from "./queue";

/** The outcome of a revert: the new write-back, or that a revert exists already. */
export type WriteBackChange =
  | { readonly idempotent: true }
  | { readonly idempotent: false; readonly row: WriteBackRow };

/**
 * Reverts an applied price by a new write-back. Its expected price is our own target, so that it never overwrites a
 * later edit in the store. Only an item's newest applied write-back can be reverted, and only if it was really sent.
 * Waits a few seconds at most for the store. A repeat changes nothing.
 * @throws DomainError not_found, conflict, tier_ineligible, no_commerce_integration, plan_limit
 */
export async function revertWriteBack(context: RequestContext, id: string): Promise<WriteBackChange> {
  const queued = await writeTransaction(context, (tx) => revert(context, tx, id));
  if (queued.idempotent) return queued;
  const { recommendationId } = queued.row;
  const recommendation = await readTransaction(context, (tx) => findRecommendation(tx, recommendationId));
  if (recommendation) await waitForWriteBack(context, recommendation);
  return { idempotent: false, row: await latest(context, queued.row) };
}

async function revert(context: RequestContext, tx: Tx, id: string): Promise<WriteBackChange> {
  const seen = await findWriteBack(tx, id);
  const snapshot = seen && (await lockPricedItem(tx, seen.itemId, context.services.now()));
  if (!seen || !snapshot) throw notFound("write-back");
  const all = await lockWriteBacksOf(tx, seen.itemId);
  const row = all.find((each) => each.id === id) ?? seen;
  if (all.some((each) => each.revertOf === id && STANDS.has(each.status))) return { idempotent: true };
  refuseUnlessNewest(row, all);
  refuseMoved(row, snapshot);
  if (!PLAN_LIMITS[context.plan].writeBack)
    throw new DomainError("tier_ineligible", undefined, { plan: context.plan });
  if ((await connectedStore(tx))?.id !== row.integrationId)
    throw new DomainError(
      "no_commerce_integration",
      "The store this price was written to is no longer connected.",
    );
  if ((await requireStore(tx, snapshot)).ref !== row.storeRef)
    throw conflict(row, "The item is another variant of the store by now.", ["store_ref"]);
  if (await hasOpenWriteBack(tx, { ...snapshot, itemId: row.itemId }))
    throw conflict(row, "Another price of this variant is still being written.", ["write_back"]);
  requireWritableWorkspace(context);
  const queued = await queueWriteBack(context, tx, {
    action: "write_back.revert",
    subject: id,
    recommendationId: row.recommendationId,
    revertOf: id,
    integrationId: row.integrationId,
    itemId: row.itemId,
    storeRef: row.storeRef,
    currency: row.currency,
    expectedPrice: row.targetPrice,
    targetPrice: row.expectedPrice,
  });
  return { idempotent: false, row: (await findWriteBack(tx, queued)) ?? row };
}

const STANDS: ReadonlySet<WriteBackStatus> = new Set([...OPEN_WRITE_BACK_STATUSES, "applied"]);

const conflict = (row: WriteBackRow, message: string, changed?: readonly string[]): DomainError =>
  new DomainError("conflict", message, { current_status: row.status, ...(changed ? { changed } : {}) });

function refuseUnlessNewest(row: WriteBackRow, all: readonly WriteBackRow[]): void {
  if (row.status !== "applied")
    throw conflict(row, `A write-back that is ${row.status} cannot be taken back.`);
  if (row.revertOf !== null)
    throw conflict(row, "A revert cannot be taken back; approve a new recommendation.");
  if (row.sends === 0)
    throw conflict(row, "The store carried this price already; nothing was sent that could be taken back.");
  const later = all.some((each) => each.id > row.id && STANDS.has(each.status));
  if (later) throw conflict(row, "The item's price was written again since.", ["write_back"]);
}

/** A known edit is refused at once; the worker finds any other one in the store. */
function refuseMoved(row: WriteBackRow, { item }: PricedItem): void {
  if (item.currency !== row.currency || item.price !== row.targetPrice)
    throw conflict(row, "The item's price was changed since it was written.", ["price"]);
}

const latest = (context: RequestContext, row: WriteBackRow): Promise<WriteBackRow> =>
  readTransaction(context, async (tx) => (await findWriteBack(tx, row.id)) ?? row);
