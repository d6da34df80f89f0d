"use client";

import { useState } from "react";
import { Button } from "./button";
import { CheckboxRow } from "./checkbox";
import { CopyField } from "./copy-field";
import { Dialog, DialogContent } from "./dialog";

/** A secret with the texts around it. */
export interface ShownSecret {
  readonly title: string;
  readonly description: string;
  /** Of the field with the secret. */
  readonly label: string;
  /** The sentence that the reader confirms: "I have stored the key". */
  readonly confirmation: string;
  readonly secret: string;
}

/** Shows a secret once. Only its last button closes it, because the secret cannot be shown again. */
export function SecretDialog(props: { shown: ShownSecret | null; onClose: () => void }) {
  return (
    <Dialog open={props.shown !== null}>
      {props.shown ? <Secret {...props.shown} onClose={props.onClose} /> : null}
    </Dialog>
  );
}

function Secret({ onClose, ...shown }: ShownSecret & { onClose: () => void }) {
  const [isStored, setIsStored] = useState(false);
  return (
    <DialogContent
      title={shown.title}
      description={shown.description}
      withoutClose
      footer={
        <Button variant="primary" disabled={!isStored} onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <CopyField label={shown.label} value={shown.secret} onCopied={() => setIsStored(true)} />
        <CheckboxRow
          label={shown.confirmation}
          checked={isStored}
          onCheckedChange={(checked) => setIsStored(checked === true)}
        />
      </div>
    </DialogContent>
  );
}
