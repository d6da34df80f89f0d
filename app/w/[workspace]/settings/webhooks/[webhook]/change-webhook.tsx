"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import type { Webhook } from "../webhook";
import { fieldsOf, requestOf, WebhookForm } from "../webhook-form";
import { nameOf } from "../webhook-text";

/** Changes a webhook's address, name and kinds; the caller puts it into a dialog. */
export function ChangeWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [fields, setFields] = useState(() => fieldsOf(webhook));
  const change = useMutation(
    trpc.webhooks.change.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.webhooks.pathFilter());
        onClose();
      },
    }),
  );
  return (
    <WebhookForm
      title={`Change “${nameOf(webhook)}”`}
      submitLabel="Save"
      fields={fields}
      onChange={setFields}
      onSubmit={() => change.mutate({ webhook_id: webhook.id, ...requestOf(fields) })}
      pending={change.isPending}
      failure={change.error ? failureOf(change.error) : null}
      onClose={onClose}
    />
  );
}
