"use client";

import { AlarmClock, Check } from "lucide-react";
import { useState } from "react";
import { SelectMore } from "@/app/_components/selection/select-more";
import { SelectionBar } from "@/app/_components/selection/selection-bar";
import type { Selection } from "@/app/_components/selection/use-selection";
import { Button } from "@/app/_components/ui/button";
import { SnoozeDialog } from "../_decisions/snooze-dialog";
import type { AlertActions } from "./alert-actions";
import type { Alert } from "./alert-row";

/**
 * Resolves or snoozes the selected alerts together.
 * @param props.shown the alerts of the list that can be selected
 * @param props.onSelectAll selects everything that matches the list; undefined if nothing else does
 */
export function AlertSelectionBar(props: {
  selection: Selection<Alert>;
  shown: readonly Alert[];
  actions: AlertActions;
  onSelectAll: (() => void) | undefined;
}) {
  const { selection, shown, actions } = props;
  const [snoozing, setSnoozing] = useState(false);
  const { rows } = selection;
  return (
    <SelectionBar
      label="Selected alerts"
      count={rows.length}
      onClear={selection.clear}
      more={<SelectMore selection={selection} shown={shown} onSelectAll={props.onSelectAll} />}
    >
      <Button
        size="sm"
        onClick={() => {
          actions.resolve(rows);
          selection.clear();
        }}
      >
        <Check aria-hidden /> Resolve {rows.length}
      </Button>
      <Button size="sm" onClick={() => setSnoozing(true)}>
        <AlarmClock aria-hidden /> Snooze {rows.length}
      </Button>
      {snoozing ? (
        <SnoozeDialog
          what={rows.length === 1 ? "1 alert" : `${rows.length} alerts`}
          onClose={() => setSnoozing(false)}
          onSnooze={(snooze) => {
            setSnoozing(false);
            actions.snooze(rows, snooze);
            selection.clear();
          }}
        />
      ) : null}
    </SelectionBar>
  );
}
