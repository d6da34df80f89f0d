"use client";

import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { hasAnswer } from "@/app/_trpc/query-client";
import type { Change, ChangeKind } from "@/server/domain/changes/change";
import { useRefreshTotals } from "./use-refresh-totals";

/** Whether rows may have changed, without knowing that one did: so begins every connection. */
export const isUnknown = ({ ids }: Change): boolean => ids === null;

/**
 * Returns a function that reads again what the open pages show of changed rows. A hidden page reads when it is shown.
 * The lists of recommendations read their rows by themselves, because they know them.
 */
export function useRefreshChanged(): (changes: readonly Change[]) => void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const refreshTotals = useRefreshTotals();
  return useCallback(
    (changes) => {
      const { alerts, catalog, decisionBatches, overview, recommendations, runs, workspace, writeBacks } =
        trpc;
      const shownOf: Readonly<Record<ChangeKind, readonly { queryKey: QueryKey }[]>> = {
        recommendation: [
          recommendations.list.queryFilter(),
          recommendations.detail.pathFilter(),
          recommendations.comments.pathFilter(),
          runs.findings.pathFilter(),
        ],
        run: [
          runs.pathFilter(),
          workspace.summary.pathFilter(),
          workspace.firstSteps.pathFilter(),
          overview.pathFilter(),
        ],
        write_back: [
          writeBacks.pathFilter(),
          recommendations.detail.pathFilter(),
          catalog.pathFilter(),
          workspace.firstSteps.pathFilter(),
        ],
        alert: [alerts.pathFilter(), workspace.summary.pathFilter()],
        batch: [decisionBatches.pathFilter()],
      };
      const refetchType = document.hidden ? "none" : "active";
      const filters = new Map(
        changes.flatMap(({ kind }) => shownOf[kind]).map((filter) => [JSON.stringify(filter), filter]),
      );
      const which = changes.every(isUnknown) ? { predicate: hasAnswer } : {};
      for (const filter of filters.values())
        void queryClient.invalidateQueries({ ...filter, ...which, refetchType });
      if (!changes.some(({ kind }) => kind === "recommendation")) return;
      refreshTotals(which);
      // A list that is read page by page reads what changed of it by itself; one that is not shown is read when it is.
      const lists = recommendations.list.infiniteQueryFilter();
      void queryClient.invalidateQueries({ ...lists, refetchType: "none" });
    },
    [trpc, queryClient, refreshTotals],
  );
}
