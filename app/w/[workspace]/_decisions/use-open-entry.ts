"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { usePollInterval } from "../_live/live-provider";
import {
  type EntryStatus,
  entryStatusOf,
  nextOpenEntry,
  type OpenEntryState,
  withOpenEntry,
} from "./open-entry";
import type { RecommendationDetail } from "./recommendation-detail";

/** How often an approved entry is read until the store has answered, where changes are not reported. */
const WRITING_INTERVAL_MS = 3_000;

/**
 * What was read of an entry is dropped so soon after it was left, in milliseconds. Somebody who decides a thousand
 * entries does not come back to them, and memory must not grow with them.
 */
export const ENTRY_KEPT_MS = 20_000;

type Listed = { readonly id: string; readonly version: number };

type Read = { readonly state: { readonly data: RecommendationDetail | undefined } };

/** Made here, because a function of the hook would keep its lists for as long as the query is cached. */
const whileApproved =
  (intervalMs: number) =>
  ({ state }: Read): number | false =>
    state.data?.status === "approved" ? intervalMs : false;

/** The open entry and its state, for the panel. */
export interface OpenEntry<Entry> {
  /** The id of the open entry, also while its figures are not loaded yet. */
  readonly id: string | null;
  readonly current: RecommendationDetail | null;
  readonly entryStatus: EntryStatus;
  /** The list, including the open entry if it has left the list. */
  readonly rows: readonly Entry[];
  /** Closes the open entry after the person decided the last one. */
  readonly close: () => void;
  /** Called when the person opens an entry. */
  readonly opened: () => void;
  /** Called when the person has looked at the changed figures. */
  readonly look: () => void;
  /** Called when the person changes the open entry's figures: its next version is the one that they opened. */
  readonly follow: () => void;
}

/**
 * Keeps the entry that a person opened on the page, whatever changes in the list.
 * @param rows the pending entries in display order; undefined while loading
 * @param chosen the id of the entry that the person opened; null opens the first
 * @param filter the list's filters; with other filters another entry is the first
 * @param useFigures loads the figures of a listed entry
 * @param entryOf makes an entry of the list from the figures, for one that is not listed
 */
export function useOpenEntry<Entry extends Listed>(
  rows: readonly Entry[] | undefined,
  chosen: string | null,
  filter: string,
  {
    useFigures,
    entryOf,
  }: {
    readonly useFigures: (entry: Entry | undefined) => RecommendationDetail | undefined;
    readonly entryOf: (figures: RecommendationDetail) => Entry;
  },
): OpenEntry<Entry> {
  const trpc = useTRPC();
  const list = rows ?? [];
  const [first, setFirst] = useState<{ readonly filter: string; readonly id: string } | null>(null);
  const [held, setHeld] = useState<OpenEntryState<Entry> | null>(null);
  const [shown, setShown] = useState<RecommendationDetail | null>(null);
  const [closed, setClosed] = useState<string | null>(null);
  const firstId =
    first?.filter === filter && first.id !== closed ? first.id : list.find((row) => row.id !== closed)?.id;
  const id = [chosen, firstId].find((each) => each != null && each !== closed) ?? null;
  const firstNow = id === null || id === chosen ? null : id;
  if (firstNow !== (first?.id ?? null) || (first && first.filter !== filter))
    setFirst(firstNow === null ? null : { filter, id: firstNow });
  const next = rows ? nextOpenEntry(held, id, list) : held;
  if (next !== held) setHeld(next);
  const listed = list.find((row) => row.id === id);
  const figures = useFigures(listed);
  const untilWritten = usePollInterval(WRITING_INTERVAL_MS);
  // A query is cached for each key, also a disabled one: the entries of the list share the key without an id.
  const goneId = listed ? null : id;
  const gone = useQuery({
    ...trpc.recommendations.detail.queryOptions({ rec_id: goneId ?? "" }),
    enabled: rows !== undefined && goneId !== null,
    staleTime: 0,
    gcTime: ENTRY_KEPT_MS,
    refetchInterval: whileApproved(untilWritten),
  });
  // An address with an unknown id opens the first entry instead.
  if (gone.isError && held?.id === id && held.row === null && closed !== id) setClosed(id);
  const arrived = listed ? figures : gone.data;
  if (arrived && arrived !== shown) setShown(arrived);
  const current = arrived ?? (shown?.id === id ? shown : null);
  const entry = next?.row ?? (current && entryOf(current));
  return {
    id,
    current,
    entryStatus: next ? entryStatusOf(next, listed, gone.data?.status === "pending_approval") : "waiting",
    rows: withOpenEntry(list, next, current && entry),
    close: () => setClosed(id),
    opened: () => setClosed(null),
    look: () => listed && held && setHeld({ ...held, version: listed.version }),
    follow: () => held && setHeld({ ...held, version: null }),
  };
}
