"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Play } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { Dialog } from "@/app/_components/ui/dialog";
import { Field } from "@/app/_components/ui/field";
import { DialogButton, FormDialog } from "@/app/_components/ui/form-dialog";
import { Input } from "@/app/_components/ui/input";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";

/** Starts a run over the catalog or the part of it that carries given tags, and opens it. */
export function TriggerRun({ variant = "primary" }: { variant?: "primary" | "secondary" }) {
  const { may } = useWorkspace();
  if (!may("runs:trigger")) return null;
  const trigger = (
    <Button variant={variant}>
      <Play aria-hidden /> Start a run
    </Button>
  );
  return <DialogButton trigger={trigger}>{(close) => <TriggerForm onCancel={close} />}</DialogButton>;
}

/** The same dialog, opened from elsewhere. */
export function TriggerDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <TriggerForm onCancel={onClose} />
    </Dialog>
  );
}

/** Tags as they are typed: separated by commas, each once. */
const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

function TriggerForm({ onCancel }: { onCancel: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const { href } = useWorkspace();
  const [tags, setTags] = useState("");
  const trigger = useMutation(
    trpc.runs.trigger.mutationOptions({
      onSuccess: ({ run }) => {
        onCancel();
        void queryClient.invalidateQueries(trpc.runs.pathFilter());
        router.push(href(`/runs/${run.id}`));
      },
    }),
  );
  const failure = trigger.error ? failureOf(trigger.error) : null;
  return (
    <FormDialog
      title="Start a run"
      description="It checks every item against costs, market and policy, and publishes what it finds when it ends."
      submitLabel="Start the run"
      onSubmit={() => trigger.mutate({ subset_tags: tagsOf(tags) })}
      pending={trigger.isPending}
      onLeave={onCancel}
    >
      <Field
        label="Only items tagged"
        optional
        hint="Tags separated by commas; an item is checked when it carries any of them. Empty: the whole catalog."
        error={failure?.issues[0]?.message}
      >
        <Input value={tags} onChange={(event) => setTags(event.target.value)} placeholder="outdoor, autumn" />
      </Field>
      {failure && failure.issues.length === 0 ? (
        <Banner tone="bad">
          {failure.message}{" "}
          {failure.changed.some((part) => part === "vat" || part === "currency") ? (
            <Link className="underline underline-offset-4" href={href("/settings/workspace")}>
              Set currency and VAT
            </Link>
          ) : null}
          {failure.code === "run_budget_exceeded" ? (
            <Link className="underline underline-offset-4" href={href("/settings/workspace")}>
              See the plan
            </Link>
          ) : null}
        </Banner>
      ) : null}
    </FormDialog>
  );
}
