"use client";

import { useCallback, useLayoutEffect, useRef, useState } from "react";
import {
  createKeyGuard,
  isChangeAround,
  isForeignChange,
  type KeyGuard,
  type ListedVersion,
} from "./key-guard";

/**
 * Ignores deciding keys and buttons for a moment after somebody else changed the rows that a press could be meant for.
 * @param pages the pages loaded so far; undefined while none is
 * @param list identifies the list, so that a switch to another list does not count as a change
 * @param open the id of the entry that keys and buttons act on, or null; undefined where every row has its own buttons
 * @returns the guard, and `markOwn`, which registers a row that the person decides on
 */
export function useKeyGuard(
  pages: readonly { readonly data: readonly ListedVersion[] }[] | undefined,
  list = "",
  open?: string | null,
): {
  readonly guard: KeyGuard;
  readonly markOwn: (id: string) => void;
} {
  const [guard] = useState(() => createKeyGuard(() => performance.now()));
  const own = useRef(new Set<string>());
  const before = useRef<{ list: string; rows: readonly ListedVersion[]; pages: number } | null>(null);
  useLayoutEffect(() => {
    if (!pages) return;
    const rows = pages.flatMap(({ data }) => data);
    const last = before.current;
    before.current = { list, rows, pages: pages.length };
    if (last?.list !== list) return;
    const isForeign =
      open === undefined
        ? isForeignChange(last.rows, rows, own.current, pages.length > last.pages)
        : isChangeAround(last.rows, rows, open, own.current);
    if (isForeign) guard.changed();
  }, [pages, list, guard, open]);
  const markOwn = useCallback((id: string) => void own.current.add(id), []);
  return { guard, markOwn };
}
