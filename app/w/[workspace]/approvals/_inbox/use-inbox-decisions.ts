"use client";

import { useState } from "react";
import { notify } from "@/app/_components/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import { useHeldBack } from "../../_decisions/held-back-provider";
import type { Outcome } from "../../_decisions/outcome";
import type { Shown } from "../../_decisions/shown";
import type { Snooze } from "../../_decisions/snooze-dialog";
import { useApprove } from "../../_decisions/use-approve";
import { useRefresh } from "../../_decisions/use-refresh";

const CHANGED_BY_HAND = "Changed in the shop by hand.";

/** The decisions of the inbox. `leave` is told which entry is about to go from the list. */
export function useInboxDecisions(leave: (id: string) => void) {
  const client = useTRPCClient();
  const refresh = useRefresh();
  const { hold } = useHeldBack();
  const { approve, approveAndTell, underway } = useApprove();
  /** What a refused approval said, by entry: such an entry waits on, with new figures. */
  const [stale, setStale] = useState<ReadonlyMap<string, string>>(new Map());

  async function approveOne(rec: Shown): Promise<void> {
    if (underway.has(rec.id)) return;
    const outcome = await approveAndTell(rec);
    if (outcome.kind === "changed") tellChanged(rec, outcome);
    else leave(rec.id);
  }

  function tellChanged(rec: Shown, { words, currentStatus }: Outcome): void {
    if (currentStatus === "pending_approval") {
      setStale((known) => new Map(known).set(rec.id, words));
      return;
    }
    leave(rec.id);
    notify({
      title: `${rec.item.title} left the inbox; nothing was written`,
      detail: `${words} ${currentStatus === "superseded" ? "What replaces it is under Recommendations." : ""}`,
      tone: "bad",
      durationMs: null,
    });
  }

  /** Rejects at once, one after the other; returns what was refused, by entry. */
  async function reject(recs: readonly Shown[], reason: string): Promise<ReadonlyMap<string, string>> {
    const refused = new Map<string, string>();
    for (const { id } of recs) {
      await client.recommendations.reject.mutate({ rec_id: id, reason }).then(
        () => leave(id),
        (error: unknown) => refused.set(id, failureOf(error).message),
      );
    }
    const [first] = recs;
    const done = recs.length - refused.size;
    if (done > 0)
      notify({
        title: done === 1 && first ? `${first.item.title} is rejected` : `${done} rejected`,
        detail: reason,
      });
    if (refused.size > 0)
      notify({
        title: `${refused.size === 1 ? "One was" : `${refused.size} were`} not rejected`,
        detail: [...refused.values()][0],
        tone: "bad",
      });
    await refresh();
    return refused;
  }

  function snooze(recs: readonly Shown[], { until, reason }: Snooze): void {
    for (const { id, item } of recs) {
      leave(id);
      hold({
        id,
        title: `Snoozed: ${until.label.toLowerCase()}`,
        detail: item.title,
        refusedTitle: `${item.title} was not snoozed`,
        commit: async () => {
          const snooze_until = new Date(until.untilMs).toISOString();
          await client.recommendations.snooze.mutate({ rec_id: id, snooze_until, reason });
          await refresh();
        },
      });
    }
  }

  function resolve({ id, item }: Shown): void {
    leave(id);
    hold({
      id,
      title: "Marked as changed by hand",
      detail: item.title,
      refusedTitle: `${item.title} was not marked`,
      commit: async () => {
        await client.recommendations.resolve.mutate({ rec_id: id, reason: CHANGED_BY_HAND });
        await refresh();
      },
    });
  }

  return { approve, approveOne, reject, snooze, resolve, underway, stale, refresh };
}
