"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Age } from "@/app/_components/pricing/age";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { notify } from "@/app/_components/ui/toast";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import type { Webhook } from "../webhook";
import { disabledText } from "../webhook-text";

/** What a reader has to know of a webhook's state: why nothing is sent, that it fails, that two secrets are valid. */
export function WebhookNotices({ webhook }: { webhook: Webhook }) {
  const { disabled, failing_since: failingSince, previous_secret_until: until } = webhook;
  return (
    <>
      {disabled ? (
        <Banner
          tone={disabled.reason === "by_person" ? "info" : "bad"}
          title="Nothing is sent."
          action={<EnableWebhook webhook={webhook} />}
        >
          {disabledText(disabled)} It was disabled <Age at={disabled.at} phrase />. Events still get their
          numbers and are recorded in the log below; after enabling it, you can have them sent.
        </Banner>
      ) : null}
      {failingSince !== null && disabled === null ? (
        <Banner tone="warn" title="The receiver does not accept events.">
          The first attempt failed <Age at={failingSince} phrase />. Each event is repeated for three days;
          then it is given up.
        </Banner>
      ) : null}
      {until === null ? null : (
        <Banner title="Two secrets are valid.">
          Until <Age at={until} phrase /> every delivery is signed with the new secret and with the one before
          it.
        </Banner>
      )}
    </>
  );
}

function EnableWebhook({ webhook }: { webhook: Webhook }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { may } = useWorkspace();
  const enable = useMutation(
    trpc.webhooks.change.mutationOptions({
      onSuccess: () => notify({ title: "Enabled", detail: "New events are sent from now on." }),
      onError: notifyFailure("The webhook was not enabled"),
      onSettled: () => queryClient.invalidateQueries(trpc.webhooks.pathFilter()),
    }),
  );
  if (!may("webhooks:write")) return null;
  return (
    <Button
      size="sm"
      loading={enable.isPending}
      onClick={() => enable.mutate({ webhook_id: webhook.id, status: "enabled" })}
    >
      Enable
    </Button>
  );
}
