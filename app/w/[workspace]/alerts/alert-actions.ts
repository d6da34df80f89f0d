"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTRPC, useTRPCClient } from "@/app/_trpc/client";
import { callContext } from "@/app/_trpc/lost/response-link";
import { useDelayedCalls } from "../_decisions/delayed-calls-provider";
import type { Snooze } from "../_decisions/snooze-dialog";
import type { Alert } from "./alert-row";
import { alertText } from "./alert-text";

/** Returns the name of the alert's item, or the title of its kind. */
export const subjectOf = (alert: Alert): string => alert.item?.title ?? alertText(alert.kind);

/**
 * Snoozes and resolves alerts: the row leaves at once, and the call is delayed so that it can be undone.
 * @param mine called with the id of each alert that the person changes, before the call is sent
 */
export function useAlertActions(markOwn: (id: string) => void) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const { hold, hidden, undoLast } = useDelayedCalls();

  const refresh = async (): Promise<void> => {
    await Promise.all([
      queryClient.invalidateQueries(trpc.alerts.pathFilter()),
      queryClient.invalidateQueries(trpc.workspace.summary.pathFilter()),
    ]);
  };

  return {
    hidden,
    undo: undoLast,
    resolve(alert: Alert): void {
      hold({
        id: alert.id,
        title: "Resolved",
        detail: subjectOf(alert),
        refusedTitle: "The alert is not resolved",
        commit: async () => {
          markOwn(alert.id);
          await client.alerts.resolve.mutate(
            { alert_id: alert.id },
            { context: callContext({ says: `Resolve: ${subjectOf(alert)}` }) },
          );
          await refresh();
        },
      });
    },
    snooze(alert: Alert, { until, reason }: Snooze): void {
      hold({
        id: alert.id,
        title: `Snoozed: ${until.label.toLowerCase()}`,
        detail: subjectOf(alert),
        refusedTitle: "The alert is not snoozed",
        commit: async () => {
          markOwn(alert.id);
          const snooze_until = new Date(until.untilMs).toISOString();
          await client.alerts.snooze.mutate(
            { alert_id: alert.id, snooze_until, reason },
            { context: callContext({ says: `Snooze: ${subjectOf(alert)}` }) },
          );
          await refresh();
        },
      });
    },
  };
}
