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

/** Decides a recommendation. `leave` is called with its id when it is about to leave the list. */
export function useRecommendationActions(leave: (id: string) => void) {
  const client = useTRPCClient();
  const refresh = useRefresh();
  const { hold } = useDelayedCalls();
  const snoozeLater = useDelayedSnooze(() => refresh());
  const revert = useRevert();
  const decidesOnce = useDecidesOnce();
  const { approveAndReport } = useApprove();
  const [pending, setPending] = useState<string | null>(null);

  /** @returns whether it was accepted */
  async function accept(rec: RecommendationDetail): Promise<boolean> {
    if (pending !== null) return false;
    setPending(rec.id);
    const isAccepted = await (decidesOnce && rec.kind === "price_change"
      ? acceptAndApprove(rec)
      : acceptAlone(rec));
    await refresh();
    setPending(null);
    return isAccepted;
  }

  async function acceptAlone({ id, item, kind }: RecommendationDetail): Promise<boolean> {
    try {
      await client.recommendations.accept.mutate(
        { rec_id: id },
        { context: callContext({ says: `Accept ${item.title}` }) },
      );
      notify({
        title: `${item.title} is accepted`,
        detail: kind === "price_change" ? "It waits for approval now." : undefined,
      });
      leave(id);
      return true;
    } catch (error) {
      notifyFailure(`${item.title} was not accepted`)(error);
      return false;
    }
  }

  /** Waits for the receipt, as the inbox does. What was not carried out stays open. */
  async function acceptAndApprove(rec: RecommendationDetail): Promise<boolean> {
    const { kind, message, writeBackId } = await approveAndReport(rec, () => undefined);
    const isTaken = kind === "applied" || kind === "writing" || kind === "first_of_two";
    const isDecided = isTaken || (kind === "failed" && writeBackId !== null);
    if (isDecided) leave(rec.id);
    else if (kind === "changed" || kind === "decided" || kind === "not_taken")
      notify({ title: `${rec.item.title}: not approved`, detail: message, durationMs: null });
    return isDecided;
  }

  function close(
    offeredAction: "dismiss" | "resolve",
    { id, item }: RecommendationDetail,
    reason: string | undefined,
  ): void {
    leave(id);
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
    leave(rec.id);
    snoozeLater(rec, choice);
  }

  return { accept, close, snooze, revert, pending, decidesOnce };
}

export type RecommendationActions = ReturnType<typeof useRecommendationActions>;
