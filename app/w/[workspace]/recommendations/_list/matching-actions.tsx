"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SelectionBar } from "@/app/_components/selection/selection-bar";
import { Button } from "@/app/_components/ui/button";
import { layerWhenOpened } from "@/app/_components/when-opened";
import { useTRPC } from "@/app/_trpc/client";
import { type AllThatMatch, useListBatch } from "../../_batches/use-list-batch";
import { ReasonDialog } from "../../_decisions/reason-dialog";
import { useDecidesOnce } from "../../_decisions/use-blocker";
import { canAcceptAll } from "./decide-all";
import { ANY, DISMISS_REASONS, waitingStatus } from "./status-choices";
import type { RecommendationList } from "./use-recommendations";

const BatchPreviewDialog = layerWhenOpened(
  async () => (await import("../../_batches/batch-preview-dialog")).BatchPreviewDialog,
);

type Decision = Pick<
  Parameters<ReturnType<typeof useListBatch>["prepare"]>[0],
  "action" | "accept" | "reason"
>;

/**
 * Accepts or dismisses everything that matches the list, after a preview; where one person decides once, price changes
 * are accepted and approved.
 */
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
  const decidesOnce = useDecidesOnce() && (place.kind === ANY || place.kind === "price_change");
  const prepare = (decision: Decision) =>
    batch.prepare(
      { ...decision, chosen: decision.accept ? null : count },
      { filter: { ...matching, ...(status === null ? {} : { status }) } },
    );
  return (
    <SelectionBar label="Selected recommendations" count={count} onClear={all.turnOff}>
      {canAcceptAll(place) && decidesOnce ? (
        <Button size="sm" onClick={() => prepare({ action: "approve", accept: true })}>
          Accept and approve all…
        </Button>
      ) : null}
      {canAcceptAll(place) ? (
        <Button size="sm" onClick={() => prepare({ action: "accept" })}>
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
            prepare({ action: "dismiss", reason });
          }}
        />
      ) : null}
      {batch.preview ? (
        <BatchPreviewDialog preview={batch.preview} onConfirm={batch.confirm} onClose={batch.close} />
      ) : null}
    </SelectionBar>
  );
}
