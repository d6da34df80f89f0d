"use client";

import { useRef, useState } from "react";

/**
 * Several chosen rows of a list. A row stays chosen when the list shows another page; it is then the row that was seen
 * when it was chosen, else the one that the list shows now.
 * @param rows the rows that the list shows, in its order
 * @param most how many can be chosen; further ones are left out
 */
export function useSelection<Row extends { readonly id: string }>(rows: readonly Row[], most: number) {
  /** The row from which a range begins. */
  const anchor = useRef<string | null>(null);
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  const shown = new Map(rows.map((row) => [row.id, row]));

  function put(which: readonly Row[], on: boolean): void {
    setChosen((before) => {
      const next = new Map(before);
      for (const row of which)
        if (!on) next.delete(row.id);
        else if (next.size < most || next.has(row.id)) next.set(row.id, row);
      return next;
    });
  }

  /** @param range whether every row from the one chosen before to this one is meant */
  function select(id: string, on: boolean, range = false): void {
    const [from, to] = [anchor.current, id].map((end) => rows.findIndex((row) => row.id === end));
    anchor.current = id;
    if (to === undefined || to === -1) return;
    const first = range && from !== undefined && from !== -1 ? from : to;
    put(rows.slice(Math.min(first, to), Math.max(first, to) + 1), on);
  }

  return {
    ids: new Set(chosen.keys()) as ReadonlySet<string>,
    /** The chosen rows, in the order in which they were chosen. */
    rows: [...chosen].map(([id, row]) => shown.get(id) ?? row),
    select,
    toggle: (id: string) => select(id, !chosen.has(id)),
    put,
    /** Makes these rows the chosen ones, as they are given. */
    replace: (which: readonly Row[]) => setChosen(new Map(which.map((row) => [row.id, row]))),
    clear: () => {
      anchor.current = null;
      setChosen(new Map());
    },
  };
}

/** Several chosen rows, and the ways to change which. */
export interface Selection<Row extends { readonly id: string }> {
  readonly ids: ReadonlySet<string>;
  readonly rows: readonly Row[];
  select(id: string, on: boolean, range?: boolean): void;
  toggle(id: string): void;
  put(which: readonly Row[], on: boolean): void;
  replace(which: readonly Row[]): void;
  clear(): void;
}
