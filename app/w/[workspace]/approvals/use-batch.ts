"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type Inputs, useTRPC, useTRPCClient } from "@/app/_trpc/client";
import { callContext } from "@/app/_trpc/lost/response-link";
import { BATCH_WORDS, type Batch, type BatchAction } from "../_batches/batch-text";
import { useBatchPreview } from "../_batches/use-batch-preview";
import { useDelayedCalls } from "../_decisions/delayed-calls-provider";
import type { BulkState } from "./use-bulk";
import type { InboxState } from "./use-inbox";

/** A decision over the chosen entries, with what the person was asked before. */
export interface BatchDecision {
  readonly action: Extract<BatchAction, "approve" | "reject" | "snooze">;
  readonly reason?: string | undefined;
  readonly snoozeUntil?: string;
}

/** Prepares a batch over the chosen entries, and confirms it after the person saw its preview. */
export function useBatch(inbox: InboxState, bulk: BulkState) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const { sent } = useDelayedCalls();
  const { preview, prepare, confirm, close } = useBatchPreview((id) => {
    for (const entry of bulk.selected) inbox.markOwn(entry);
    inbox.followBatch(id);
    inbox.leaveAll(bulk.selected);
    close();
    bulk.clear();
    sent({ title: "The batch", takeBack: null, why: "Take it back from its progress, above the list." });
    void queryClient.invalidateQueries(trpc.decisionBatches.pathFilter());
  });
  return {
    preview,
    prepare: (decision: BatchDecision) => {
      const { action, reason } = decision;
      const context = callContext({ says: saysOf(action) });
      prepare({ of: "recommendations", action, reason, chosen: bulk.count }, () =>
        client.decisionBatches.create.mutate(requestOf(decision, bulk), { context }),
      );
    },
    confirm: () => preview && void confirm(saysOf(preview.action)),
    close,
  };
}

const saysOf = (action: Batch["action"]): string => `${BATCH_WORDS[action].verb} the chosen price changes`;

// The set is what the person sees. A filter would also match an entry that a delayed decision hides, and what came
// later.
function requestOf(
  { action, reason, snoozeUntil }: BatchDecision,
  bulk: BulkState,
): Inputs["decisionBatches"]["create"] {
  return {
    action,
    ids: [...bulk.selected],
    ...(reason ? { reason } : {}),
    ...(snoozeUntil === undefined ? {} : { snooze_until: snoozeUntil }),
  };
}
