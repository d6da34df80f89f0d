"use client";

import { notify } from "@/app/_components/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { callContext } from "@/app/_trpc/lost/response-link";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { useDelayedCalls } from "../_decisions/delayed-calls-provider";
import type { RecommendationDetail } from "../_decisions/recommendation-detail";
import type { InboxState } from "./use-inbox";
import { useInboxChanges } from "./use-inbox-changes";

/** Returns a function that rejects entries without delay, one after the other, and shows what came of it. */
export function useReject({
  leave,
  markOwn,
  guard,
}: InboxState): (recs: readonly RecommendationDetail[], reason: string) => Promise<void> {
  const client = useTRPCClient();
  const { changed } = useInboxChanges();
  const { sent } = useDelayedCalls();

  return async (recs, reason) => {
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
    if (done > 0 && first)
      sent({
        title: first.item.title,
        takeBack: null,
        why: "A rejection stands until a run finds the price again.",
      });
    if (done > 0)
      notify({
        title: done === 1 && first ? `${first.item.title} is rejected` : `${done} rejected`,
        detail: reason,
      });
    const [error] = refused.values();
    if (error !== undefined)
      notifyFailure(`${refused.size === 1 ? "One was" : `${refused.size} were`} not rejected`)(error);
    await changed(recs.map(({ id }) => id));
  };
}
