"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/app/_components/ui/button";
import { DialogButton } from "@/app/_components/ui/form-dialog";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import type { NewSecret } from "./secret-of-webhook";
import { NEW, requestOf, WebhookForm } from "./webhook-form";
import { nameOf } from "./webhook-text";

/** Creates a webhook in a dialog; shown to those who may. */
export function CreateWebhook({ onCreated }: { onCreated: (created: NewSecret) => void }) {
  const { may } = useWorkspace();
  if (!may("webhooks:write")) return null;
  const trigger = (
    <Button variant="primary">
      <Plus aria-hidden /> New webhook
    </Button>
  );
  return (
    <DialogButton trigger={trigger}>
      {(close) => <CreateForm onClose={close} onCreated={onCreated} />}
    </DialogButton>
  );
}

function CreateForm(props: { onClose: () => void; onCreated: (created: NewSecret) => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [fields, setFields] = useState(NEW);
  const create = useMutation(
    trpc.webhooks.create.mutationOptions({
      onSuccess: ({ webhook, secret }) => {
        void queryClient.invalidateQueries(trpc.webhooks.pathFilter());
        props.onClose();
        props.onCreated({ secret, name: nameOf(webhook) });
      },
    }),
  );
  return (
    <WebhookForm
      title="New webhook"
      submitLabel="Create the webhook"
      fields={fields}
      onChange={setFields}
      onSubmit={() => create.mutate(requestOf(fields))}
      pending={create.isPending}
      failure={create.error ? failureOf(create.error) : null}
      onClose={props.onClose}
    />
  );
}
