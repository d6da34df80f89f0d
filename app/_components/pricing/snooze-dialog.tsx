"use client";

import { useState } from "react";
import { Button } from "@/app/_components/ui/button";
import { Dialog, DialogContent } from "@/app/_components/ui/dialog";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { Select } from "@/app/_components/ui/select";
import { Textarea } from "@/app/_components/ui/textarea";
import { chosenTime, snoozeTimes } from "./snooze-times";

const OTHER = "other";

/** Asks until when, and optionally why, something is put off. `onSnooze` receives an ISO 8601 time in UTC. */
export function SnoozeDialog(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What is put off: the item or alert by name. */
  subject: string;
  onSnooze: (until: string, reason: string | undefined) => void;
}) {
  return (
    <Dialog open={props.open} onOpenChange={props.onOpenChange}>
      {props.open ? <SnoozeForm {...props} /> : null}
    </Dialog>
  );
}

function SnoozeForm(props: {
  subject: string;
  onOpenChange: (open: boolean) => void;
  onSnooze: (until: string, reason: string | undefined) => void;
}) {
  const [times] = useState(() => snoozeTimes(new Date()));
  const [choice, setChoice] = useState("tomorrow");
  const [other, setOther] = useState("");
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string | undefined>();

  function submit() {
    const at =
      choice === OTHER ? chosenTime(other, new Date()) : times.find(({ value }) => value === choice)?.at;
    if (!at) return setError("Choose a time that lies ahead.");
    props.onSnooze(at.toISOString(), reason.trim() || undefined);
    props.onOpenChange(false);
  }

  return (
    <DialogContent
      title="Snooze"
      description={props.subject}
      width="sm"
      footer={
        <>
          <Button onClick={() => props.onOpenChange(false)}>Cancel</Button>
          <Button type="submit" form="snooze" variant="primary">
            Snooze
          </Button>
        </>
      }
    >
      <form
        id="snooze"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field label="Until">
          <Select
            value={choice}
            onValueChange={setChoice}
            options={[
              ...times.map(({ value, label }) => ({ value, label })),
              { value: OTHER, label: "Another time" },
            ]}
          />
        </Field>
        {choice === OTHER ? (
          <Field label="Date and time" error={error}>
            <Input type="datetime-local" value={other} onChange={(event) => setOther(event.target.value)} />
          </Field>
        ) : null}
        <Field label="Reason" optional>
          <Textarea maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      </form>
    </DialogContent>
  );
}
