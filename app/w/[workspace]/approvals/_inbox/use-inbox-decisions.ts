"use client";

import { useEffect, useRef, useState } from "react";
import { notify } from "@/app/_components/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { callContext } from "@/app/_trpc/lost/answer-link";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { useDelayedCalls } from "../../_decisions/delayed-calls-provider";
import type { RecommendationDetail } from "../../_decisions/recommendation-detail";
import type { Snooze } from "../../_decisions/snooze-dialog";
import { useApprove } from "../../_decisions/use-approve";
import { useRefresh } from "../../_decisions/use-refresh";
import type { InboxState } from "./use-inbox";

const CHANGED_BY_HAND = "Changed in the shop by hand.";

/** Returns the inbox's decisions: approve, reject, snooze and mark as changed by hand. */
export function useInboxDecisions(inbox: Pick<InboxState, "leave" | "markOwn" | "guard">) {
  const { markOwn, guard } = inbox;
  // Another entry may be open when an answer arrives; it must stay open, so the newest state is read then.
  const newest = useRef(inbox);
  useEffect(() => {
    newest.current = inbox;
  });
  const leave = (id: string) => newest.current.leave(id);
  const client = useTRPCClient();
  const refresh = useRefresh();
  const { hold } = useDelayedCalls();
  const { approve, approveAndReport, underway } = useApprove();
  /** The message of an approval that was not carried out, by entry id; such an entry stays pending. */
  const [stale, setStale] = useState<ReadonlyMap<string, string>>(new Map());

  /**
   * Approves one entry and opens the next. If the answer was lost, no other entry is opened, so that the person keeps
   * the one they are reading.
   */
  async function approveOne(rec: RecommendationDetail): Promise<void> {
    if (underway.has(rec.id)) return;
    markOwn(rec.id);
    setStale((known) => new Map([...known].filter(([id]) => id !== rec.id)));
    const { kind, words, lost } = await approveAndReport(rec);
    if (lost) guard.changed();
    const isStillPending = kind === "changed" || kind === "not_taken" || kind === "unknown";
    if (isStillPending) setStale((known) => new Map(known).set(rec.id, words));
    else if (!lost && kind !== "decided") leave(rec.id);
    await refresh();
  }

  /** Rejects without delay, one after the other. @returns the errors, by entry id */
  async function reject(
    recs: readonly RecommendationDetail[],
    reason: string,
  ): Promise<ReadonlyMap<string, unknown>> {
    const refused = new Map<string, unknown>();
    for (const { id, item } of recs) {
      markOwn(id);
      let lost = false;
      const context = callContext({
        says: `Reject ${item.title}: “${reason}”`,
        onLost: () => {
          lost = true;
        },
      });
      await client.recommendations.reject.mutate({ rec_id: id, reason }, { context }).then(
        () => (lost ? guard.changed() : leave(id)),
        (error: unknown) => refused.set(id, error),
      );
    }
    const [first] = recs;
    const done = recs.length - refused.size;
    if (done > 0)
      notify({
        title: done === 1 && first ? `${first.item.title} is rejected` : `${done} rejected`,
        detail: reason,
      });
    const [error] = refused.values();
    if (error !== undefined)
      notifyFailure(`${refused.size === 1 ? "One was" : `${refused.size} were`} not rejected`)(error);
    await refresh();
    return refused;
  }

  function snooze(recs: readonly RecommendationDetail[], { until, reason }: Snooze): void {
    for (const { id, item } of recs) {
      markOwn(id);
      leave(id);
      hold({
        id,
        title: `Snoozed: ${until.label.toLowerCase()}`,
        detail: item.title,
        refusedTitle: `${item.title} was not snoozed`,
        commit: async () => {
          const snooze_until = new Date(until.untilMs).toISOString();
          const context = callContext({ says: `Snooze ${item.title}` });
          await client.recommendations.snooze.mutate({ rec_id: id, snooze_until, reason }, { context });
          await refresh();
        },
      });
    }
  }

  function resolve({ id, item }: RecommendationDetail): void {
    markOwn(id);
    leave(id);
    hold({
      id,
      title: "Marked as changed by hand",
      detail: item.title,
      refusedTitle: `${item.title} was not marked`,
      commit: async () => {
        const context = callContext({ says: `Mark ${item.title} as changed by hand` });
        await client.recommendations.resolve.mutate({ rec_id: id, reason: CHANGED_BY_HAND }, { context });
        await refresh();
      },
    });
  }

  return { approve, approveOne, reject, snooze, resolve, underway, stale, refresh };
}
