"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { useDelayedCalls } from "../../_decisions/delayed-calls-provider";
import type { RecommendationDetail } from "../../_decisions/recommendation-detail";
import { useKeyGuard } from "../../_decisions/use-key-guard";
import { useOpenEntry } from "../../_decisions/use-open-entry";
import { entryAt, grouped, type InboxEntry, nextAfter } from "./arrange";
import { useInboxAddress } from "./inbox-filter";
import { useRow } from "./use-rows";

const RELOAD_INTERVAL_MS = 30_000;

/**
 * Loads the order of the pending entries and their totals, without those that a delayed decision hides, and guards the
 * keys while they change. While another filter's list loads, the list from before stays.
 */
function usePendingEntries({
  criteria,
  filter,
}: Pick<ReturnType<typeof useInboxAddress>, "criteria" | "filter">) {
  const trpc = useTRPC();
  const { hidden } = useDelayedCalls();
  const query = useQuery({
    ...trpc.recommendations.inbox.queryOptions({ ...criteria, order: filter.order }),
    refetchInterval: RELOAD_INTERVAL_MS,
    placeholderData: keepPreviousData,
  });
  const counts = useQuery({
    ...trpc.recommendations.inboxCounts.queryOptions(criteria),
    refetchInterval: RELOAD_INTERVAL_MS,
    placeholderData: keepPreviousData,
  });
  const asked = JSON.stringify(filter);
  const [listed, setListed] = useState(asked);
  if (!query.isPlaceholderData && listed !== asked) setListed(asked);
  const list = query.isPlaceholderData ? listed : asked;
  const entries = query.data?.entries;
  const waiting = useMemo(() => entries?.filter(({ id }) => !hidden.has(id)), [entries, hidden]);
  const pages = useMemo(() => (entries ? [{ data: entries }] : undefined), [entries]);
  const total = (query.data?.total ?? 0) - (entries?.length ?? 0) + (waiting?.length ?? 0);
  return { query, counts: counts.data, waiting, total, list, ...useKeyGuard(pages, list) };
}

/** Returns a function that calls the newest `run`, for callers that wait for an answer while the page changes. */
function useNewest<Result>(run: (id: string) => Result): (id: string) => Result {
  const newest = useRef(run);
  useEffect(() => {
    newest.current = run;
  });
  return (id) => newest.current(id);
}

const entryOf = ({ id, version, why }: RecommendationDetail): InboxEntry => ({
  id,
  version,
  why: why ?? "other",
});

/** Returns the pending entries that pass the address's filters, the open entry, and the navigation between them. */
export function useInbox() {
  const address = useInboxAddress();
  const { query, counts, waiting, total, list, guard, markOwn } = usePendingEntries(address);
  const entry = useOpenEntry(waiting, address.rec, list, { useFigures: useRow, entryOf });
  const { current, id: openId } = entry;
  const groups = useMemo(() => grouped(entry.rows), [entry.rows]);
  const entries = useMemo(() => groups.flatMap((group) => group.entries), [groups]);
  const moves = useRef(0);

  /** Opens an entry that the person chose; keys act on it from now on. */
  const open = (id: string | null) => {
    moves.current += 1;
    guard.acted();
    entry.opened();
    address.setRec(id);
  };
  const openAfter = (id: string) => {
    const next = nextAfter(entries, id);
    open(next?.id ?? null);
    if (!next) entry.close();
  };
  // Another entry may be open when an answer arrives, and it must stay open.
  const leave = useNewest((id) => {
    if (id === openId) openAfter(id);
  });
  return {
    query,
    counts,
    waiting: waiting ?? [],
    total,
    groups,
    entries,
    openId,
    current,
    entryStatus: entry.entryStatus,
    look: guard.guarded(() => {
      guard.acted();
      entry.look();
    }),
    guard,
    markOwn,
    /** Called when the person changes the figures of the open entry, which stays open for their decision. */
    priceSet: () => {
      if (current) markOwn(current.id);
      entry.follow();
    },
    /** The number of listed entries, without the open entry if another person decided it. */
    count: waiting?.length ?? 0,
    position: (waiting ?? []).findIndex(({ id }) => id === openId) + 1,
    filter: address.filter,
    criteria: address.criteria,
    isFiltered: Object.keys(address.criteria).length > 0,
    setFilter: (next: Parameters<typeof address.setFilter>[0]) => {
      guard.acted();
      address.setFilter(next);
    },
    clearFilter: () => {
      guard.acted();
      address.clearFilter();
    },
    open,
    move: (step: number) => {
      const to = entryAt(entries, openId, step);
      // An entry that left does not stay open at the end of the list.
      if (openId && to?.id === openId && entry.entryStatus === "left") openAfter(openId);
      else open(to?.id ?? null);
    },
    /** Leaves an entry that another person decided. */
    openNext: () => {
      if (openId) openAfter(openId);
    },
    /** Whether a recommendation is still pending in the version that was shown. */
    isStillPending: ({ id, version }: RecommendationDetail): boolean =>
      (waiting ?? []).some((row) => row.id === id && row.version === version) ||
      (openId === id && entry.entryStatus === "waiting"),
    /** Opens the next entry if the open one leaves; another entry leaves without changing which one is open. */
    leave,
    /** Remembers where the person is. @returns whether they have not moved or decided since */
    place: () => {
      const then = moves.current;
      return () => moves.current === then;
    },
    /** Opens an entry that the person left, because its decision was not carried out; keys pause for a moment. */
    reopen: useNewest((id) => {
      entry.opened();
      address.setRec(id);
      guard.changed();
    }),
  };
}

export type InboxState = ReturnType<typeof useInbox>;
