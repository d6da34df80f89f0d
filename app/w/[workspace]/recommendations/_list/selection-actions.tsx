"use client";

import { useState } from "react";
import { SelectMore } from "@/app/_components/selection/select-more";
import { SelectionBar } from "@/app/_components/selection/selection-bar";
import type { Selection } from "@/app/_components/selection/use-selection";
import { Button } from "@/app/_components/ui/button";
import { layerWhenOpened } from "@/app/_components/when-opened";
import { useListBatch } from "../../_batches/use-list-batch";
import { ReasonDialog } from "../../_decisions/reason-dialog";
import { useDecidesOnce } from "../../_decisions/use-blocker";
import type { AvailableAction } from "./available-actions";
import type { ListedRecommendation } from "./changed-pages";
import { DISMISS_REASONS } from "./status-choices";
import { useSeveral } from "./use-several";

const BatchPreviewDialog = layerWhenOpened(
  async () => (await import("../../_batches/batch-preview-dialog")).BatchPreviewDialog,
);

/**
 * Accepts or dismisses the selected recommendations together, each as far as its status allows.
 * @param props.offered the actions that a recommendation allows
 * @param props.shown the recommendations of the list that can be selected
 * @param props.onSelectAll selects everything that matches the list; undefined if nothing else does
 * @param props.onConfirmed called with the id of a batch of approvals
 */
export function SelectionActions(props: {
  selection: Selection<ListedRecommendation>;
  shown: readonly ListedRecommendation[];
  offered: (row: ListedRecommendation) => readonly AvailableAction[];
  onSelectAll: (() => void) | undefined;
  onConfirmed: (id: string) => void;
}) {
  const { selection, shown, offered } = props;
  const [asking, setAsking] = useState(false);
  const several = useSeveral(selection.clear);
  const batch = useListBatch("recommendations", (id) => {
    selection.clear();
    props.onConfirmed(id);
  });
  const { rows } = selection;
  const acceptable = rows.filter((row) => offered(row).includes("accept"));
  // Where one person decides once, price changes are approved with it; advice has no price.
  const priced = useDecidesOnce() ? acceptable.filter(({ kind }) => kind === "price_change") : [];
  const accepted = acceptable.filter((row) => !priced.includes(row));
  const dismissible = rows.filter((row) => offered(row).includes("dismiss"));
  return (
    <SelectionBar
      label="Selected recommendations"
      count={rows.length}
      onClear={selection.clear}
      more={<SelectMore selection={selection} shown={shown} onSelectAll={props.onSelectAll} />}
    >
      {priced.length > 0 ? (
        <Button
          size="sm"
          onClick={() =>
            batch.prepare(
              { action: "approve", accept: true, chosen: priced.length },
              { ids: priced.map(({ id }) => id) },
            )
          }
        >
          Accept and approve {priced.length}…
        </Button>
      ) : null}
      {accepted.length > 0 ? (
        <Button size="sm" loading={several.isAccepting} onClick={() => several.accept(accepted)}>
          Accept {accepted.length}
        </Button>
      ) : null}
      {dismissible.length > 0 ? (
        <Button size="sm" onClick={() => setAsking(true)}>
          Dismiss {dismissible.length}
        </Button>
      ) : null}
      {asking ? (
        <ReasonDialog
          title={`Dismiss ${dismissible.length === 1 ? "1 recommendation" : `${dismissible.length} recommendations`}`}
          description="They are not recommended again until their inputs change."
          confirmLabel="Dismiss"
          suggestions={DISMISS_REASONS}
          required={false}
          onClose={() => setAsking(false)}
          onReason={(reason) => {
            setAsking(false);
            several.dismiss(dismissible, reason);
          }}
        />
      ) : null}
      {batch.preview ? (
        <BatchPreviewDialog preview={batch.preview} onConfirm={batch.confirm} onClose={batch.close} />
      ) : null}
    </SelectionBar>
  );
}
