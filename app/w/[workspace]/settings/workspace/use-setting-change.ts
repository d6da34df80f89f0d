import { type InvalidateQueryFilters, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { notifyFailure } from "@/app/_trpc/notify-failure";

/**
 * Changes the workspace's settings, and reads them anew.
 * @param also what else is read anew, because it depends on the setting
 * @param failure the title of the notice where the change fails
 */
export function useSettingChange(
  also: readonly InvalidateQueryFilters[] = [],
  failure = "The setting was not changed",
) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const outdated = [trpc.workspace.settings.pathFilter(), ...also];
  return useMutation(
    trpc.workspace.change.mutationOptions({
      onError: notifyFailure(failure),
      onSettled: () => Promise.all(outdated.map((filter) => queryClient.invalidateQueries(filter))),
    }),
  );
}
