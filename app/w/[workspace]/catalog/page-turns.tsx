"use client";

import { formatCount } from "@/app/_components/pricing/format";
import { useLocale } from "@/app/_components/pricing/locale";
import { Button } from "@/app/_components/ui/button";
import type { CatalogState } from "./use-catalog";

/** Which items the page shows, of how many, and the way to the pages beside it. */
export function PageTurns({ catalog }: { catalog: CatalogState }) {
  const { page, address, counts, isTurning } = catalog;
  const locale = useLocale();
  if (!page) return null;
  const first = address.skip + 1;
  const last = address.skip + page.data.length;
  const range = `${formatCount(first, locale)}–${formatCount(last, locale)}`;
  return (
    <nav
      aria-label="Pages of items"
      className="flex flex-wrap items-center justify-center gap-3 px-4 py-4 text-xs text-ink-dim"
    >
      <Button
        size="sm"
        hotkey="p"
        disabled={page.previous_cursor === null || isTurning}
        onClick={catalog.turnBack}
      >
        Previous
      </Button>
      <span className="num" role="status">
        {range}
        {counts ? ` of ${formatCount(counts.total, locale)}` : ""}
      </span>
      <Button
        size="sm"
        hotkey="n"
        disabled={page.next_cursor === null || isTurning}
        onClick={catalog.turnForward}
      >
        Next
      </Button>
    </nav>
  );
}
