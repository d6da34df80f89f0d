"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";

/** The mutation that switches a lane; the lanes, and the lane's trial if it was outdated, are read again after it. */
export function useSetMode(lane: string, onDone: () => void = () => undefined) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation(
    trpc.lanes.setMode.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.lanes.pathFilter());
        onDone();
      },
      onError: () => queryClient.invalidateQueries(trpc.lanes.trial.queryFilter({ lane })),
    }),
  );
}
