"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useState } from "react";
import { ActionMenu } from "@/app/_components/ui/action-menu";
import { Button } from "@/app/_components/ui/button";
import { Dialog } from "@/app/_components/ui/dialog";
import { notify } from "@/app/_components/ui/toast";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import type { NewSecret } from "../secret-of-webhook";
import type { Webhook } from "../webhook";
import { nameOf } from "../webhook-text";
import { ChangeWebhook } from "./change-webhook";
import { DeleteWebhook, DisableWebhook, RotateSecret } from "./confirmations";
import { ReplaySince } from "./replay-since";

type Asked = "change" | "rotate" | "replay" | "disable" | "delete";

/** What can be done with a webhook; shown to those who may. */
export function WebhookActions(props: { webhook: Webhook; onSecret: (secret: NewSecret) => void }) {
  const { webhook } = props;
  const { may } = useWorkspace();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  if (!may("webhooks:write")) return null;
  return (
    <div className="flex items-center gap-2">
      <SendTest webhook={webhook} />
      <ActionsMenu webhook={webhook} onAsk={setAsked} />
      <Dialog
        open={asked === "change" || asked === "replay"}
        onOpenChange={(open) => (open ? undefined : close())}
      >
        {asked === "change" ? <ChangeWebhook webhook={webhook} onClose={close} /> : null}
        {asked === "replay" ? <ReplaySince webhook={webhook} onClose={close} /> : null}
      </Dialog>
      {asked === "rotate" ? (
        <RotateSecret webhook={webhook} onClose={close} onRotated={props.onSecret} />
      ) : null}
      {asked === "disable" ? <DisableWebhook webhook={webhook} onClose={close} /> : null}
      {asked === "delete" ? <DeleteWebhook webhook={webhook} onClose={close} /> : null}
    </div>
  );
}

function ActionsMenu({ webhook, onAsk }: { webhook: Webhook; onAsk: (asked: Asked) => void }) {
  const isEnabled = webhook.status === "enabled";
  return (
    <ActionMenu
      of={nameOf(webhook)}
      actions={[
        { label: "Change", onSelect: () => onAsk("change") },
        { label: "Rotate the secret", onSelect: () => onAsk("rotate") },
        { label: "Send again since a time", disabled: !isEnabled, onSelect: () => onAsk("replay") },
        ...(isEnabled ? [{ label: "Disable", onSelect: () => onAsk("disable") }] : []),
        { label: "Delete", tone: "danger", onSelect: () => onAsk("delete") },
      ]}
    />
  );
}

function SendTest({ webhook }: { webhook: Webhook }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const test = useMutation(
    trpc.webhooks.test.mutationOptions({
      onSuccess: ({ delivery }) =>
        notify({ title: "Test event on its way", detail: `Number ${delivery.number}; see the log below.` }),
      onError: notifyFailure("The test event was not sent"),
      onSettled: () => queryClient.invalidateQueries(trpc.webhooks.pathFilter()),
    }),
  );
  return (
    <Button
      loading={test.isPending}
      disabled={webhook.status === "disabled"}
      onClick={() => test.mutate({ webhook_id: webhook.id })}
    >
      <Send aria-hidden /> Send a test
    </Button>
  );
}
