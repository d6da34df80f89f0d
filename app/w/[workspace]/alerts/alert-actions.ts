"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notify } from "@/app/_components/ui/toast";
import { useTRPC } from "@/app/_trpc/client";
import { useHeldBack } from "@/app/_trpc/held-back";
import { tellFailure } from "@/app/_trpc/tell-failure";
import type { Alert } from "./alert-row";

/** Snoozing and resolving alerts: the row leaves at once, the call to resolve waits a moment for second thoughts. */
export function useAlertActions() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { holdBack, undo } = useHeldBack();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const hide = (id: string) => setHidden((ids) => new Set([...ids, id]));
  const show = (id: string) => setHidden((ids) => new Set([...ids].filter((other) => other !== id)));

  const refresh = async (id: string) => {
    await Promise.all([
      queryClient.invalidateQueries(trpc.alerts.pathFilter()),
      queryClient.invalidateQueries(trpc.workspace.summary.pathFilter()),
    ]);
    show(id);
  };
  const resolveCall = useMutation(
    trpc.alerts.resolve.mutationOptions({
      onError: tellFailure("The alert is not resolved"),
      onSettled: (_answer, _error, { alert_id: id }) => refresh(id),
    }),
  );
  const snoozeCall = useMutation(
    trpc.alerts.snooze.mutationOptions({
      onSuccess: () => notify({ title: "Snoozed" }),
      onError: tellFailure("The alert is not snoozed"),
      onSettled: (_answer, _error, { alert_id: id }) => refresh(id),
    }),
  );

  return {
    hidden,
    undo,
    resolve(alert: Alert) {
      hide(alert.id);
      holdBack({
        title: "Resolved",
        detail: alert.item?.title ?? alert.message,
        run: () => resolveCall.mutate({ alert_id: alert.id }),
        undo: () => show(alert.id),
      });
    },
    snooze(alert: Alert, until: string, reason: string | undefined) {
      hide(alert.id);
      snoozeCall.mutate({ alert_id: alert.id, snooze_until: until, reason });
    },
  };
}
