"use client";

import { type ReactNode, useState } from "react";
import { instantText } from "@/app/_components/pricing/age-text";
import { useLocale } from "@/app/_components/pricing/locale";
import { Button } from "@/app/_components/ui/button";
import { Dialog, DialogContent } from "@/app/_components/ui/dialog";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { MAX_REASON_LENGTH } from "@/server/domain/text";
import { chosenTime, type SnoozeChoice, snoozeChoices } from "./snooze-choices";

export interface Snooze {
  readonly until: SnoozeChoice;
  readonly reason: string | undefined;
}

/** Asks for the end of a snooze: a button for each morning, or any later time. */
export function SnoozeDialog(props: {
  what: string;
  /** A notice about changes of the entry since the dialog opened. */
  notice?: ReactNode;
  /** Prevents submitting because nothing is left to decide. */
  blocked?: boolean;
  onClose: () => void;
  onSnooze: (snooze: Snooze) => void;
}) {
  const locale = useLocale();
  const [choices] = useState(() => snoozeChoices(Date.now()));
  const [reason, setReason] = useState("");
  return (
    <Dialog open onOpenChange={(open) => !open && props.onClose()}>
      <DialogContent title={`Snooze ${props.what}`} description="It comes back by itself." width="sm">
        {props.notice}
        <fieldset disabled={props.blocked ?? false} className="flex flex-col gap-1.5 disabled:opacity-50">
          {choices.map((until) => (
            <Button
              key={until.label}
              wide="spread"
              title={instantText(until.untilMs, locale)}
              onClick={() => props.onSnooze({ until, reason: reason.trim() || undefined })}
            >
              {until.label}
              <span className="text-xs font-normal text-ink-dim">{dayOf(until.untilMs, locale)}</span>
            </Button>
          ))}
          <OtherTime onChoose={(until) => props.onSnooze({ until, reason: reason.trim() || undefined })} />
        </fieldset>
        <Field label="Why" optional className="mt-4">
          <Input
            value={reason}
            maxLength={MAX_REASON_LENGTH}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </DialogContent>
    </Dialog>
  );
}

function OtherTime({ onChoose }: { onChoose: (until: SnoozeChoice) => void }) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string | undefined>();
  function choose() {
    const until = chosenTime(text, Date.now());
    if (until) onChoose(until);
    else setError("Choose a time in the future.");
  }
  return (
    <Field label="Another time" error={error} className="mt-2">
      <div className="flex gap-2">
        <Input type="datetime-local" value={text} onChange={(event) => setText(event.target.value)} />
        <Button onClick={choose}>Snooze</Button>
      </div>
    </Field>
  );
}

const dayOf = (atMs: number, locale: string): string =>
  new Intl.DateTimeFormat(locale === "en" ? "en-GB" : locale, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  }).format(atMs);
