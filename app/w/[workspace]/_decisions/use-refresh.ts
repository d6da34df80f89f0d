"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { BY_REASON_KEY } from "./by-reason-key";

/**
 * Returns a function that reloads the data a decision changes: recommendations, prices and the navigation's counts.
 */
export function useRefresh(): () => Promise<void> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useCallback(async () => {
    await Promise.all([
      queryClient.invalidateQueries(trpc.recommendations.pathFilter()),
      queryClient.invalidateQueries({ queryKey: BY_REASON_KEY }),
      queryClient.invalidateQueries(trpc.workspace.summary.queryFilter()),
      queryClient.invalidateQueries(trpc.catalog.pathFilter()),
    ]);
  }, [trpc, queryClient]);
}
