"use client";

import { useQueries } from "@tanstack/react-query";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { decidedSentence } from "./decision-text";
import type { RecommendationDetail } from "./recommendation-detail";

/** Lists the recommendations that left the person's choice because they were decided elsewhere or changed. */
export function DroppedSelections({ rows }: { rows: readonly RecommendationDetail[] }) {
  const trpc = useTRPC();
  const { reader } = useWorkspace();
  const details = useQueries({
    queries: rows.map(({ id }) => ({
      ...trpc.recommendations.detail.queryOptions({ rec_id: id }),
      // The cached row is older than the change that dropped it.
      staleTime: 0,
    })),
  });
  return (
    <ul>
      {rows.map((row, at) => (
        <li key={row.id}>
          {row.item.title}: {captionOf(details[at]?.data, reader)}
        </li>
      ))}
    </ul>
  );
}

function captionOf(now: RecommendationDetail | undefined, reader: string): string {
  if (!now) return "It was decided, or its figures changed.";
  return now.status === "pending_approval" ? "Its figures changed." : decidedSentence(now, reader);
}
