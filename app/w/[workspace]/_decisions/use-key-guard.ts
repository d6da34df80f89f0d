"use client";

import { useLayoutEffect, useRef, useState } from "react";
import { createKeyGuard, isForeignChange, type KeyGuard, type ListedVersion } from "./key-guard";

/**
 * Holds keys back after the rows changed by somebody else's doing.
 * @param pages what was read so far, page by page; undefined while nothing was
 * @returns the guard, and `mine`, which names a row that the person decides on
 */
export function useKeyGuard(pages: readonly { readonly data: readonly ListedVersion[] }[] | undefined): {
  readonly guard: KeyGuard;
  readonly mine: (id: string) => void;
} {
  const [guard] = useState(() => createKeyGuard(() => performance.now()));
  const own = useRef(new Set<string>());
  const before = useRef<{ rows: readonly ListedVersion[]; pages: number } | null>(null);
  useLayoutEffect(() => {
    if (!pages) return;
    const rows = pages.flatMap(({ data }) => data);
    const last = before.current;
    before.current = { rows, pages: pages.length };
    if (last && isForeignChange(last.rows, rows, own.current, pages.length > last.pages)) guard.changed();
  }, [pages, guard]);
  return { guard, mine: (id) => void own.current.add(id) };
}
