"use client";

import { useTRPCClient } from "@/app/_trpc/client";
import { callContext } from "@/app/_trpc/lost/response-link";
import { useDelayedCalls } from "./delayed-calls-provider";
import type { RecommendationDetail } from "./recommendation-detail";
import type { Snooze } from "./snooze-dialog";

/**
 * Returns a function that snoozes a recommendation after a few seconds in which it can be undone.
 * @param afterwards updates the lists of the page; called when the snooze is stored
 */
export function useDelayedSnooze(
  afterwards: (id: string) => Promise<void>,
): (rec: RecommendationDetail, snooze: Snooze) => void {
  const client = useTRPCClient();
  const { hold } = useDelayedCalls();
  return ({ id, item }, { until, reason }) =>
    hold({
      id,
      title: `Snoozed: ${until.label.toLowerCase()}`,
      detail: item.title,
      refusedTitle: `${item.title} was not snoozed`,
      commit: async () => {
        const snooze_until = new Date(until.untilMs).toISOString();
        const context = callContext({ says: `Snooze ${item.title}` });
        await client.recommendations.snooze.mutate({ rec_id: id, snooze_until, reason }, { context });
        await afterwards(id);
      },
    });
}
