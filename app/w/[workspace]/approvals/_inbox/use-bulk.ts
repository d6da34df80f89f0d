"use client";

import { useRef, useState } from "react";
import type { RecommendationDetail } from "../../_decisions/recommendation-detail";
import type { Outcome } from "../../_decisions/use-approve";
import { entriesBetween, type InboxEntry } from "./arrange";
import { useReadRow } from "./use-rows";

const AT_ONCE = 3;
/** So many entries can be chosen one by one; their figures are in the browser's memory. */
const MOST_CHOSEN = 500;

interface Round {
  readonly entries: readonly RecommendationDetail[];
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly running: boolean;
}

/**
 * The state of several chosen entries and the outcome of each when they are approved together. An entry that another
 * person decides, or whose figures change, is dropped from the choice and listed.
 */
export function useBulk(entries: readonly InboxEntry[], waiting: readonly InboxEntry[]) {
  const readRow = useReadRow();
  /** The entry from which a range begins. */
  const anchor = useRef<string | null>(null);
  const [selection, setSelection] = useState<ReadonlyMap<string, RecommendationDetail>>(new Map());
  const [round, setRound] = useState<Round | null>(null);
  const chosen = waiting.flatMap(({ id, version }) => {
    const row = selection.get(id);
    return row?.version === version ? [row] : [];
  });
  const selected: ReadonlySet<string> = new Set(chosen.map(({ id }) => id));
  const dropped = [...selection.values()].filter(({ id }) => !selected.has(id));

  /** Chooses entries as they are now, or takes them out of the choice. */
  async function selectEntries(which: readonly InboxEntry[], on: boolean): Promise<void> {
    if (round) return;
    const rows = on ? await Promise.all(which.slice(0, MOST_CHOSEN).map(readRow)) : [];
    setSelection((before) => {
      const next = new Map(before);
      for (const { id } of which) next.delete(id);
      for (const row of rows) if (next.size < MOST_CHOSEN) next.set(row.id, row);
      return next;
    });
  }

  /** @param range whether every entry from the one chosen before to this one is meant */
  function select(id: string, on: boolean, range = false): void {
    const between = range && anchor.current ? entriesBetween(entries, anchor.current, id) : [];
    const one = waiting.filter((entry) => entry.id === id);
    anchor.current = id;
    void selectEntries(between.length > 0 ? between : one, on);
  }

  function clear(): void {
    if (round?.running) return;
    anchor.current = null;
    setSelection(new Map());
    setRound(null);
  }

  /** Approves the chosen entries, a few at a time; a refused one does not stop the others. */
  async function approveAll(
    approve: (rec: RecommendationDetail) => Promise<Outcome>,
    then: (ids: readonly string[]) => Promise<void>,
  ): Promise<void> {
    const outcomes = new Map<string, Outcome>();
    const queue = [...chosen];
    const show = (running: boolean) => setRound({ entries: chosen, outcomes: new Map(outcomes), running });
    show(true);
    const work = async () => {
      for (let rec = queue.shift(); rec; rec = queue.shift()) {
        outcomes.set(rec.id, await approve(rec));
        show(true);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await then(chosen.map(({ id }) => id));
    show(false);
  }

  return {
    selected,
    select,
    toggle: (id: string) => select(id, !selected.has(id)),
    /** Chooses everything that is listed, as far as that is possible one by one. */
    selectAll: () => void selectEntries(waiting, true),
    clear,
    approveAll,
    entries: round?.entries ?? chosen,
    /** The dropped entries, as they were when they were chosen. */
    dropped: round ? [] : dropped,
    outcomes: round?.outcomes ?? NONE,
    running: round?.running ?? false,
    /** Whether the panel of several entries is shown instead of a single one. */
    open: round !== null || selection.size > 0,
    /** Whether the choice can still be decided. */
    deciding: round === null && chosen.length > 0,
  };
}

export type BulkState = ReturnType<typeof useBulk>;

const NONE: ReadonlyMap<string, Outcome> = new Map();
