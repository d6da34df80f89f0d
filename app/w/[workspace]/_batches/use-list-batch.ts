"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Selection } from "@/app/_components/selection/use-selection";
import { type Inputs, useTRPC, useTRPCClient } from "@/app/_trpc/client";
import { callContext } from "@/app/_trpc/lost/response-link";
import { useDelayedCalls } from "../_decisions/delayed-calls-provider";
import { type Batch, type BatchAction, type Subject, wordsOf } from "./batch-text";
import { useBatchPreview } from "./use-batch-preview";

/** Everything that matches a list's filters, chosen as one. */
export interface AllThatMatch {
  readonly isOn: boolean;
  turnOn(): void;
  turnOff(): void;
}

/**
 * The choice of everything that matches; it ends when the filters change.
 * @param filters of the list, as a text that tells them from others
 */
export function useAllThatMatch(filters: string): AllThatMatch {
  const [chosen, setChosen] = useState<string | null>(null);
  return {
    isOn: chosen === filters,
    turnOn: () => setChosen(filters),
    turnOff: () => setChosen(null),
  };
}

/** Returns a selection in which everything that is shown is chosen, and any choice of a row ends that. */
export const asChosen = <Row extends { readonly id: string }>(
  selection: Selection<Row>,
  shown: readonly Row[],
  end: () => void,
): Selection<Row> => ({ ...selection, ids: new Set(shown.map(({ id }) => id)), select: end, toggle: end });

/** A decision over what matches a list's filters. */
interface ListDecision {
  readonly action: BatchAction;
  /** Whether an approval accepts what is new first. */
  readonly accept?: boolean;
  readonly reason?: string | undefined;
  readonly snoozeUntil?: string | undefined;
  /** How many were counted when it was requested; null if they were not. */
  readonly chosen: number | null;
}

type Chosen = Pick<
  Inputs["decisionBatches"]["create"],
  "ids" | "filter" | "alert_filter" | "item_filter" | "edit"
>;

/**
 * Prepares a batch over what matches a list's filters, or over chosen rows, and confirms it after the person saw its
 * preview.
 * @param onConfirmed called with the batch's id
 */
export function useListBatch(of: Batch["of"], onConfirmed: (id: string) => void) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const { flush } = useDelayedCalls();
  const { preview, prepare, confirm, close } = useBatchPreview((id) => {
    close();
    onConfirmed(id);
    void queryClient.invalidateQueries(trpc.decisionBatches.pathFilter());
  });
  const saysOf = (decision: Omit<Subject, "of">) => `${wordsOf({ of, ...decision }).verb} what is selected`;
  return {
    preview,
    prepare: ({ action, accept = false, reason, snoozeUntil, chosen }: ListDecision, set: Chosen) =>
      prepare({ of, action, accept, reason, chosen }, async () => {
        // What the person has just decided must not match any more.
        await flush();
        return client.decisionBatches.create.mutate(
          {
            action,
            accept,
            ...set,
            ...(reason === undefined ? {} : { reason }),
            ...(snoozeUntil === undefined ? {} : { snooze_until: snoozeUntil }),
          },
          { context: callContext({ says: saysOf({ action, accept }) }) },
        );
      }),
    confirm: () => preview && void confirm(saysOf(preview)),
    close,
  };
}
