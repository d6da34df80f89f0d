"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTRPC, useTRPCClient } from "@/app/_trpc/client";
import { callContext } from "@/app/_trpc/lost/response-link";
import { useDelayedCalls } from "../_decisions/delayed-calls-provider";
import { notifyRefused } from "../_decisions/notify-refused";
import type { Snooze } from "../_decisions/snooze-dialog";
import type { Alert } from "./alert-row";
import { alertText } from "./alert-text";

/** Returns the name of the alert's item, or the title of its kind. */
export const subjectOf = (alert: Alert): string => alert.item?.title ?? alertText(alert.kind);

/**
 * Snoozes and resolves alerts: the row leaves at once, and the call is delayed so that it can be undone.
 * @param markOwn called with the id of each alert that the person changes, before the call is sent
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

  /** Delays a change of one alert or of several. */
  function change(
    alerts: readonly Alert[],
    words: { readonly says: string; readonly done: string; readonly refused: string },
    send: (
      ids: string[],
      options: SendOptions,
    ) => Promise<{ readonly rows: Parameters<typeof notifyRefused>[0] }>,
  ): void {
    const [first, ...others] = alerts;
    if (!first) return;
    const ids = alerts.map(({ id }) => id);
    const what = others.length === 0 ? subjectOf(first) : `${alerts.length} alerts`;
    const refusedTitle = `The ${others.length === 0 ? "alert is" : "alerts are"} ${words.refused}`;
    hold({
      id: first.id,
      others: others.map(({ id }) => id),
      title: words.done,
      detail: what,
      refusedTitle,
      commit: async () => {
        for (const id of ids) markOwn(id);
        const { rows } = await send(ids, { context: callContext({ says: `${words.says}: ${what}` }) });
        notifyRefused(rows, refusedTitle);
        await refresh();
      },
    });
  }

  return {
    hidden,
    undo: undoLast,
    resolve: (alerts: readonly Alert[]) =>
      change(alerts, { says: "Resolve", done: "Resolved", refused: "not resolved" }, (alert_ids, options) =>
        client.alerts.resolveSeveral.mutate({ alert_ids }, options),
      ),
    snooze: (alerts: readonly Alert[], { until, reason }: Snooze) =>
      change(
        alerts,
        { says: "Snooze", done: `Snoozed: ${until.label.toLowerCase()}`, refused: "not snoozed" },
        (alert_ids, options) =>
          client.alerts.snoozeSeveral.mutate(
            { alert_ids, snooze_until: new Date(until.untilMs).toISOString(), reason },
            options,
          ),
      ),
  };
}

type SendOptions = { readonly context: ReturnType<typeof callContext> };

export type AlertActions = ReturnType<typeof useAlertActions>;
