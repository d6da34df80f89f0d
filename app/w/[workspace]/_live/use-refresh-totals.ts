"use client";

import { type QueryClient, type QueryFilters, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTRPC } from "@/app/_trpc/client";

/** Each count reads everything that waits, so it is repeated once in this time, however much is decided. */
const INTERVAL_MS = 2_000;

interface Round {
  /** When the totals were last counted, by the page's clock. */
  readonly lastMs: number;
  readonly isScheduled: boolean;
}

const rounds = new WeakMap<QueryClient, Round>();

/**
 * Returns a function that has the totals counted again: at once, or as soon as the interval since the last time has
 * passed. Decisions of this page and changes that are reported share one count. It can be told which queries alone it
 * concerns.
 */
export function useRefreshTotals(): (which?: Pick<QueryFilters, "predicate">) => void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useCallback(
    (which = {}) => {
      const { lastMs, isScheduled } = rounds.get(queryClient) ?? { lastMs: -INTERVAL_MS, isScheduled: false };
      if (isScheduled) return;
      rounds.set(queryClient, { lastMs, isScheduled: true });
      const dueMs = lastMs + INTERVAL_MS - performance.now();
      setTimeout(
        () => {
          rounds.set(queryClient, { lastMs: performance.now(), isScheduled: false });
          const refetchType = document.hidden ? "none" : "active";
          for (const filter of [
            trpc.recommendations.inboxCounts.pathFilter(),
            trpc.workspace.summary.pathFilter(),
            trpc.overview.work.pathFilter(),
          ])
            void queryClient.invalidateQueries({ ...filter, ...which, refetchType });
        },
        Math.max(0, dueMs),
      );
    },
    [trpc, queryClient],
  );
}
