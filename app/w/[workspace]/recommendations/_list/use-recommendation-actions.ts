"use client";

import { useState } from "react";
import { notify } from "@/app/_components/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { callContext } from "@/app/_trpc/lost/response-link";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { useDelayedCalls } from "../../_decisions/delayed-calls-provider";
import type { RecommendationDetail } from "../../_decisions/recommendation-detail";
import type { Snooze } from "../../_decisions/snooze-dialog";
import { useApprove } from "../../_decisions/use-approve";
import { useDecidesOnce } from "../../_decisions/use-blocker";
import { useDelayedSnooze } from "../../_decisions/use-delayed-snooze";
import { useRefresh } from "../../_decisions/use-refresh";
import { useRevert } from "../../_decisions/use-revert";

const WORDS = {
  dismiss: { says: "Dismiss", done: "Dismissed", refused: "was not dismissed" },
  resolve: { says: "Mark as done:", done: "Marked as done", refused: "was not marked" },
} as const;

/** Decides a recommendation. `leave` is called when the open one is about to leave the list. */
export function useRecommendationActions(leave: () => void) {
  const client = useTRPCClient();
  const refresh = useRefresh();
  const { hold } = useDelayedCalls();
  const snoozeLater = useDelayedSnooze(() => refresh());
  const revert = useRevert();
  const decidesOnce = useDecidesOnce();
  const { approveAndReport } = useApprove();
  const [pending, setPending] = useState<string | null>(null);

  async function accept(rec: RecommendationDetail): Promise<void> {
    if (pending !== null) return;
    setPending(rec.id);
    if (decidesOnce && rec.kind === "price_change") await acceptAndApprove(rec);
    else await acceptAlone(rec);
    await refresh();
    setPending(null);
  }

  async function acceptAlone({ id, item, kind }: RecommendationDetail): Promise<void> {
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
  }

  /** Waits for the receipt, as the inbox does. What was not carried out stays open. */
  async function acceptAndApprove(rec: RecommendationDetail): Promise<void> {
    const { kind, message, writeBackId } = await approveAndReport(rec, () => undefined);
    const isTaken = kind === "applied" || kind === "writing" || kind === "first_of_two";
    if (isTaken || (kind === "failed" && writeBackId)) leave();
    else if (kind === "changed" || kind === "decided" || kind === "not_taken")
      notify({ title: `${rec.item.title}: not approved`, detail: message, durationMs: null });
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
