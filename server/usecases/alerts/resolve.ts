import { type AlertRow, acknowledgeBaseline, updateAlert } from "@/server/db/alerts/alerts";
import type { Tx } from "@/server/db/database/transaction";
import { evaluateAlertResolve } from "@/server/domain/alerts/alert";
import { acceptedBy } from "@/server/domain/alerts/kinds";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { type AlertChange, actOnAlert, decidedBy } from "./act";

/**
 * Resolves an alert: it is raised again only after its condition has ended and begun again. Resolving a price_drift
 * or cost_spike makes the item's present price or cost the baseline that changes are measured from. A repeat changes
 * nothing.
 * @throws DomainError not_found, plan_limit
 */
export function resolveAlert(
  context: RequestContext,
  { id, reason }: { readonly id: string; readonly reason: string | null },
): Promise<AlertChange> {
  const now = new Date(context.services.now());
  return actOnAlert(context, id, evaluateAlertResolve, async (tx, row, { status }) => {
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
  });
}

async function acknowledge(tx: Tx, { kind, itemId }: AlertRow): Promise<void> {
  const accepted = acceptedBy(kind);
  if (itemId !== null && accepted !== null) await acknowledgeBaseline(tx, itemId, accepted);
}
