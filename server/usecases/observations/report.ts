import type { Tx } from "@/server/db/database/transaction";
import { lockPricedItem } from "@/server/db/items/priced-items";
import {
  findObservation,
  lockObservations,
  markWrong,
  type ObservationRow,
  settleOffer,
  unmarkWrong,
} from "@/server/db/observations/reported";
import { purgeAnswers } from "@/server/db/page-checks/leases";
import { notFound } from "@/server/domain/errors";
import { formatAmount } from "@/server/domain/money";
import { recordChange } from "../record-change";
import { change, type RequestContext, requireLive } from "../request-context";
import { reevaluate } from "../runs/reevaluate";

/** What a change of an observation came to: the row as it is afterwards with the run that looks anew, or nothing new. */
export type ObservationChange =
  | { readonly idempotent: true }
  | { readonly idempotent: false; readonly row: ObservationRow; readonly runId: string };

/**
 * Reports an observation as wrong: it counts no longer, the seller's next best one takes its place, and a run over its
 * item, which costs nothing of the plan's, decides anew what it led to. An approval of what still shows it is refused
 * until then. The observation itself stays as it was made. A repeat changes nothing.
 * @throws DomainError not_found, plan_limit in a suspended workspace
 */
export const reportObservation = (
  context: RequestContext,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<ObservationChange> =>
  settle(
    context,
    id,
    (row) => row.wrongAt !== null,
    "observation.report",
    (tx, row) =>
      markWrong(tx, row, {
        at: new Date(context.services.now()),
        by: context.actor.userId ?? context.actor.id,
        reason,
      }),
  );

/** Takes a report back: the observation counts again. Repeats and throws as reporting does. */
export const restoreObservation = (context: RequestContext, id: string): Promise<ObservationChange> =>
  settle(context, id, (row) => row.wrongAt === null, "observation.restore", unmarkWrong);

async function settle(
  context: RequestContext,
  id: string,
  isSo: (row: ObservationRow) => boolean,
  action: string,
  mark: (tx: Tx, row: ObservationRow) => Promise<void>,
): Promise<ObservationChange> {
  return change(context, async (tx) => {
    const row = await lockBoth(tx, id, context.services.now());
    if (isSo(row)) return { idempotent: true };
    requireLive(context);
    const { itemId, seller } = row;
    await mark(tx, row);
    await settleOffer(tx, itemId, seller);
    const runId = await reevaluate(context, tx, itemId);
    const after = (await findObservation(tx, id)) ?? row;
    await recordChange(context, tx, {
      action,
      subject: id,
      before: { reason: row.wrongReason },
      after: {
        ...{ reason: after.wrongReason, item: itemId, seller, run: runId },
        ...{ price: formatAmount(row.price, row.currency), currency: row.currency },
      },
    });
    return { idempotent: false, row: after, runId };
  });
}

/**
 * The item before its observations: an approval holds the item while it looks whether any of them was reported. The
 * seller's pages come between, since whoever records a look at one holds it before the observations.
 */
async function lockBoth(tx: Tx, id: string, nowMs: number): Promise<ObservationRow> {
  const seen = await findObservation(tx, id);
  if (seen === null) throw notFound("observation");
  await lockPricedItem(tx, seen.itemId, nowMs);
  await purgeAnswers(tx, seen.itemId, seen.seller);
  await lockObservations(tx);
  return (await findObservation(tx, id)) ?? seen;
}
