import { type AlertRow, acknowledgeBaseline, updateAlert } from "@/server/db/alerts/alerts";
import type { Tx } from "@/server/db/database/transaction";
import { evaluateAlertResolve } from "@/server/domain/alerts/alert";
import { acceptedBy } from "@/server/domain/alerts/kinds";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { type AlertAction, type AlertChange, actOnAlert, actOnAlertIn, decidedBy } from "./act";

/** The alert, and the reason. */
export interface AlertResolution {
  readonly id: string;
  readonly reason: string | null;
}

/**
 * Resolves an alert: it is raised again only after its condition has ended and begun again. Resolving a price_drift
 * or cost_spike makes the item's present price or cost the baseline that changes are measured from. A repeat changes
 * nothing.
 * @throws DomainError not_found, plan_limit
 */
export const resolveAlert = (context: RequestContext, resolution: AlertResolution): Promise<AlertChange> =>
  actOnAlert(context, resolving(context, resolution));

/** Like `resolveAlert`, in the caller's transaction. */
export const resolveAlertIn = (
  context: RequestContext,
  tx: Tx,
  resolution: AlertResolution,
): Promise<AlertChange> => actOnAlertIn(context, tx, resolving(context, resolution));

function resolving(context: RequestContext, { id, reason }: AlertResolution): AlertAction {
  const now = new Date(context.services.now());
  return {
    id,
    evaluate: evaluateAlertResolve,
    write: async (tx, row, { status }) => {
      await acknowledge(tx, row);
      await updateAlert(tx, id, {
        status,
        snoozeUntil: null,
        resolvedAt: now,
        resolution: reason,
        ...decidedBy(context),
        updatedAt: now,
      });
      await recordChange(context, tx, {
        action: "alert.resolve",
        subject: id,
        before: { status: row.status },
        after: { status, reason },
      });
    },
  };
}

async function acknowledge(tx: Tx, { kind, itemId }: AlertRow): Promise<void> {
  const accepted = acceptedBy(kind);
  if (itemId !== null && accepted !== null) await acknowledgeBaseline(tx, itemId, accepted);
}
