"use client";

import { debounce, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useState } from "react";
import { TYPING_PAUSE_MS } from "@/app/_components/ui/search-field";
import {
  RECOMMENDATION_KINDS,
  VISIBLE_RECOMMENDATION_STATUSES,
} from "@/server/domain/recommendations/recommendation";
import { useFollowedBatch } from "../../_batches/use-followed-batch";
import { useDelayedCalls } from "../../_decisions/delayed-calls-provider";
import { nextOpenEntry, type OpenEntryState, withOpenEntry } from "../../_decisions/open-entry";
import { ANY, LIST_ORDERS, waitingStatus } from "./status-choices";
import { useNewestPages, useReasonPages } from "./use-listed-pages";

const CHANGES = ["0.05", "0.10", "0.20"] as const;

const address = {
  status: parseAsStringLiteral([...VISIBLE_RECOMMENDATION_STATUSES, ANY]).withDefault("new"),
  kind: parseAsStringLiteral([...RECOMMENDATION_KINDS, ANY]).withDefault(ANY),
  change: parseAsStringLiteral([...CHANGES, ANY]).withDefault(ANY),
  run: parseAsString,
  item: parseAsString,
  rec: parseAsString,
  batch: parseAsString,
  order: parseAsStringLiteral(LIST_ORDERS).withDefault("newest"),
  q: parseAsString.withDefault(""),
};

/** Loads the recommendations that pass the filters of the address, in its order, and the open one. */
export function useRecommendations() {
  const { hidden } = useDelayedCalls();
  const [place, setPlace] = useQueryStates(address);
  const { status, kind, change, run, item } = place;
  const q = place.q.trim();
  const matching = {
    ...(kind === ANY ? {} : { kind }),
    ...(change === ANY ? {} : { min_change: change }),
    ...(run === null ? {} : { run_id: run }),
    ...(q === "" ? {} : { q }),
  };
  const waits = waitingStatus(status);
  // An order by reason is read whole, so it is there for what waits alone; one item has few.
  const mayOrder = waits !== null && item === null;
  const isByReason = mayOrder && place.order === "by_reason";
  const newest = useNewestPages(
    {
      ...matching,
      ...(status === ANY ? {} : { status }),
      ...(item === null ? {} : { item_id: item }),
    },
    !isByReason,
  );
  const byReason = useReasonPages({ ...matching, ...(waits === null ? {} : { status: waits }) }, isByReason);
  const { query } = isByReason ? byReason : newest;
  const listed = (isByReason ? byReason : newest).rows.filter(({ id }) => !hidden.has(id));
  const filters = JSON.stringify([status, kind, change, run, item, q]);
  const filter = `${filters} ${isByReason}`;
  const followed = useFollowedBatch("recommendations", place.batch, (batch) => void setPlace({ batch }));
  const [first, setFirst] = useState<{ readonly filter: string; readonly id: string } | null>(null);
  const id = place.rec ?? (first?.filter === filter ? first.id : (listed[0]?.id ?? null));
  if (place.rec === null && id !== null && first?.id !== id) setFirst({ filter, id });
  const [held, setHeld] = useState<OpenEntryState<(typeof listed)[number]> | null>(null);
  const next = query.data ? nextOpenEntry(held, id, listed) : held;
  if (next !== held) setHeld(next);
  const current = listed.find((row) => row.id === id) ?? next?.row ?? null;
  // The open one stays at its position, even if another person's decision removes it from the list.
  const rows = withOpenEntry(listed, next, current);
  const at = rows.findIndex((row) => row.id === id);
  const open = (to: string | null) => void setPlace({ rec: to });
  return {
    query,
    rows,
    count: listed.length,
    current,
    place,
    filters,
    /** The filters but the status and the item, as requests name them. */
    matching,
    /** Whether the order can be chosen. */
    mayOrder,
    /** The number of each reason in an order by reason; null in another order. */
    counts: isByReason ? byReason.counts : null,
    followed,
    open,
    narrow: (to: Partial<typeof place>) => void setPlace({ ...to, rec: null }),
    search: (text: string) =>
      void setPlace({ q: text, rec: null }, { limitUrlUpdates: debounce(TYPING_PAUSE_MS) }),
    reset: () => void setPlace(null),
    move: (step: number) => open(rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.id ?? null),
    leave: () => {
      const then = rows[at + 1] ?? rows[at - 1];
      if (!then) setFirst(null);
      open(then?.id ?? null);
    },
  };
}

export type RecommendationList = ReturnType<typeof useRecommendations>;
