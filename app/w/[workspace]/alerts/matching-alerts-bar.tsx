"use client";

import { AlarmClock, Check } from "lucide-react";
import { useState } from "react";
import { SelectionBar } from "@/app/_components/selection/selection-bar";
import { Button } from "@/app/_components/ui/button";
import { layerWhenOpened } from "@/app/_components/when-opened";
import type { Inputs } from "@/app/_trpc/client";
import { type AllThatMatch, useListBatch } from "../_batches/use-list-batch";
import { SnoozeDialog } from "../_decisions/snooze-dialog";

const BatchPreviewDialog = layerWhenOpened(
  async () => (await import("../_batches/batch-preview-dialog")).BatchPreviewDialog,
);

/** The filters of the list. */
type Criteria = Inputs["alerts"]["counts"];

/** Resolves or snoozes every alert that matches the list, after a preview. */
export function MatchingAlertsBar(props: {
  all: AllThatMatch;
  criteria: Criteria;
  /** How many match; null while they are not counted. */
  count: number | null;
  /** Called with the id of the batch. */
  onConfirmed: (id: string) => void;
}) {
  const { all, count } = props;
  const [snoozing, setSnoozing] = useState(false);
  const batch = useListBatch("alerts", (id) => {
    all.turnOff();
    props.onConfirmed(id);
  });
  const { status, ...criteria } = props.criteria;
  const set = {
    alert_filter: { ...criteria, ...(status === "open" || status === "snoozed" ? { status } : {}) },
  };
  return (
    <SelectionBar label="Selected alerts" count={count} onClear={all.turnOff}>
      <Button size="sm" onClick={() => batch.prepare({ action: "resolve", chosen: count }, set)}>
        <Check aria-hidden /> Resolve all…
      </Button>
      <Button size="sm" onClick={() => setSnoozing(true)}>
        <AlarmClock aria-hidden /> Snooze all…
      </Button>
      {snoozing ? (
        <SnoozeDialog
          what="everything that matches"
          onClose={() => setSnoozing(false)}
          onSnooze={({ until, reason }) => {
            setSnoozing(false);
            const snoozeUntil = new Date(until.untilMs).toISOString();
            batch.prepare({ action: "snooze", reason, snoozeUntil, chosen: count }, set);
          }}
        />
      ) : null}
      {batch.preview ? (
        <BatchPreviewDialog preview={batch.preview} onConfirm={batch.confirm} onClose={batch.close} />
      ) : null}
    </SelectionBar>
  );
}
