"use client";

import { useState } from "react";
import { notify } from "@/app/_components/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { callContext } from "@/app/_trpc/lost/response-link";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { useDelayedCalls } from "../../_decisions/delayed-calls-provider";
import { notifyRefused } from "../../_decisions/notify-refused";
import { useRefresh } from "../../_decisions/use-refresh";
import type { ListedRecommendation } from "./changed-pages";

type Rows = readonly ListedRecommendation[];

const countText = (count: number): string => (count === 1 ? "1 recommendation" : `${count} recommendations`);

/** Accepts or dismisses several recommendations. `then` is called when they are accepted, or about to be dismissed. */
export function useSeveral(then: () => void) {
  const client = useTRPCClient();
  const refresh = useRefresh();
  const { hold } = useDelayedCalls();
  const [isAccepting, setAccepting] = useState(false);

  async function accept(rows: Rows): Promise<void> {
    const what = countText(rows.length);
    setAccepting(true);
    try {
      const answer = await client.recommendations.acceptSeveral.mutate(
        { rec_ids: rows.map(({ id }) => id) },
        { context: callContext({ says: `Accept ${what}` }) },
      );
      if (answer.changed > 0)
        notify({
          title: `${countText(answer.changed)} accepted`,
          detail: "Price changes wait for approval now.",
        });
      notifyRefused(answer.rows, "It was not accepted");
      then();
    } catch (error) {
      notifyFailure(`${what} not accepted`)(error);
    }
    await refresh();
    setAccepting(false);
  }

  function dismiss(rows: Rows, reason: string | undefined): void {
    const [first, ...others] = rows;
    if (!first) return;
    const what = countText(rows.length);
    const refusedTitle = `${what} not dismissed`;
    then();
    hold({
      id: first.id,
      others: others.map(({ id }) => id),
      title: "Dismissed",
      detail: what,
      refusedTitle,
      commit: async () => {
        const answer = await client.recommendations.dismissSeveral.mutate(
          { rec_ids: rows.map(({ id }) => id), reason },
          { context: callContext({ says: `Dismiss ${what}` }) },
        );
        notifyRefused(answer.rows, refusedTitle);
        await refresh();
      },
    });
  }

  return { accept: (rows: Rows) => void accept(rows), dismiss, isAccepting };
}
