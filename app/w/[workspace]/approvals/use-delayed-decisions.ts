"use client";

import { formatMoney } from "@/app/_components/pricing/format";
import { useLocale } from "@/app/_components/pricing/locale";
import { useTRPCClient } from "@/app/_trpc/client";
import { callContext } from "@/app/_trpc/lost/response-link";
import { useDelayedCalls } from "../_decisions/delayed-calls-provider";
import type { RecommendationDetail } from "../_decisions/recommendation-detail";
import type { Snooze } from "../_decisions/snooze-dialog";
import { useDelayedSnooze } from "../_decisions/use-delayed-snooze";
import type { InboxState } from "./use-inbox";
import { useInboxChanges } from "./use-inbox-changes";

const CHANGED_BY_HAND = "Changed in the shop by hand.";

/** Sends an approval. @param isThere whether the person has not moved or decided since they gave it */
type Commit = (isThere: () => boolean) => Promise<void>;

/** Returns the decisions that can be undone for a few seconds. */
export function useDelayedDecisions({ leave, markOwn, place }: InboxState) {
  const locale = useLocale();
  const client = useTRPCClient();
  const { changed } = useInboxChanges();
  const { hold } = useDelayedCalls();
  const snoozeLater = useDelayedSnooze((id) => changed([id]));

  function snooze(recs: readonly RecommendationDetail[], choice: Snooze): void {
    for (const rec of recs) {
      markOwn(rec.id);
      leave(rec.id);
      snoozeLater(rec, choice);
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
        await changed([id]);
      },
    });
  }

  /** Approves after the seconds in which a phone's reader can undo it. @param commit sends the approval */
  function approve({ id, item, recommended_price: price }: RecommendationDetail, commit: Commit): void {
    markOwn(id);
    leave(id);
    const isThere = place();
    hold({
      id,
      title: `${item.title} is approved`,
      ...(price === null ? {} : { detail: `${formatMoney(price, locale)} goes to the store in a moment.` }),
      refusedTitle: `${item.title} was not approved`,
      commit: () => commit(isThere),
    });
  }

  return { approve, snooze, resolve };
}
