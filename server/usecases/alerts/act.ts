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

/** Returns the part of a stored alert that its rules are about. */
export const stateOf = (row: Pick<AlertRow, "status" | "snoozeUntil" | "cleared">): AlertState => ({
  status: row.status,
  snoozeUntilMs: row.snoozeUntil?.getTime() ?? null,
  conditionOn: !row.cleared,
});

/** An operation on one alert. */
export interface AlertAction {
  readonly id: string;
  readonly evaluate: (state: AlertState) => AlertVerdict;
  /** Stores the effect, and records it. */
  readonly write: (tx: Tx, row: AlertRow, effect: AlertState) => Promise<void>;
}

/**
 * Evaluates an operation on an alert that it locks, and stores its effect, in the caller's transaction.
 * @throws DomainError not_found, conflict, plan_limit; the transaction has changed nothing then
 */
export async function actOnAlertIn(
  context: RequestContext,
  tx: Tx,
  { id, evaluate, write }: AlertAction,
): Promise<AlertChange> {
  const row = await findAlert(tx, id, { lock: true });
  if (row === null) throw notFound("alert");
  const verdict = evaluate(stateOf(row));
  if ("idempotent" in verdict) return { idempotent: true };
  if ("conflict" in verdict) throw refusedAlert(row, context.services.now());
  requireWritableWorkspace(context);
  await write(tx, row, verdict.effect);
  const changed = await findAlert(tx, id);
  if (changed === null) throw new Error("an alert vanished while it was locked");
  return { idempotent: false, row: changed };
}

/** Like `actOnAlertIn`, in a transaction of its own. */
export const actOnAlert = (context: RequestContext, action: AlertAction): Promise<AlertChange> =>
  writeTransaction(context, (tx) => actOnAlertIn(context, tx, action));

/** Returns the fields that record who snoozed or resolved an alert. */
export const decidedBy = ({ actor }: RequestContext): { decidedBy: string; decidedByLabel: string } => ({
  decidedBy: actor.userId ?? actor.id,
  decidedByLabel: actor.label,
});

/** Returns the error for an operation that the alert's status does not allow. */
export function refusedAlert(
  row: Pick<AlertRow, "status" | "snoozeUntil" | "cleared">,
  nowMs: number,
): DomainError {
  const status = visibleAlertStatus(stateOf(row), nowMs);
  return new DomainError("conflict", `The alert is ${status}.`, { current_status: status });
}
