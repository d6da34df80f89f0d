"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SelectionBar } from "@/app/_components/selection/selection-bar";
import { Button } from "@/app/_components/ui/button";
import { layerWhenOpened } from "@/app/_components/when-opened";
import { useTRPC } from "@/app/_trpc/client";
import { type AllThatMatch, useListBatch } from "../../_batches/use-list-batch";
import { ReasonDialog } from "../../_decisions/reason-dialog";
import { canAcceptAll } from "./decide-all";
import { DISMISS_REASONS, waitingStatus } from "./status-choices";
import type { RecommendationList } from "./use-recommendations";

const BatchPreviewDialog = layerWhenOpened(
  async () => (await import("../../_batches/batch-preview-dialog")).BatchPreviewDialog,
);

/** Accepts or dismisses everything that matches the list, after a preview. */
export function MatchingActions({ list, all }: { list: RecommendationList; all: AllThatMatch }) {
  const [asking, setAsking] = useState(false);
  const { place, matching, followed } = list;
  const status = waitingStatus(place.status);
  const counted = useQuery({
    ...useTRPC().recommendations.inbox.queryOptions({
      ...matching,
      ...(status === null ? {} : { status }),
      limit: 1,
    }),
    enabled: status !== null,
  }).data;
  const count = status === null ? null : (counted?.total ?? null);
  const batch = useListBatch("recommendations", (id) => {
    all.turnOff();
    followed.follow(id);
  });
  const prepare = (action: "accept" | "dismiss", reason?: string) =>
    batch.prepare(
      { action, reason, chosen: count },
      { filter: { ...matching, ...(status === null ? {} : { status }) } },
    );
  return (
    <SelectionBar label="Selected recommendations" count={count} onClear={all.turnOff}>
      {canAcceptAll(place) ? (
        <Button size="sm" onClick={() => prepare("accept")}>
          Accept all…
        </Button>
      ) : null}
      <Button size="sm" onClick={() => setAsking(true)}>
        Dismiss all…
      </Button>
      {asking ? (
        <ReasonDialog
          title="Dismiss everything that matches"
          description="They are not recommended again until their inputs change. A preview follows."
          confirmLabel="Preview"
          suggestions={DISMISS_REASONS}
          required={false}
          onClose={() => setAsking(false)}
          onReason={(reason) => {
            setAsking(false);
            prepare("dismiss", reason);
          }}
        />
      ) : null}
      {batch.preview ? (
        <BatchPreviewDialog preview={batch.preview} onConfirm={batch.confirm} onClose={batch.close} />
      ) : null}
    </SelectionBar>
  );
}
