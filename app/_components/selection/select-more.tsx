"use client";

import { Button } from "@/app/_components/ui/button";
import type { Selection } from "./use-selection";

/**
 * The links beside the count of selected rows that select more of them.
 * @param props.shown the rows of the list that can be selected
 * @param props.onSelectAll selects everything that matches the list; undefined if nothing else does
 */
export function SelectMore<Row extends { readonly id: string }>(props: {
  selection: Selection<Row>;
  shown: readonly Row[];
  onSelectAll: (() => void) | undefined;
}) {
  const { selection, shown, onSelectAll } = props;
  return (
    <>
      {shown.every(({ id }) => selection.ids.has(id)) ? null : (
        <Button size="sm" variant="link" onClick={() => selection.put(shown, true)}>
          Select all that are shown
        </Button>
      )}
      {onSelectAll ? (
        <Button size="sm" variant="link" onClick={onSelectAll}>
          Select all that match
        </Button>
      ) : null}
    </>
  );
}
