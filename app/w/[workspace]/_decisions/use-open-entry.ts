"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { type HeldEntry, heldNow, type Standing, standingOf, withOpen } from "./open-entry";
import type { Shown } from "./shown";

/** What the panel works with: the entry in front of the person, and how it stands. */
export interface OpenEntry {
  readonly current: Shown | null;
  readonly standing: Standing;
  /** The list, with the open entry still in it when it left. */
  readonly rows: readonly Shown[];
  /** Nothing is open any more, where the person decided the last one. */
  readonly close: () => void;
  /** The person opened something. */
  readonly opened: () => void;
  /** The person has looked at the figures as they are now. */
  readonly look: () => void;
}

/**
 * Keeps the entry that a person opened in front of them, whatever becomes of the list.
 * @param rows what waits, in the order shown; undefined while it is read
 * @param chosen what the person opened; null opens the first
 * @param filter what the list is narrowed by: under another one, another entry is the first
 */
export function useOpenEntry(
  rows: readonly Shown[] | undefined,
  chosen: string | null,
  filter: string,
): OpenEntry {
  const trpc = useTRPC();
  const list = rows ?? [];
  const [first, setFirst] = useState<{ readonly filter: string; readonly id: string } | null>(null);
  const [held, setHeld] = useState<HeldEntry<Shown> | null>(null);
  const [closed, setClosed] = useState<string | null>(null);
  const kept =
    first?.filter === filter && first.id !== closed ? first.id : list.find((row) => row.id !== closed)?.id;
  const id = [chosen, kept].find((each) => each != null && each !== closed) ?? null;
  const firstNow = id === null || id === chosen ? null : id;
  if (firstNow !== (first?.id ?? null) || (first && first.filter !== filter))
    setFirst(firstNow === null ? null : { filter, id: firstNow });
  const next = rows ? heldNow(held, id, list) : held;
  if (next !== held) setHeld(next);
  const listed = list.find((row) => row.id === id);
  const gone = useQuery({
    ...trpc.recommendations.detail.queryOptions({ rec_id: id ?? "" }),
    enabled: rows !== undefined && id !== null && !listed,
    staleTime: 0,
  });
  // An address that leads to nothing opens the first instead.
  if (gone.isError && held?.id === id && held.row === null && closed !== id) setClosed(id);
  const current = listed ?? gone.data ?? (held?.id === id ? held.row : null);
  return {
    current,
    standing: next ? standingOf(next, listed, gone.data?.status === "pending_approval") : "waiting",
    rows: withOpen(list, next, current),
    close: () => setClosed(id),
    opened: () => setClosed(null),
    look: () => listed && held && setHeld({ ...held, version: listed.version }),
  };
}
