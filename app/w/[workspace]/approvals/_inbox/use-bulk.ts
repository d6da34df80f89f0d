"use client";

import { useState } from "react";
import type { Outcome } from "../../_decisions/outcome";
import type { Shown } from "../../_decisions/shown";

const AT_ONCE = 3;

interface Round {
  readonly entries: readonly Shown[];
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly running: boolean;
}

/** Several chosen entries, and what became of each when they were approved together. */
export function useBulk(waiting: readonly Shown[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [round, setRound] = useState<Round | null>(null);
  const chosen = waiting.filter(({ id }) => selected.has(id));

  function select(id: string, on: boolean): void {
    if (round) return;
    setSelected((ids) => new Set(on ? [...ids, id] : [...ids].filter((other) => other !== id)));
  }

  function clear(): void {
    if (round?.running) return;
    setSelected(new Set());
    setRound(null);
  }

  /** Approves what is chosen, a few at a time; one refusal does not stop the others. */
  async function approveAll(
    approve: (rec: Shown) => Promise<Outcome>,
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
    outcomes: round?.outcomes ?? NONE,
    running: round?.running ?? false,
    /** Whether the panel of several is shown instead of one entry. */
    open: round !== null || chosen.length > 0,
    /** Whether the choice may still be decided on. */
    deciding: round === null && chosen.length > 0,
  };
}

const NONE: ReadonlyMap<string, Outcome> = new Map();
