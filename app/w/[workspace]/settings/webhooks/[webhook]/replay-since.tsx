"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Banner } from "@/app/_components/ui/banner";
import { CheckboxRow } from "@/app/_components/ui/checkbox";
import { Field } from "@/app/_components/ui/field";
import { FormDialog } from "@/app/_components/ui/form-dialog";
import { Input } from "@/app/_components/ui/input";
import { notify } from "@/app/_components/ui/toast";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf, issueAt } from "@/app/_trpc/failure";
import type { Webhook } from "../webhook";
import { nameOf } from "../webhook-text";

/** Sends the events since a time again; the caller puts it into a dialog. */
export function ReplaySince({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [since, setSince] = useState("");
  const [onlyGivenUp, setOnlyGivenUp] = useState(true);
  const replay = useMutation(
    trpc.webhooks.replay.mutationOptions({
      onSuccess: ({ deliveries }) => {
        notify(repliedText(deliveries));
        onClose();
      },
      onSettled: () => queryClient.invalidateQueries(trpc.webhooks.pathFilter()),
    }),
  );
  const failure = replay.error ? failureOf(replay.error) : null;
  return (
    <FormDialog
      title={`Send events to “${nameOf(webhook)}” again`}
      description="Each arrives with the same id, number and body as before, so that your receiver recognizes repetitions."
      submitLabel="Send again"
      onSubmit={() =>
        replay.mutate({
          webhook_id: webhook.id,
          since: new Date(since).toISOString(),
          only_given_up: onlyGivenUp,
        })
      }
      pending={replay.isPending}
      disabled={Number.isNaN(Date.parse(since))}
      onLeave={onClose}
    >
      <Field
        label="Events since"
        hint="By the clock of this device. Deliveries are stored for 30 days unless the operator chose otherwise."
        error={issueAt(failure, "since")}
      >
        <Input
          type="datetime-local"
          required
          value={since}
          onChange={(event) => setSince(event.target.value)}
        />
      </Field>
      <CheckboxRow
        label="Leave out what was delivered"
        checked={onlyGivenUp}
        onCheckedChange={(checked) => setOnlyGivenUp(checked === true)}
      />
      {failure && failure.issues.length === 0 ? <Banner tone="bad">{failure.message}</Banner> : null}
    </FormDialog>
  );
}

function repliedText(deliveries: number): { title: string; detail: string } {
  if (deliveries === 0) return { title: "Nothing to send again", detail: "No such delivery since then." };
  return { title: "On the way", detail: deliveries === 1 ? "1 event" : `${deliveries} events` };
}
