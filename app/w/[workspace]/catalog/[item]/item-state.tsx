"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Archive, ArchiveRestore } from "lucide-react";
import { useState } from "react";
import { Age } from "@/app/_components/pricing/age";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { Dialog, DialogContent } from "@/app/_components/ui/dialog";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { notify } from "@/app/_components/ui/toast";
import { useWorkspace } from "@/app/_session/workspace";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { MAX_REASON_LENGTH } from "@/server/domain/text";
import { STATE_LABELS } from "../state-text";

type Item = Outputs["catalog"]["get"];

const FORM = "archive-item";

/** Explains why an item is not watched; renders nothing for one that is. */
export function StateBanner({ item }: { item: Item }) {
  if (item.state === "active") return null;
  return (
    <Banner tone="warn" title={STATE_LABELS[item.state]}>
      {item.state_reason} <Age at={item.state_since} phrase />. Runs leave it out, and no price is written for
      it.
    </Banner>
  );
}

/** Archives an item or restores it; a missing item is restored when its store lists it again. */
export function StateActions({ item }: { item: Item }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { may } = useWorkspace();
  const [asking, setAsking] = useState(false);
  const unarchive = useMutation(
    trpc.catalog.unarchive.mutationOptions({
      onSuccess: () => notify({ title: "Watched again", detail: item.title }),
      onError: notifyFailure("The item is not watched"),
      onSettled: () => queryClient.invalidateQueries(),
    }),
  );
  if (!may("catalog:write")) return null;
  if (item.state !== "active")
    return (
      <Button loading={unarchive.isPending} onClick={() => unarchive.mutate({ item_id: item.id })}>
        <ArchiveRestore aria-hidden /> Watch again
      </Button>
    );
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        <Archive aria-hidden /> Archive
      </Button>
      <Dialog open={asking} onOpenChange={setAsking}>
        {asking ? <ArchiveForm item={item} onDone={() => setAsking(false)} /> : null}
      </Dialog>
    </>
  );
}

function ArchiveForm({ item, onDone }: { item: Item; onDone: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [reason, setReason] = useState("");
  const archive = useMutation(
    trpc.catalog.archive.mutationOptions({
      onSuccess: () => {
        notify({ title: "Archived", detail: item.title });
        onDone();
      },
      onError: notifyFailure("The item was not archived"),
      onSettled: () => queryClient.invalidateQueries(),
    }),
  );
  return (
    <DialogContent
      title={`Archive ${item.title}?`}
      description="Runs leave it out, its alerts are cleared, and what waits for a decision about it ends. A price that was approved is not sent any more."
      footer={
        <>
          <Button onClick={onDone}>Cancel</Button>
          <Button type="submit" form={FORM} variant="primary" loading={archive.isPending}>
            Archive the item
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        onSubmit={(event) => {
          event.preventDefault();
          archive.mutate({ item_id: item.id, ...(reason.trim() ? { reason: reason.trim() } : {}) });
        }}
      >
        <Field label="Reason" optional>
          <Input
            maxLength={MAX_REASON_LENGTH}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </form>
    </DialogContent>
  );
}
