import { updateAlert } from "@/server/db/alerts/alerts";
import type { Tx } from "@/server/db/database/transaction";
import { evaluateAlertSnooze } from "@/server/domain/alerts/alert";
import { DomainError } from "@/server/domain/errors";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { type AlertAction, type AlertChange, actOnAlert, actOnAlertIn, decidedBy } from "./act";

/** The end of the snooze (milliseconds since 1970), and the reason. */
export interface AlertSnooze {
  readonly id: string;
  readonly snoozeUntilMs: number;
  readonly reason: string | null;
}

/**
 * Hides an alert until a time; then it is open again unless its condition has ended. The same time again changes
 * nothing.
 * @throws DomainError validation_error for a time in the past, not_found, conflict on a resolved one, plan_limit
 */
export const snoozeAlert = async (context: RequestContext, snooze: AlertSnooze): Promise<AlertChange> =>
  actOnAlert(context, snoozing(context, snooze));

/** Like `snoozeAlert`, in the caller's transaction. */
export const snoozeAlertIn = async (
  context: RequestContext,
  tx: Tx,
  snooze: AlertSnooze,
): Promise<AlertChange> => actOnAlertIn(context, tx, snoozing(context, snooze));

function snoozing(context: RequestContext, { id, snoozeUntilMs, reason }: AlertSnooze): AlertAction {
  const now = context.services.now();
  if (snoozeUntilMs <= now) {
    const message = "Choose a time in the future.";
    throw new DomainError("validation_error", message, {
      issues: [{ path: "snooze_until", code: "in_the_past", message }],
    });
  }
  return {
    id,
    evaluate: (state) => evaluateAlertSnooze(state, snoozeUntilMs, now),
    write: async (tx, row, { status }) => {
      const snoozeUntil = new Date(snoozeUntilMs);
      await updateAlert(tx, id, {
        status,
        snoozeUntil,
        snoozeReason: reason,
        updatedAt: new Date(now),
        ...decidedBy(context),
      });
      await recordChange(context, tx, {
        action: "alert.snooze",
        subject: id,
        before: { status: row.status },
        after: { status, snooze_until: snoozeUntil, reason },
      });
    },
  };
}
