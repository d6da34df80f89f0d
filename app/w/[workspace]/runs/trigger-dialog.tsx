"use client";

import { Play } from "lucide-react";
import { useState } from "react";
import { Button } from "@/app/_components/ui/button";
import { Dialog } from "@/app/_components/ui/dialog";
import { Field } from "@/app/_components/ui/field";
import { DialogButton, FormDialog } from "@/app/_components/ui/form-dialog";
import { Input } from "@/app/_components/ui/input";
import { useWorkspace } from "@/app/_session/workspace";
import { failureOf } from "@/app/_trpc/failure";
import { NotStarted } from "./not-started";
import { useTriggerRun } from "./use-trigger-run";

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
  const [tags, setTags] = useState("");
  const trigger = useTriggerRun(onCancel);
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
      {failure && failure.issues.length === 0 ? <NotStarted failure={failure} /> : null}
    </FormDialog>
  );
}
