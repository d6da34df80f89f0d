import { type AlertRow, findAlert } from "@/server/db/alerts/alerts";
import type { Tx } from "@/server/db/database/transaction";
import { type AlertState, type AlertVerdict, visibleAlertStatus } from "@/server/domain/alerts/alert";
import { DomainError, notFound } from "@/server/domain/errors";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";

/** The outcome of a change of an alert: the row as it is now, or that the change had taken effect before. */
export type AlertChange =
  | { readonly idempotent: true }
  | { readonly idempotent: false; readonly row: AlertRow };

const stateOf = (row: AlertRow): AlertState => ({
  status: row.status,
  snoozeUntilMs: row.snoozeUntil?.getTime() ?? null,
  conditionOn: !row.cleared,
});

/**
 * Evaluates an operation on a locked alert and stores its effect, in one transaction.
 * @throws DomainError not_found, conflict, plan_limit
 */
export function actOnAlert(
  context: RequestContext,
  id: string,
  evaluate: (state: AlertState) => AlertVerdict,
  write: (tx: Tx, row: AlertRow, effect: AlertState) => Promise<void>,
): Promise<AlertChange> {
  return writeTransaction(context, async (tx) => {
    const row = await findAlert(tx, id, { lock: true });
    if (row === null) throw notFound("alert");
    const verdict = evaluate(stateOf(row));
    if ("idempotent" in verdict) return { idempotent: true };
    if ("conflict" in verdict) throw conflict(row, context.services.now());
    requireWritableWorkspace(context);
    await write(tx, row, verdict.effect);
    const changed = await findAlert(tx, id);
    if (changed === null) throw new Error("an alert vanished while it was locked");
    return { idempotent: false, row: changed };
  });
}

/** Returns the fields that record who snoozed or resolved an alert. */
export const decidedBy = ({ actor }: RequestContext): { decidedBy: string; decidedByLabel: string } => ({
  decidedBy: actor.userId ?? actor.id,
  decidedByLabel: actor.label,
});

function conflict(row: AlertRow, nowMs: number): DomainError {
  const status = visibleAlertStatus(stateOf(row), nowMs);
  return new DomainError("conflict", `The alert is ${status}.`, { current_status: status });
}
