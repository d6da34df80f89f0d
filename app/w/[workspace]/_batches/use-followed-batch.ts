"use client";

import { type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useState } from "react";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { BY_REASON_KEY } from "../_decisions/by-reason-key";
import { useIsLive } from "../_live/live-provider";
import { useRefreshTotals } from "../_live/use-refresh-totals";
import type { Batch } from "./batch-text";

const RUNNING_INTERVAL_MS = 1_000;
const QUIET_INTERVAL_MS = 30_000;

/** The batch whose progress is shown, and the functions that show another one and none any more. */
export interface FollowedBatch {
  readonly batch: Batch | null;
  readonly follow: (id: string) => void;
  readonly stop: () => void;
}

/**
 * Reads the batch that the address names, or else the newest one that runs, and reads the lists of its subject again as
 * it goes on. A batch that was found running is shown until the person closes it, so that they see what came of it.
 * @param named the batch of the address; null for none
 */
export function useFollowedBatch(
  of: Batch["of"],
  named: string | null,
  setNamed: (id: string | null) => void,
): FollowedBatch {
  const trpc = useTRPC();
  const [found, setFound] = useState<string | null>(null);
  const [stopped, setStopped] = useState<string | null>(null);
  const running = useQuery({
    ...trpc.decisionBatches.list.queryOptions({ of, status: "running", limit: 1 }),
    enabled: named === null,
    refetchInterval: QUIET_INTERVAL_MS,
  }).data?.data[0]?.id;
  if (running !== undefined && running !== found) setFound(running);
  const id = named ?? (found === stopped ? null : found);
  const batch = useQuery({
    ...trpc.decisionBatches.get.queryOptions({ batch_id: id ?? "" }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.status === "running" ? RUNNING_INTERVAL_MS : false),
  }).data;
  useRefreshWith(of, batch);
  return {
    batch: batch ?? null,
    follow: setNamed,
    stop: () => {
      setStopped(id);
      setNamed(null);
    },
  };
}

/**
 * Registers the entries of a running batch that the person confirmed. After the page was loaded again it does not know
 * them, and their decisions would count as somebody else's.
 */
export function useOwnBatch(batch: Batch | null, markOwn: (id: string) => void): void {
  const trpc = useTRPC();
  const { reader } = useWorkspace();
  const isOwn = batch?.status === "running" && batch.confirmed_by === reader;
  const ids = useQuery({
    ...trpc.decisionBatches.itemIds.queryOptions({ batch_id: batch?.id ?? "" }),
    enabled: isOwn,
    // A batch is frozen, and what is read of other batches at each change would read these again too.
    staleTime: "static",
  }).data;
  useLayoutEffect(() => {
    for (const id of ids ?? []) markOwn(id);
  }, [ids, markOwn]);
}

/** Reads the lists again whenever more of the batch is decided, unless each decision is reported. */
function useRefreshWith(of: Batch["of"], batch: Batch | undefined): void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const refreshTotals = useRefreshTotals();
  const isLive = useIsLive();
  const isRunning = batch?.status === "running";
  const decided = batch?.confirmed_at ? batch.selected - batch.progress.waiting : 0;
  useEffect(() => {
    if (decided === 0) return;
    refreshTotals();
    if (isLive && isRunning) return;
    const { alerts, catalog, recommendations } = trpc;
    const lists: Readonly<Record<Batch["of"], readonly { readonly queryKey: QueryKey }[]>> = {
      alerts: [alerts.pathFilter()],
      items: [catalog.pathFilter()],
      recommendations: [
        recommendations.inbox.queryFilter(),
        recommendations.list.pathFilter(),
        recommendations.detail.pathFilter(),
        { queryKey: BY_REASON_KEY },
      ],
    };
    for (const { queryKey } of lists[of]) void queryClient.invalidateQueries({ queryKey });
  }, [of, decided, isLive, isRunning, queryClient, trpc, refreshTotals]);
}
