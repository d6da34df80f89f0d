"use client";

import { useRef, useState } from "react";
import type { Outcome } from "../_decisions/approval-outcome";
import type { RecommendationDetail } from "../_decisions/recommendation-detail";
import { entriesBetween, type InboxEntry } from "./arrange";
import type { InboxState } from "./use-inbox";
import { useRows } from "./use-rows";

const AT_ONCE = 3;
/** So many chosen entries are decided one by one, with the outcome of each; more of them are decided as a batch. */
const HANDFUL = 10;

interface Round {
  readonly entries: readonly RecommendationDetail[];
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly running: boolean;
}

interface Selection {
  /** The version in which each entry was chosen, by id. */
  readonly versions: ReadonlyMap<string, number>;
  /** Whether everything under the filter was chosen, not one by one or as a range. */
  readonly all: boolean;
  /** The filter under which they were chosen. */
  readonly filter: string;
}

const NO_VERSIONS: ReadonlyMap<string, number> = new Map();
const NO_OUTCOMES: ReadonlyMap<string, Outcome> = new Map();

/**
 * The state of several chosen entries and the outcome of each when they are approved together. An entry that another
 * person decides, or whose figures change, is dropped from the choice and listed.
 */
export function useBulk({ entries, waiting, criteria, total }: InboxState) {
  /** The entry from which a range begins. */
  const anchor = useRef<string | null>(null);
  const [stored, setSelection] = useState<Selection | null>(null);
  const [round, setRound] = useState<Round | null>(null);
  const filter = JSON.stringify(criteria);
  // What was chosen under one filter is not under another, where some of it is out of sight.
  const selection = stored?.filter === filter ? stored : { versions: NO_VERSIONS, all: false };
  const { all } = selection;
  const chosen = waiting.filter(({ id, version }) => all || selection.versions.get(id) === version);
  const selected: ReadonlySet<string> = new Set(chosen.map(({ id }) => id));
  // "Everything" also means what comes until the decision, so that its preview tells what it is.
  const many = chosen.length > 0 && (all || chosen.length > HANDFUL);
  const rows = useRows(many || round ? [] : chosen);
  const shown = chosen.flatMap(({ id }) => rows.get(id) ?? []);
  const dropped = all ? [] : [...selection.versions.keys()].filter((id) => !selected.has(id));

  function selectEntries(which: readonly InboxEntry[], on: boolean): void {
    if (round) return;
    const versions = new Map(all ? chosen.map(({ id, version }) => [id, version]) : selection.versions);
    for (const { id, version } of which)
      if (on) versions.set(id, version);
      else versions.delete(id);
    setSelection({ versions, all: false, filter });
  }

  /** @param range whether every entry from the one chosen before to this one is meant */
  function select(id: string, on: boolean, range = false): void {
    const between = range && anchor.current ? entriesBetween(entries, anchor.current, id) : [];
    const one = waiting.filter((entry) => entry.id === id);
    anchor.current = id;
    selectEntries(between.length > 0 ? between : one, on);
  }

  function clear(): void {
    if (round?.running) return;
    anchor.current = null;
    setSelection(null);
    setRound(null);
  }

  /** Approves the chosen entries, a few at a time; a refused one does not stop the others. */
  async function approveAll(
    approve: (rec: RecommendationDetail) => Promise<Outcome>,
    then: (ids: readonly string[]) => Promise<void>,
  ): Promise<void> {
    const outcomes = new Map<string, Outcome>();
    const queue = [...shown];
    const show = (running: boolean) => setRound({ entries: shown, outcomes: new Map(outcomes), running });
    show(true);
    const work = async () => {
      for (let rec = queue.shift(); rec; rec = queue.shift()) {
        outcomes.set(rec.id, await approve(rec));
        show(true);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await then(shown.map(({ id }) => id));
    show(false);
  }

  return {
    selected,
    select,
    toggle: (id: string) => select(id, !selected.has(id)),
    /** Chooses every entry of the list, whether its row is loaded or not. */
    selectAll: () => {
      if (!round && waiting.length > 0) setSelection({ versions: NO_VERSIONS, all: true, filter });
    },
    clear,
    approveAll,
    /** The number of chosen entries. */
    count: round?.entries.length ?? chosen.length,
    /** Whether everything that matches the filter is chosen, as far as the list reaches. */
    all,
    /** How many match the filter and are not in the list, which has an upper limit. */
    beyondList: all ? total - waiting.length : 0,
    /** Whether the chosen entries are too many to be decided one by one. */
    many: round === null && many,
    /** The chosen entries' rows, as far as they are loaded; none if they are many. */
    entries: round?.entries ?? shown,
    /** The ids of the dropped entries. */
    dropped: round ? [] : dropped,
    outcomes: round?.outcomes ?? NO_OUTCOMES,
    running: round?.running ?? false,
    /** Whether the panel of several entries is shown instead of a single one. */
    open: round !== null || all || selection.versions.size > 0,
    /** Whether the choice can be decided now. */
    deciding: round === null && chosen.length > 0 && (many || shown.length === chosen.length),
  };
}

export type BulkState = ReturnType<typeof useBulk>;
