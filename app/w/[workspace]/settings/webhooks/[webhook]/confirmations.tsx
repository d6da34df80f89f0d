"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ConfirmDialog } from "@/app/_components/ui/dialog";
import { Field } from "@/app/_components/ui/field";
import { Select } from "@/app/_components/ui/select";
import { notify } from "@/app/_components/ui/toast";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import type { NewSecret } from "../secret-of-webhook";
import type { Webhook } from "../webhook";
import { nameOf } from "../webhook-text";

const OVERLAPS = [
  { value: "1", label: "One hour more" },
  { value: "24", label: "A day more" },
  { value: "168", label: "A week more" },
  { value: "0", label: "Not at all" },
];

/** Replaces the secret; for the chosen time, deliveries are signed with both. */
export function RotateSecret(props: {
  webhook: Webhook;
  onClose: () => void;
  onRotated: (secret: NewSecret) => void;
}) {
  const { webhook } = props;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [overlap, setOverlap] = useState("24");
  const rotate = useMutation(
    trpc.webhooks.rotateSecret.mutationOptions({
      onSuccess: ({ secret }) => props.onRotated({ secret, name: nameOf(webhook) }),
      onSettled: () => queryClient.invalidateQueries(trpc.webhooks.pathFilter()),
    }),
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={props.onClose}
      title={`Rotate the secret of “${nameOf(webhook)}”?`}
      description="It gets a new secret. While both are valid, every delivery carries both signatures, so that you can change the receiver without losing an event."
      confirmLabel="Rotate the secret"
      onConfirm={async () => {
        await rotate.mutateAsync({ webhook_id: webhook.id, overlap_hours: Number(overlap) });
      }}
    >
      <Field label="The old secret signs" className="mt-2">
        <Select value={overlap} onValueChange={setOverlap} options={OVERLAPS} />
      </Field>
    </ConfirmDialog>
  );
}

/** Disables a webhook after a confirmation, because the deliveries that wait are given up. */
export function DisableWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const disable = useMutation(
    trpc.webhooks.change.mutationOptions({
      onSettled: () => queryClient.invalidateQueries(trpc.webhooks.pathFilter()),
    }),
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Disable “${nameOf(webhook)}”?`}
      description="Nothing is sent any more, and deliveries that wait are given up. Events still get their numbers; after enabling it again, you can have them sent."
      confirmLabel="Disable the webhook"
      onConfirm={async () => {
        await disable.mutateAsync({ webhook_id: webhook.id, status: "disabled" });
      }}
    />
  );
}

/** Deletes a webhook after a confirmation and leads back to the list. */
export function DeleteWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const { href } = useWorkspace();
  const remove = useMutation(
    trpc.webhooks.remove.mutationOptions({
      onSuccess: () => {
        notify({ title: "Deleted", detail: nameOf(webhook) });
        router.push(href("/settings/webhooks"));
        // The page of the deleted webhook is still open; its own queries would fail.
        return queryClient.invalidateQueries(trpc.webhooks.list.pathFilter());
      },
    }),
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete “${nameOf(webhook)}”?`}
      description="Nothing is sent to it any more, and its delivery log goes with it. This cannot be undone."
      confirmLabel="Delete the webhook"
      tone="danger"
      onConfirm={async () => {
        await remove.mutateAsync({ webhook_id: webhook.id });
      }}
    />
  );
}
