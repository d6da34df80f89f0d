"use client";

import { useState } from "react";
import { Button } from "@/app/_components/ui/button";
import { CheckboxRow } from "@/app/_components/ui/checkbox";
import { CopyField } from "@/app/_components/ui/copy-field";
import { Dialog, DialogContent } from "@/app/_components/ui/dialog";

/** Shows the secret of a new key once. A press outside does not close it, because the secret cannot be shown again. */
export function NewKeyDialog(props: { shown: { secret: string; name: string } | null; onClose: () => void }) {
  return (
    <Dialog open={props.shown !== null}>
      {props.shown ? <Secret {...props.shown} onClose={props.onClose} /> : null}
    </Dialog>
  );
}

function Secret({ secret, name, onClose }: { secret: string; name: string; onClose: () => void }) {
  const [isStored, setIsStored] = useState(false);
  return (
    <DialogContent
      title={`Key “${name}”`}
      description="Copy it now. We keep only a fingerprint of it and cannot show it again."
      footer={
        <Button variant="primary" disabled={!isStored} onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <CopyField label="API key" value={secret} onCopied={() => setIsStored(true)} />
        <CheckboxRow
          label="I have stored the key"
          checked={isStored}
          onCheckedChange={(checked) => setIsStored(checked === true)}
        />
      </div>
    </DialogContent>
  );
}
