"use client";

import { useState } from "react";
import type { RecommendationDetail } from "../../_decisions/recommendation-detail";
import type { Outcome } from "../../_decisions/use-approve";

const AT_ONCE = 3;

interface Round {
  readonly entries: readonly RecommendationDetail[];
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly running: boolean;
}

/**
 * The state of several chosen entries and the outcome of each when they are approved together. An entry that another
 * person decides, or whose figures change, is dropped from the choice and listed.
 */
export function useBulk(waiting: readonly RecommendationDetail[]) {
  const [selection, setSelection] = useState<ReadonlyMap<string, RecommendationDetail>>(new Map());
  const [round, setRound] = useState<Round | null>(null);
  const chosen = waiting.filter(({ id, version }) => selection.get(id)?.version === version);
  const selected: ReadonlySet<string> = new Set(chosen.map(({ id }) => id));
  const dropped = [...selection.values()].filter(({ id }) => !selected.has(id));

  function select(id: string, on: boolean): void {
    if (round) return;
    const row = waiting.find((entry) => entry.id === id);
    const others = [...selection].filter(([other]) => other !== id);
    setSelection(new Map(on && row ? [...others, [id, row]] : others));
  }

  function clear(): void {
    if (round?.running) return;
    setSelection(new Map());
    setRound(null);
  }

  /** Approves the chosen entries, a few at a time; a refused one does not stop the others. */
  async function approveAll(
    approve: (rec: RecommendationDetail) => Promise<Outcome>,
    then: () => Promise<void>,
  ): Promise<void> {
    const entries = chosen;
    const outcomes = new Map<string, Outcome>();
    const queue = [...entries];
    const show = (running: boolean) => setRound({ entries, outcomes: new Map(outcomes), running });
    show(true);
    const work = async () => {
      for (let rec = queue.shift(); rec; rec = queue.shift()) {
        outcomes.set(rec.id, await approve(rec));
        show(true);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await then();
    show(false);
  }

  return {
    selected,
    select,
    toggle: (id: string) => select(id, !selected.has(id)),
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
