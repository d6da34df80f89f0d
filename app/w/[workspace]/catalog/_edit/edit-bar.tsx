"use client";

import { useState } from "react";
import { useHotkeys } from "@/app/_components/keyboard/hotkeys";
import { formatCount } from "@/app/_components/pricing/format";
import { useLocale } from "@/app/_components/pricing/locale";
import { SelectionBar } from "@/app/_components/selection/selection-bar";
import type { Selection } from "@/app/_components/selection/use-selection";
import { Button } from "@/app/_components/ui/button";
import { MAX_EDITED_ITEMS } from "@/server/domain/items/item-edit";
import type { CatalogItem } from "../columns";
import type { CatalogState } from "../use-catalog";
import { EditDialog } from "./edit-dialog";
import { type Edited, refusedItems } from "./edit-plan";
import { useAllThatMatch } from "./use-all-that-match";

/** How many items are selected, and what can be done with them. */
export function EditBar(props: {
  catalog: CatalogState;
  selection: Selection<CatalogItem>;
  /** Selects everything that matches, as one. */
  onSelectAll: () => void;
}) {
  const { catalog, selection } = props;
  const locale = useLocale();
  const [edited, setEdited] = useState<Edited | null>(null);
  const all = useAllThatMatch(catalog, selection);
  const count = selection.rows.length;
  const total = catalog.counts?.total ?? 0;
  const selectAll = () => all.select({ onNothing: () => setEdited(null) });
  const waits = (which: Edited) => all.isPending && edited === which;
  useHotkeys({
    c: { label: "Edit the cost of the selected items", run: () => setEdited("cost") },
    l: { label: "Edit the limits of the selected items", run: () => setEdited("limits") },
    t: { label: "Edit the tags of the selected items", run: () => setEdited("tags") },
  });
  return (
    <SelectionBar
      label="Selected items"
      count={count}
      onClear={selection.clear}
      more={
        total <= count ? undefined : total <= MAX_EDITED_ITEMS ? (
          <Button size="sm" variant="link" loading={all.isPending} onClick={selectAll}>
            Select all {formatCount(total, locale)} that match
          </Button>
        ) : (
          <Button size="sm" variant="link" onClick={props.onSelectAll}>
            Select all {formatCount(total, locale)} that match
          </Button>
        )
      }
    >
      <Button size="sm" hotkey="c" loading={waits("cost")} onClick={() => setEdited("cost")}>
        Edit cost
      </Button>
      <Button size="sm" hotkey="l" loading={waits("limits")} onClick={() => setEdited("limits")}>
        Edit limits
      </Button>
      <Button size="sm" hotkey="t" loading={waits("tags")} onClick={() => setEdited("tags")}>
        Edit tags
      </Button>
      {/* What is pressed while everything is being selected is about everything, or about nothing. */}
      {edited && !all.isPending ? (
        <EditDialog
          edited={edited}
          items={selection.rows}
          onClose={() => setEdited(null)}
          onDone={(rows) => selection.replace(refusedItems(selection.rows, rows))}
        />
      ) : null}
    </SelectionBar>
  );
}
