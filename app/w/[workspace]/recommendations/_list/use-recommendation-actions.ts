"use client";

import { useState } from "react";
import { notify } from "@/app/_components/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { callContext } from "@/app/_trpc/lost/response-link";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { outcomeOf } from "../../_decisions/approval-outcome";
import { useDelayedCalls } from "../../_decisions/delayed-calls-provider";
import type { RecommendationDetail } from "../../_decisions/recommendation-detail";
import type { Snooze } from "../../_decisions/snooze-dialog";
import { useDecidesOnce } from "../../_decisions/use-blocker";
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
  const decidesOnce = useDecidesOnce();
  const [pending, setPending] = useState<string | null>(null);

  async function accept({ id, item, kind, version }: RecommendationDetail): Promise<void> {
    if (pending !== null) return;
    setPending(id);
    const isPrice = kind === "price_change";
    const approve = decidesOnce && isPrice;
    try {
      const context = callContext({ says: `${approve ? "Accept and approve" : "Accept"} ${item.title}` });
      const { recommendations } = client;
      const outcome = approve
        ? outcomeOf(await recommendations.approve.mutate({ rec_id: id, version, accept: true }, { context }))
        : null;
      if (!approve) await recommendations.accept.mutate({ rec_id: id }, { context });
      notify({
        title: `${item.title} is ${outcome ? "decided" : "accepted"}`,
        detail: outcome?.message ?? (isPrice ? "It waits for approval now." : undefined),
        ...(outcome?.kind === "failed" ? { tone: "bad" as const } : {}),
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

  return { accept, close, snooze, revert, pending, decidesOnce };
}

export type RecommendationActions = ReturnType<typeof useRecommendationActions>;
