import type { Tx } from "@/server/db/database/transaction";
import { lockPricedItem } from "@/server/db/items/priced-items";
import {
  findObservation,
  lockObservations,
  markWrong,
  type ObservationRow,
  refreshCurrentOffer,
  unmarkWrong,
} from "@/server/db/observations/reported";
import { purgeCachedPages } from "@/server/db/offers/check-leases";
import type { AuditAction } from "@/server/domain/audit/actions";
import { notFound } from "@/server/domain/errors";
import { formatAmount } from "@/server/domain/money";
import { evidenceOriginOf } from "../evidence-origin";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { reevaluate } from "../runs/reevaluate";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";

/** Result of a change of an observation: the changed row and the run that re-evaluates its item, or no change. */
export type ObservationChange =
  | { readonly idempotent: true }
  | { readonly idempotent: false; readonly row: ObservationRow; readonly runId: string };

/**
 * Reports an observation as wrong: it no longer counts, the seller's next best one replaces it, and a run over its
 * item, which does not count against the plan, decides again. Until then, recommendations that still show it cannot
 * be approved. The observation's own values stay. A repeat changes nothing.
 * @throws DomainError not_found, plan_limit in a suspended workspace
 */
export const reportObservation = (
  context: RequestContext,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<ObservationChange> =>
  applyChange(
    context,
    id,
    (row) => row.wrongAt !== null,
    "observation.report",
    (tx, row) =>
      markWrong(tx, row, {
        at: new Date(context.services.now()),
        by: context.actor.userId ?? context.actor.id,
        reason,
        from: evidenceOriginOf(context),
      }),
  );

/** Withdraws a report: the observation counts again. Repeats and throws as reporting does. */
export const restoreObservation = (context: RequestContext, id: string): Promise<ObservationChange> =>
  applyChange(
    context,
    id,
    (row) => row.wrongAt === null,
    "observation.restore",
    (tx, row) => unmarkWrong(tx, row, evidenceOriginOf(context)),
  );

async function applyChange(
  context: RequestContext,
  id: string,
  isDone: (row: ObservationRow) => boolean,
  action: AuditAction,
  mark: (tx: Tx, row: ObservationRow) => Promise<void>,
): Promise<ObservationChange> {
  return writeTransaction(context, async (tx) => {
    const row = await lockItemAndObservation(tx, id, context.services.now());
    if (isDone(row)) return { idempotent: true };
    requireWritableWorkspace(context);
    const { itemId, seller } = row;
    await mark(tx, row);
    await refreshCurrentOffer(tx, itemId, seller);
    const runId = await reevaluate(context, tx, itemId);
    const after = (await findObservation(tx, id)) ?? row;
    await recordChange(context, tx, {
      action,
      subject: id,
      before: { reason: row.wrongReason },
      after: {
        reason: after.wrongReason,
        item: itemId,
        seller,
        run: runId,
        price: formatAmount(row.price, row.currency),
        currency: row.currency,
      },
    });
    return { idempotent: false, row: after, runId };
  });
}

/**
 * Locks the item, then the seller's pages, then the observations. An approval locks the item while it checks its
 * observations for reports; recording a page check locks the page before the observations.
 */
async function lockItemAndObservation(tx: Tx, id: string, nowMs: number): Promise<ObservationRow> {
  const found = await findObservation(tx, id);
  if (found === null) throw notFound("observation");
  await lockPricedItem(tx, found.itemId, nowMs);
  await purgeCachedPages(tx, found.itemId, found.seller);
  await lockObservations(tx);
  return (await findObservation(tx, id)) ?? found;
}
