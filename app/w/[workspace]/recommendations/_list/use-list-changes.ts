"use client";

import { type InfiniteData, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { type Outputs, useTRPCClient } from "@/app/_trpc/client";
import { useChanges } from "../../_live/live-provider";
import { changedPages, type ListFilter } from "./changed-pages";

type Pages = InfiniteData<Outputs["recommendations"]["list"]>;

/**
 * Updates the pages that are loaded after changes: reads the changed rows alone, or all loaded pages if the rows are
 * not known. A burst of changes has the pages read one time after the other, never two at once.
 */
export function useListChanges(queryKey: QueryKey, filter: ListFilter): void {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const readAll = useReadAll(queryKey);
  useChanges((changes) => {
    const ids = changes.find(({ kind }) => kind === "recommendation")?.ids;
    if (ids === undefined || document.hidden) return;
    const pages = queryClient.getQueryData<Pages>(queryKey);
    if (ids === null || !pages || queryClient.isFetching({ queryKey, exact: true }) > 0)
      return void readAll();
    client.recommendations.details.query({ ids: [...ids] }).then(
      (found) => {
        const rows = new Map<string, (typeof found)[number] | null>(ids.map((id) => [id, null]));
        for (const row of found) rows.set(row.id, row);
        queryClient.setQueryData<Pages>(
          queryKey,
          (now) => now && { ...now, pages: changedPages(now.pages, rows, filter) },
        );
      },
      () => void readAll(),
    );
  });
}

/** Reads all loaded pages again after changes, one time after the other. */
export function useReadOnChanges(queryKey: QueryKey): void {
  const readAll = useReadAll(queryKey);
  useChanges((changes) => {
    if (!document.hidden && changes.some(({ kind }) => kind === "recommendation")) void readAll();
  });
}

/** Returns a function that reads all loaded pages; calls during a reading have it repeated once. */
function useReadAll(queryKey: QueryKey): () => Promise<void> {
  const queryClient = useQueryClient();
  const reading = useRef(false);
  const again = useRef(false);
  return useCallback(async () => {
    again.current = true;
    if (reading.current) return;
    reading.current = true;
    while (again.current) {
      again.current = false;
      await queryClient.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
    }
    reading.current = false;
  }, [queryClient, queryKey]);
}
