"use client";

import { useState } from "react";
import { notify } from "@/app/_components/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { callContext } from "@/app/_trpc/lost/response-link";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { useDelayedCalls } from "../../_decisions/delayed-calls-provider";
import type { RecommendationDetail } from "../../_decisions/recommendation-detail";
import type { Snooze } from "../../_decisions/snooze-dialog";
import { useDelayedSnooze } from "../../_decisions/use-delayed-snooze";
import { useRefresh } from "../../_decisions/use-refresh";
import { useRevert } from "../../_decisions/use-revert";

const WORDS = {
  dismiss: { says: "Dismiss", done: "Dismissed", refused: "was not dismissed" },
  resolve: { says: "Mark as handled:", done: "Marked as handled", refused: "was not marked" },
} as const;

/** Decides a recommendation. `leave` is called when the open one is about to leave the list. */
export function useRecommendationActions(leave: () => void) {
  const client = useTRPCClient();
  const refresh = useRefresh();
  const { hold } = useDelayedCalls();
  const snoozeLater = useDelayedSnooze(() => refresh());
  const revert = useRevert();
  const [pending, setPending] = useState<string | null>(null);

  async function accept({ id, item, kind }: RecommendationDetail): Promise<void> {
    if (pending !== null) return;
    setPending(id);
    try {
      await client.recommendations.accept.mutate(
        { rec_id: id },
        { context: callContext({ says: `Accept ${item.title}` }) },
      );
      notify({
        title: `${item.title} is accepted`,
        detail: kind === "price_change" ? "It waits for approval now." : undefined,
      });
      leave();
    } catch (error) {
      notifyFailure(`${item.title} was not accepted`)(error);
    }
    await refresh();
    setPending(null);
  }

  function close(
    offeredAction: "dismiss" | "resolve",
    { id, item }: RecommendationDetail,
    reason: string | undefined,
  ): void {
    leave();
    hold({
      id,
      title: WORDS[offeredAction].done,
      detail: item.title,
      refusedTitle: `${item.title} ${WORDS[offeredAction].refused}`,
      commit: async () => {
        await client.recommendations[offeredAction].mutate(
          { rec_id: id, reason },
          { context: callContext({ says: `${WORDS[offeredAction].says} ${item.title}` }) },
        );
        await refresh();
      },
    });
  }

  function snooze(rec: RecommendationDetail, choice: Snooze): void {
    leave();
    snoozeLater(rec, choice);
  }

  return { accept, close, snooze, revert, pending };
}

export type RecommendationActions = ReturnType<typeof useRecommendationActions>;
