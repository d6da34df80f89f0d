"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { parseAsString, useQueryStates } from "nuqs";
import { useEffect, useMemo, useRef } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { useDelayedCalls } from "../../_decisions/delayed-calls-provider";
import type { RecommendationDetail } from "../../_decisions/recommendation-detail";
import { useKeyGuard } from "../../_decisions/use-key-guard";
import { useOpenEntry } from "../../_decisions/use-open-entry";
import { ALL, entryAt, grouped, nextAfter, passes } from "./arrange";
import type { Loaded } from "./loaded-count";

const PAGE = 100;
const RELOAD_INTERVAL_MS = 30_000;

const address = {
  show: parseAsString.withDefault(ALL),
  category: parseAsString.withDefault(ALL),
  rec: parseAsString,
};

/** Loads the pending entries, without those that a delayed decision hides, and guards the keys while they change. */
function usePendingEntries() {
  const trpc = useTRPC();
  const { hidden } = useDelayedCalls();
  const query = useInfiniteQuery({
    ...trpc.recommendations.inbox.infiniteQueryOptions(
      { limit: PAGE },
      { getNextPageParam: (page) => page.next_cursor ?? undefined },
    ),
    refetchInterval: RELOAD_INTERVAL_MS,
  });
  const waiting = useMemo(
    () => (query.data?.pages ?? []).flatMap(({ data }) => data).filter(({ id }) => !hidden.has(id)),
    [query.data, hidden],
  );
  const loaded: Loaded = { rows: waiting.length, more: query.hasNextPage };
  return { query, waiting, loaded, ...useKeyGuard(query.data?.pages) };
}

/** Returns a function that calls the newest `run`, for callers that wait for an answer while the page changes. */
function useNewest(run: (id: string) => void): (id: string) => void {
  const newest = useRef(run);
  useEffect(() => {
    newest.current = run;
  });
  return (id) => newest.current(id);
}

/** Returns the pending entries that pass the address's filters, the open entry, and the navigation between them. */
export function useInbox() {
  const { query, waiting, loaded, guard, markOwn } = usePendingEntries();
  const [params, setParams] = useQueryStates(address);
  const { show, category } = params;
  const visible = useMemo(() => {
    const matching = waiting.filter((entry) => entry.id === params.rec || passes(entry, { show, category }));
    return grouped(matching).flatMap((group) => group.entries);
  }, [waiting, show, category, params.rec]);
  const entry = useOpenEntry(query.data ? visible : undefined, params.rec, `${show}/${category}`);
  const { current } = entry;
  const groups = useMemo(() => grouped(entry.rows), [entry.rows]);
  const entries = groups.flatMap((group) => group.entries);

  /** Opens an entry that the person chose; keys act on it from now on. */
  const open = (id: string | null) => {
    guard.acted();
    entry.opened();
    void setParams({ rec: id });
  };
  const openAfter = (id: string) => {
    const next = nextAfter(entries, id);
    open(next?.id ?? null);
    if (!next) entry.close();
  };
  // Another entry may be open when an answer arrives, and it must stay open.
  const leave = useNewest((id) => {
    if (id === current?.id) openAfter(id);
  });
  return {
    query,
    waiting,
    loaded,
    groups,
    entries,
    current,
    entryStatus: entry.entryStatus,
    look: guard.guarded(() => {
      guard.acted();
      entry.look();
    }),
    guard,
    markOwn,
    /** The number of pending entries in the list, without the open entry if another person decided it. */
    count: visible.length,
    position: visible.findIndex(({ id }) => id === current?.id) + 1,
    filter: { show, category },
    setFilter: (next: { show?: string; category?: string }) => {
      guard.acted();
      void setParams({ ...next, rec: null });
    },
    open,
    move: (step: number) => open(entryAt(entries, current?.id ?? null, step)?.id ?? null),
    /** Leaves an entry that another person decided. */
    openNext: () => {
      if (current) openAfter(current.id);
    },
    /** Whether a recommendation is still pending in the version that was shown. */
    isStillPending: ({ id, version }: RecommendationDetail): boolean =>
      waiting.some((row) => row.id === id && row.version === version) ||
      (current?.id === id && entry.entryStatus === "waiting"),
    /** Opens the next entry if the open one leaves; another entry leaves without changing which one is open. */
    leave,
  };
}

export type InboxState = ReturnType<typeof useInbox>;
