"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { parseAsString, useQueryStates } from "nuqs";
import { useMemo } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { useHeldBack } from "../../_decisions/held-back-provider";
import { ALL, afterLeaving, grouped, neighbour, passes } from "./arrange";

const PAGE = 100;
const RELOAD_MS = 30_000;

const address = {
  show: parseAsString.withDefault(ALL),
  category: parseAsString.withDefault(ALL),
  rec: parseAsString,
};

/** What waits, as the address filters it; which entry is open; and the ways from one to the next. */
export function useInbox() {
  const trpc = useTRPC();
  const { hidden } = useHeldBack();
  const [place, setPlace] = useQueryStates(address);
  const query = useInfiniteQuery({
    ...trpc.recommendations.inbox.infiniteQueryOptions(
      { limit: PAGE },
      { getNextPageParam: (page) => page.next_cursor ?? undefined },
    ),
    refetchInterval: RELOAD_MS,
  });
  const { show, category } = place;
  const waiting = useMemo(
    () => (query.data?.pages ?? []).flatMap(({ data }) => data).filter(({ id }) => !hidden.has(id)),
    [query.data, hidden],
  );
  const groups = useMemo(
    () => grouped(waiting.filter((entry) => passes(entry, { show, category }))),
    [waiting, show, category],
  );
  const entries = useMemo(() => groups.flatMap((group) => group.entries), [groups]);
  const current = entries.find(({ id }) => id === place.rec) ?? entries[0] ?? null;

  const open = (id: string | null) => void setPlace({ rec: id });
  return {
    query,
    waiting,
    groups,
    entries,
    current,
    position: current ? entries.indexOf(current) + 1 : 0,
    filter: { show, category },
    setFilter: (next: { show?: string; category?: string }) => void setPlace({ ...next, rec: null }),
    open,
    move: (step: number) => open(neighbour(entries, current?.id ?? null, step)?.id ?? null),
    /** Opens the next entry when the open one leaves; any other may leave without a change of what is open. */
    leave: (id: string) => {
      if (id === current?.id) open(afterLeaving(entries, id)?.id ?? null);
    },
  };
}

export type InboxState = ReturnType<typeof useInbox>;
