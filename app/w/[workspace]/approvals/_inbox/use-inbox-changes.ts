"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { type Outputs, useTRPC, useTRPCClient } from "@/app/_trpc/client";
import type { RecommendationDetail } from "../../_decisions/recommendation-detail";
import { storeRow } from "./use-rows";

type Inbox = Outputs["recommendations"]["inbox"];

/** The service reads so many rows in one request at most. */
const MOST_ROWS = 100;

/** Returns the list with these rows as they are now: a row that does not wait any more is not in it. */
function withRows(inbox: Inbox, rows: ReadonlyMap<string, RecommendationDetail | null>): Inbox {
  const entries = inbox.entries.flatMap((entry) => {
    const row = rows.get(entry.id);
    if (row === undefined) return [entry];
    return row?.status === "pending_approval" ? [{ ...entry, version: row.version }] : [];
  });
  return { entries, total: inbox.total - (inbox.entries.length - entries.length) };
}

/**
 * Returns a function that updates the inbox after a decision: it reads the decided rows alone and puts them into the
 * lists that are loaded. Totals are counted again; other pages reload when they are opened.
 */
export function useInboxChanges(): (ids: readonly string[]) => Promise<void> {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  return useCallback(
    async (ids) => {
      const lists = trpc.recommendations.inbox.queryFilter();
      try {
        const rows = new Map<string, RecommendationDetail | null>(ids.map((id) => [id, null]));
        for (let first = 0; first < ids.length; first += MOST_ROWS) {
          const part = ids.slice(first, first + MOST_ROWS);
          for (const row of await client.recommendations.details.query({ ids: part })) {
            rows.set(row.id, row);
            storeRow(queryClient, row);
          }
        }
        // A list that was asked for before the decision would bring the row back.
        await queryClient.cancelQueries(lists);
        queryClient.setQueriesData<Inbox>(lists, (inbox) => inbox && withRows(inbox, rows));
      } catch {
        // The whole list is read again when the service answers; that finds the decided rows too.
        await queryClient.invalidateQueries(lists);
      }
      await Promise.all([
        queryClient.invalidateQueries(trpc.recommendations.inboxCounts.queryFilter()),
        queryClient.invalidateQueries(trpc.workspace.summary.queryFilter()),
        queryClient.invalidateQueries(trpc.recommendations.list.queryFilter()),
        queryClient.invalidateQueries(trpc.recommendations.detail.queryFilter()),
        queryClient.invalidateQueries(trpc.catalog.pathFilter()),
      ]);
    },
    [trpc, client, queryClient],
  );
}
