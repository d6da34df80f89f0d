"use client";

import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from "react";
import { Button } from "@/app/_components/ui/button";
import { Dialog, DialogContent } from "@/app/_components/ui/dialog";
import { Field } from "@/app/_components/ui/field";
import { Textarea } from "@/app/_components/ui/textarea";
import { MAX_REASON_LENGTH } from "@/server/domain/text";

/** Asks for a reason, and offers the usual ones as buttons. ⌘ Enter submits it. */
export function ReasonDialog(props: {
  title: string;
  description?: string;
  confirmLabel: string;
  suggestions: readonly string[];
  /** Whether an empty reason prevents submitting. */
  required: boolean;
  /** A notice about changes of the entry since the dialog opened. */
  notice?: ReactNode;
  /** Prevents submitting because nothing is left to decide; the typed text stays. */
  blocked?: boolean;
  onClose: () => void;
  onReason: (reason: string | undefined) => void;
}) {
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);

  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (props.blocked) return;
    const trimmed = reason.trim();
    if (props.required && trimmed === "") setMissing(true);
    else props.onReason(trimmed === "" ? undefined : trimmed);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit();
  }

  return (
    <Dialog open onOpenChange={(open) => !open && props.onClose()}>
      <DialogContent
        title={props.title}
        {...(props.description ? { description: props.description } : {})}
        footer={
          <>
            <Button onClick={props.onClose}>Cancel</Button>
            <Button variant="primary" type="submit" form="reason-form" disabled={props.blocked ?? false}>
              {props.confirmLabel}
            </Button>
          </>
        }
      >
        {props.notice}
        <form id="reason-form" onSubmit={submit}>
          <Field
            label="Reason"
            optional={!props.required}
            error={
              missing && reason.trim() === ""
                ? "Say why in a few words; it is stored with the decision."
                : undefined
            }
          >
            <Textarea
              value={reason}
              maxLength={MAX_REASON_LENGTH}
              autoFocus
              onChange={(event) => setReason(event.target.value)}
              onKeyDown={onKeyDown}
            />
          </Field>
        </form>
        <div className="mt-2.5 flex flex-wrap gap-1.5">
          {props.suggestions.map((suggestion) => (
            <Button key={suggestion} size="sm" onClick={() => setReason(suggestion)}>
              {suggestion}
            </Button>
          ))}
        </div>
      </DialogContent>
    </Dialog>
  );
}
