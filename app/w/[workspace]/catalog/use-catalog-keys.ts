"use client";

import { useHotkeys } from "@/app/_components/keyboard/hotkeys";
import type { Selection } from "@/app/_components/selection/use-selection";
import type { CatalogItem } from "./columns";
import type { CatalogState } from "./use-catalog";

const rowLinks = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("[data-item]")];

/** Moves the focus by rows; from elsewhere, to the first or the last row. Enter then opens the item, as of any link. */
function moveFocus(step: 1 | -1): void {
  const links = rowLinks();
  const at = links.findIndex((link) => link === document.activeElement);
  const next = at === -1 ? links.at(step === 1 ? 0 : -1) : links[at + step];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

/** Selects the item whose row has the focus, or removes it from the selection. */
function toggleFocused(selection: Selection<CatalogItem>): void {
  const row = document.activeElement?.closest("tr")?.querySelector<HTMLElement>("[data-item]");
  if (row?.dataset["item"]) selection.toggle(row.dataset["item"]);
}

/** Registers the keys of the catalog. @param selection null for people who may not edit items */
export function useCatalogKeys(
  { page, turnForward, turnBack }: CatalogState,
  selection: Selection<CatalogItem> | null,
): void {
  const next = { label: "Next item", run: () => moveFocus(1), repeats: true } as const;
  const previous = { label: "Previous item", run: () => moveFocus(-1), repeats: true } as const;
  useHotkeys({
    j: next,
    k: previous,
    ...(selection ? { x: { label: "Select", run: () => toggleFocused(selection) } } : {}),
    ...(page?.next_cursor ? { n: { label: "Next page", run: turnForward } } : {}),
    ...(page?.previous_cursor ? { p: { label: "Previous page", run: turnBack } } : {}),
  });
}
