"use client";

import { useState } from "react";
import type { InboxEntry } from "./arrange";
import type { Line } from "./lines";

/** How many lines before and after those in the page are loaded with them, when one of them is not loaded yet. */
const BEHIND = 10;
const AHEAD = 25;

const NONE: ReadonlySet<string> = new Set();

/**
 * Returns the entries whose rows are loaded: those of the lines in the page and some around them. The choice changes
 * when a line comes into the page that is not among them, so that walking through the list takes one request for many
 * rows, and one row that leaves the list takes none.
 * @param items the positions of the lines in the page, ascending
 */
export function useReadAhead(
  lines: readonly Line[],
  items: readonly { readonly index: number }[],
): readonly InboxEntry[] {
  const [chosen, setChosen] = useState(NONE);
  const inPage = items.map(({ index }) => index);
  const entriesAt = (indexes: readonly number[]) => indexes.flatMap((at) => lines[at]?.entry ?? []);
  const around = [...new Set(inPage.flatMap((at) => range(at - BEHIND - AHEAD, at + BEHIND + AHEAD)))];
  if (entriesAt(inPage).every(({ id }) => chosen.has(id)))
    return entriesAt(around).filter(({ id }) => chosen.has(id));
  const next = entriesAt([...new Set(inPage.flatMap((at) => range(at - BEHIND, at + AHEAD)))]);
  setChosen(new Set(next.map(({ id }) => id)));
  return next;
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - Math.max(0, from) + 1 }, (_, at) => Math.max(0, from) + at);
