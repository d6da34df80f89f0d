"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { useNewest } from "@/app/_components/use-newest";
import { type Outputs, useTRPC, useTRPCClient } from "@/app/_trpc/client";
import { SENT_ALONE } from "@/app/_trpc/sent-alone";
import { useFollowedBatch, useOwnBatch } from "../_batches/use-followed-batch";
import { useDelayedCalls } from "../_decisions/delayed-calls-provider";
import type { RecommendationDetail } from "../_decisions/recommendation-detail";
import { useKeyGuard } from "../_decisions/use-key-guard";
import { useOpenEntry } from "../_decisions/use-open-entry";
import { usePollInterval } from "../_live/live-provider";
import { entryAt, grouped, type InboxEntry, nextAfter } from "./arrange";
import { useInboxAddress } from "./inbox-filter";
import { listRequest } from "./inbox-parameters";
import type { ServedInbox } from "./served-inbox";
import { useForeignChanges } from "./use-inbox-changes";
import { storeRow, useRow } from "./use-rows";

type Inbox = Outputs["recommendations"]["inbox"];

const RELOAD_INTERVAL_MS = 30_000;

/**
 * Loads the order of the pending entries and their totals, without those that a delayed decision hides. While another
 * filter's list loads, the list from before stays; until the first one is loaded, the entries that the document brought
 * are the list.
 */
function usePendingEntries(
  { criteria, filter }: Pick<ReturnType<typeof useInboxAddress>, "criteria" | "filter">,
  served: ServedInbox | null,
) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const { hidden } = useDelayedCalls();
  const refetchInterval = usePollInterval(RELOAD_INTERVAL_MS);
  useForeignChanges();
  const asked = listRequest(filter);
  const isAnswer = JSON.stringify(served?.request) === JSON.stringify(asked);
  const first = isAnswer ? served?.inbox : undefined;
  const query = useQuery({
    ...trpc.recommendations.inbox.queryOptions(asked),
    queryFn: async ({ signal }) => {
      const inbox = await client.recommendations.inbox.query(asked, { signal, context: SENT_ALONE });
      for (const row of inbox.rows) storeRow(queryClient, row);
      return inbox;
    },
    refetchInterval,
    // Comparing two lists place by place copies every entry after the first that left.
    structuralSharing: false,
    placeholderData: (previous: Inbox | undefined) => previous ?? first,
  });
  const counts = useQuery({
    ...trpc.recommendations.inboxCounts.queryOptions(criteria),
    // The rows are shown first.
    enabled: query.data !== undefined,
    refetchInterval,
    placeholderData: keepPreviousData,
  });
  const chosen = JSON.stringify(filter);
  const [listed, setListed] = useState(chosen);
  if (!query.isPlaceholderData && listed !== chosen) setListed(chosen);
  const list = query.isPlaceholderData ? listed : chosen;
  const entries = query.data?.entries;
  const waiting = useMemo(() => entries?.filter(({ id }) => !hidden.has(id)), [entries, hidden]);
  const pages = useMemo(() => (entries ? [{ data: entries }] : undefined), [entries]);
  const total = (query.data?.total ?? 0) - (entries?.length ?? 0) + (waiting?.length ?? 0);
  const isPartial = query.isPlaceholderData && query.data === first;
  return { query, counts: counts.data, waiting, pages, total, list, isPartial };
}

const entryOf = ({ id, version, why }: RecommendationDetail): InboxEntry => ({
  id,
  version,
  why: why ?? "other",
});

/** Returns the pending entries that pass the address's filters, the open entry, and the navigation between them. */
export function useInbox(served: ServedInbox | null) {
  const address = useInboxAddress();
  const { query, counts, waiting, pages, total, list, isPartial } = usePendingEntries(address, served);
  const followed = useFollowedBatch("recommendations", address.batchId, address.setBatch);
  const entry = useOpenEntry(waiting, address.rec, list, { useFigures: useRow, entryOf });
  const { current, id: openId } = entry;
  const { guard, markOwn } = useKeyGuard(pages, list, openId);
  useOwnBatch(followed.batch, markOwn);
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
    /** Whether only the first entries are loaded. */
    isPartial,
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
    count: isPartial ? total : (waiting?.length ?? 0),
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
    followed,
    /** Shows the progress of a batch, also after the page is loaded again. */
    followBatch: (id: string) => address.setBatch(id),
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
    /** Opens an entry that is not among these, if the open one is. */
    leaveAll: (ids: ReadonlySet<string>) => {
      const next = entries.find(({ id }) => !ids.has(id));
      if (openId !== null && ids.has(openId) && next) open(next.id);
    },
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
