import { clearAlert, raiseAlert } from "@/server/db/alerts/alerts";
import type { Tx } from "@/server/db/database/transaction";
import { type PricedItem, type ShownPrice, setStorePrice } from "@/server/db/items/priced-items";
import {
  findRecommendation,
  moveRecommendation,
  supersedeUndecided,
  touchRecommendation,
} from "@/server/db/recommendations/recommendations";
import {
  clearResolvedFailure,
  type WriteBackEnd,
  type WriteBackRow,
} from "@/server/db/write-backs/write-backs";
import { formatAmount } from "@/server/domain/money";
import type { AlertSeverity } from "@/server/domain/pricing/outcome";
import { afterEvent } from "@/server/domain/recommendations/recommendation";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";

/**
 * The end of a write-back; `storePrice` (minor units of its currency) is the price last read from the store, `shown`
 * what the store showed beside it.
 */
export type Ending = Omit<WriteBackEnd, "at"> & { readonly shown?: ShownPrice };

/** The end of a write-back and what it is about; `snapshot` is the locked item, null if it is gone. */
interface EndOfWriteBack {
  readonly row: WriteBackRow;
  readonly ending: Ending;
  readonly snapshot: PricedItem | null;
  readonly at: Date;
}

/**
 * Carries out what the end of a write-back means for everything else, in the transaction that ends it: the item gets
 * the store's price unless it is linked to another variant by now, the recommendation is applied or failed, the alert
 * is raised or cleared, and an audit event is added. Nobody is alerted of one that a person canceled.
 */
export async function followEnd(
  context: RequestContext,
  tx: Tx,
  { row, ending, snapshot, at }: EndOfWriteBack,
): Promise<void> {
  const { status, storePrice, canceled = false } = ending;
  const applied = status === "applied";
  await followPrice(context, tx, { row, ending, snapshot, at });
  await updateRecommendation(tx, row, applied, at);
  if (applied) await clearAlert(tx, { kind: "write_back_failed", itemId: row.itemId }, at.getTime());
  else if (!canceled)
    await notifyFailure(context, tx, row, status === "conflict" ? "warning" : "critical", ending.storeAnswer);
  await recordChange(context, tx, {
    action: canceled ? "write_back.cancel" : `write_back.${status}`,
    subject: row.id,
    before: { status: row.status },
    after: {
      status,
      recommendation: row.recommendationId,
      store_price: storePrice === null ? null : formatAmount(storePrice, row.currency),
      store_answer: ending.storeAnswer,
    },
  });
}

/** Gives the item the price that the store has, and the price that is ours as the baseline of later runs. */
async function followPrice(
  { services }: RequestContext,
  tx: Tx,
  { row, ending, snapshot, at }: EndOfWriteBack,
): Promise<void> {
  const applied = ending.status === "applied";
  const price = ending.storePrice ?? (applied ? row.targetPrice : null);
  if (price === null || snapshot?.item.currency !== row.currency || isLinkedElsewhere(snapshot, row)) return;
  // What was read before a send that was refused may be older than what a sync has read since.
  const isRefusedSend = ending.status === "failed" && row.status === "sending";
  if (!applied && (isRefusedSend || price === snapshot.item.price)) return;
  const baseline = { price: row.targetPrice, cost: snapshot.item.cost };
  await setStorePrice(
    tx,
    {
      itemId: row.itemId,
      price,
      shown: ending.shown ?? null,
      // Somebody else may have set the price that was to be written, before anything was sent.
      source: applied && row.firstSentAt !== null ? "write_back" : "sync",
      changeId: services.newId("event"),
      ...(applied ? { baseline } : {}),
    },
    at,
  );
}

/** Returns whether the item is linked to another variant than that of the write-back, whose price is not the item's. */
const isLinkedElsewhere = (item: PricedItem, row: WriteBackRow): boolean =>
  item.storeRef !== null && (item.storeRef !== row.storeRef || item.integrationId !== row.integrationId);

/**
 * Updates the recommendation. A revert leaves it applied; only the first write changes its status. What was recommended
 * from a price that is taken back ends with it: the run that replaced it would bring that price again.
 */
async function updateRecommendation(tx: Tx, row: WriteBackRow, applied: boolean, at: Date): Promise<void> {
  const recommendation = await findRecommendation(tx, row.recommendationId, { lock: true });
  if (!recommendation) return;
  const event = applied ? "write_applied" : "write_failed";
  const status = row.revertOf === null ? afterEvent(event, recommendation) : null;
  if (applied && !row.writesApproved) await supersedeUndecided(tx, row.itemId, at);
  if (status === null) await touchRecommendation(tx, row.recommendationId, at);
  else await moveRecommendation(tx, row.recommendationId, { status }, at);
}

/** Raises the alert about an item's price that did not reach the store, or may not have. */
export async function notifyFailure(
  { services }: RequestContext,
  tx: Tx,
  row: WriteBackRow,
  severity: AlertSeverity,
  message: string,
): Promise<void> {
  await clearResolvedFailure(tx, row.itemId, row.id);
  await raiseAlert(
    tx,
    {
      id: services.newId("alert"),
      kind: "write_back_failed",
      itemId: row.itemId,
      runId: null,
      writeBackId: row.id,
      severity,
      message,
    },
    services.now(),
  );
}
