"use client";

import { AlertDialog } from "radix-ui";
import { useState } from "react";
import { Banner } from "./banner";
import { Button } from "./button";
import { type ConfirmDialogProps, DialogFooter, scrimClass } from "./dialog-parts";
import { returnFocus } from "./return-focus";

/** A question for confirmation that is open. */
export function OpenedConfirmDialog(props: ConfirmDialogProps) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function confirm() {
    setPending(true);
    setFailure(null);
    try {
      await props.onConfirm();
      props.onOpenChange(false);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : "That did not work. Try again.");
    } finally {
      setPending(false);
    }
  }

  return (
    <AlertDialog.Root open onOpenChange={(open) => !pending && props.onOpenChange(open)}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={scrimClass} />
        <AlertDialog.Content
          onCloseAutoFocus={returnFocus}
          className="fixed top-1/2 left-1/2 z-50 w-[calc(100vw-32px)] max-w-md -translate-1/2 animate-appear rounded-2xl bg-raised shadow-float"
        >
          <div className="flex flex-col gap-2 px-6 pt-5 pb-5">
            <AlertDialog.Title className="text-base leading-6 font-[620]">{props.title}</AlertDialog.Title>
            <AlertDialog.Description className="text-ink-soft">{props.description}</AlertDialog.Description>
            {props.children}
            {failure ? <Banner tone="bad">{failure}</Banner> : null}
          </div>
          <DialogFooter>
            <AlertDialog.Cancel asChild>
              <Button disabled={pending}>{props.cancelLabel ?? "Cancel"}</Button>
            </AlertDialog.Cancel>
            <Button
              variant={props.tone === "danger" ? "danger" : "primary"}
              loading={pending}
              onClick={() => void confirm()}
            >
              {props.confirmLabel}
            </Button>
          </DialogFooter>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
