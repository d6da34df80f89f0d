"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "@/app/_components/ui/button";
import { notify } from "@/app/_components/ui/toast";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import type { Delivery, Webhook } from "../webhook";

/** Sends one delivery again. Hidden while the delivery waits to be sent, and from those who may not. */
export function SendAgain({ delivery, webhook }: { delivery: Delivery; webhook: Webhook }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { may } = useWorkspace();
  const replay = useMutation(
    trpc.webhooks.replayDelivery.mutationOptions({
      onSuccess: () => notify({ title: "On the way again", detail: `Number ${delivery.number}` }),
      onError: notifyFailure("The event was not sent again"),
      onSettled: () => queryClient.invalidateQueries(trpc.webhooks.pathFilter()),
    }),
  );
  if (!may("webhooks:write") || delivery.status === "pending") return null;
  return (
    <Button
      size="sm"
      loading={replay.isPending}
      disabled={webhook.status === "disabled"}
      aria-label={`Send number ${delivery.number} again`}
      onClick={() => replay.mutate({ delivery_id: delivery.id })}
    >
      Send again
    </Button>
  );
}
