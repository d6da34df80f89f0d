"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { type Outputs, useTRPC, useTRPCClient } from "@/app/_trpc/client";
import { hasAnswer } from "@/app/_trpc/query-client";
import type { RecommendationDetail } from "../_decisions/recommendation-detail";
import { MOST_DETAILS } from "../_decisions/recommendation-detail";
import { useChanges } from "../_live/live-provider";
import { isUnknown } from "../_live/use-refresh-changed";
import { useRefreshTotals } from "../_live/use-refresh-totals";
import { storeRow } from "./use-rows";

type Inbox = Outputs["recommendations"]["inbox"];

const isPending = (row: RecommendationDetail | null): row is RecommendationDetail =>
  row?.status === "pending_approval";

const MAY_WAIT: ReadonlySet<RecommendationDetail["status"]> = new Set([
  "held",
  "new",
  "pending_approval",
  "snoozed",
]);

const decidedRows = new WeakMap<QueryClient, Set<string>>();

/**
 * The ids of rows that were seen decided, which never wait again: what is reported of them does not concern the inbox.
 */
function decidedOf(queryClient: QueryClient): Set<string> {
  const known = decidedRows.get(queryClient) ?? new Set<string>();
  decidedRows.set(queryClient, known);
  return known;
}

/**
 * Returns the list with these rows as they are now: a row that does not wait any more is not in it. Returns the same
 * object if nothing changed, so that nothing is rendered again.
 */
function withRows(inbox: Inbox, rows: ReadonlyMap<string, RecommendationDetail | null>): Inbox {
  const isSame = ({ id, version }: Inbox["entries"][number]) => {
    const row = rows.get(id);
    return row === undefined || (isPending(row) && row.version === version);
  };
  if (inbox.entries.every(isSame)) return inbox;
  const entries = inbox.entries.flatMap((entry) => {
    const row = rows.get(entry.id);
    if (row === undefined) return [entry];
    return isPending(row) ? [{ ...entry, version: row.version }] : [];
  });
  return { ...inbox, entries, total: inbox.total - (inbox.entries.length - entries.length) };
}

/**
 * Returns a function that puts rows into the lists that are loaded; null stands for a row that is not pending any more.
 */
function usePutRows(): (rows: ReadonlyMap<string, RecommendationDetail | null>) => Promise<void> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useCallback(
    async (rows) => {
      const lists = trpc.recommendations.inbox.queryFilter();
      // A list that was asked for before the decision would bring the row back; it is asked for again.
      const asked = queryClient.isFetching(lists) > 0;
      await queryClient.cancelQueries(lists);
      queryClient.setQueriesData<Inbox>(lists, (inbox) => inbox && withRows(inbox, rows));
      if (asked) void queryClient.invalidateQueries(lists);
    },
    [trpc, queryClient],
  );
}

/**
 * Returns a function that reads these rows alone and puts them into the lists that are loaded. If the service does not
 * answer, the lists are read again as a whole when it does.
 * @returns the rows by id, null for one that does not exist; nothing if they could not be read
 */
function useReadRows(): (
  ids: readonly string[],
) => Promise<ReadonlyMap<string, RecommendationDetail | null>> {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const putRows = usePutRows();
  return useCallback(
    async (ids) => {
      const lists = trpc.recommendations.inbox.queryFilter();
      try {
        const rows = new Map<string, RecommendationDetail | null>(ids.map((id) => [id, null]));
        for (let first = 0; first < ids.length; first += MOST_DETAILS) {
          const part = ids.slice(first, first + MOST_DETAILS);
          for (const row of await client.recommendations.details.query({ ids: part })) {
            rows.set(row.id, row);
            // Nothing reads the figures of a row that left the list; stored ones would only take memory.
            if (row.status === "pending_approval") storeRow(queryClient, row);
            else if (!MAY_WAIT.has(row.status)) decidedOf(queryClient).add(row.id);
          }
        }
        await putRows(rows);
        return rows;
      } catch {
        // Reading the whole list finds these rows too.
        await queryClient.invalidateQueries(lists);
        return new Map();
      }
    },
    [trpc, client, queryClient, putRows],
  );
}

/** Functions that update the inbox after decisions of the person. */
export interface InboxChanges {
  /** Reads the rows again. */
  readonly changed: (ids: readonly string[]) => Promise<void>;
  /** Removes a row whose decision the service has confirmed, without reading it again. */
  readonly decided: (id: string) => Promise<void>;
}

/**
 * Returns functions that update the inbox after a decision. Totals are counted again soon; other pages reload when they
 * are opened.
 */
export function useInboxChanges(): InboxChanges {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const refreshTotals = useRefreshTotals();
  const readRows = useReadRows();
  const putRows = usePutRows();
  return useMemo(() => {
    const refreshOthers = () => {
      const { catalog, recommendations } = trpc;
      void queryClient.invalidateQueries(recommendations.detail.queryFilter());
      for (const filter of [recommendations.list.pathFilter(), catalog.pathFilter()])
        void queryClient.invalidateQueries({ ...filter, refetchType: "none" });
      refreshTotals();
    };
    return {
      changed: async (ids) => {
        await readRows(ids);
        refreshOthers();
      },
      decided: async (id) => {
        decidedOf(queryClient).add(id);
        await putRows(new Map([[id, null]]));
        refreshOthers();
      },
    };
  }, [trpc, queryClient, refreshTotals, readRows, putRows]);
}

/**
 * Updates the inbox after changes by others: reads the changed rows alone, and the whole list if that is not enough,
 * because the rows are not known, one has to be inserted, or one moved on to other figures, which may change its
 * position.
 */
export function useForeignChanges(): void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const readRows = useReadRows();
  useChanges((changes) => {
    const recommendations = changes.find(({ kind }) => kind === "recommendation");
    if (!recommendations) return;
    const lists = trpc.recommendations.inbox.queryFilter();
    const which = isUnknown(recommendations) ? { predicate: hasAnswer } : {};
    const refetchType = document.hidden ? "none" : "active";
    const readLists = () => queryClient.invalidateQueries({ ...lists, ...which, refetchType });
    if (recommendations.ids === null || document.hidden) return void readLists();
    const decided = decidedOf(queryClient);
    const ids = recommendations.ids.filter((id) => !decided.has(id));
    if (ids.length === 0) return;
    const versions = new Map(
      queryClient
        .getQueriesData<Inbox>(lists)
        .flatMap(([, inbox]) => inbox?.entries ?? [])
        .map(({ id, version }) => [id, version]),
    );
    void readRows(ids).then((rows) => {
      const pending = [...rows.values()].filter(isPending);
      if (pending.some(({ id, version }) => versions.get(id) !== version)) void readLists();
    });
  });
}
