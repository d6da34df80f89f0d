import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";

/** Starts a run and opens its page. */
export function useTriggerRun(onStarted: () => void = () => undefined) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const { href } = useWorkspace();
  return useMutation(
    trpc.runs.trigger.mutationOptions({
      onSuccess: ({ run }) => {
        onStarted();
        void queryClient.invalidateQueries(trpc.runs.pathFilter());
        router.push(href(`/runs/${run.id}`));
      },
    }),
  );
}
