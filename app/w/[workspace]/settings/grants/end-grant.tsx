"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "@/app/_components/ui/dialog";
import { notify } from "@/app/_components/ui/toast";
import { useTRPC } from "@/app/_trpc/client";
import type { Grant } from "./grant";

/** Revokes an application's access at once, after a confirmation. */
export function EndGrant({ of: grant, onClose }: { of: Grant; onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const end = useMutation(
    trpc.grants.end.mutationOptions({
      onSuccess: () => notify({ title: "Ended", detail: grant.client.name }),
      onSettled: () => queryClient.invalidateQueries(trpc.grants.pathFilter()),
    }),
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`End the access of “${grant.client.name}”?`}
      description="Its next request is refused. To use it again, connect it again from the application."
      confirmLabel="End access"
      tone="danger"
      onConfirm={async () => {
        await end.mutateAsync({ id: grant.id });
      }}
    />
  );
}
