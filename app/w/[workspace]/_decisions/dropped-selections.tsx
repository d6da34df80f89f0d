"use client";

import { useQueries } from "@tanstack/react-query";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { decidedSentence } from "./decision-text";
import type { RecommendationDetail } from "./recommendation-detail";

/** So many are named; more are counted. */
const MOST_NAMED = 10;

/** Lists the recommendations that left the person's choice because they were decided elsewhere or changed. */
export function DroppedSelections({ ids }: { ids: readonly string[] }) {
  const trpc = useTRPC();
  const { reader } = useWorkspace();
  const details = useQueries({
    queries: ids.slice(0, MOST_NAMED).map((id) => ({
      ...trpc.recommendations.detail.queryOptions({ rec_id: id }),
      // The cached row is older than the change that dropped it.
      staleTime: 0,
    })),
  });
  const others = ids.length - details.length;
  return (
    <ul>
      {details.map(({ data }, at) => (
        <li key={ids[at]}>
          {data ? `${data.item.title}: ${captionOf(data, reader)}` : "Looking up which one."}
        </li>
      ))}
      {others > 0 ? <li>And {others} more.</li> : null}
    </ul>
  );
}

const captionOf = (now: RecommendationDetail, reader: string): string =>
  now.status === "pending_approval" ? "Its figures changed." : decidedSentence(now, reader);
