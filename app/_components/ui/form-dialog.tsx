"use client";

import { Slot } from "radix-ui";
import { type ReactNode, useId, useState } from "react";
import { Button } from "./button";
import { Dialog, DialogContent } from "./dialog";

/** A button that opens a dialog. Its content is made anew each time, and receives the function that closes it. */
export function DialogButton(props: {
  trigger: ReactNode;
  /** Whether the dialog is open at first. */
  opened?: boolean;
  children: (close: () => void) => ReactNode;
}) {
  const [open, setOpen] = useState(props.opened ?? false);
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <Slot.Root
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={({ currentTarget }) => {
          // Safari focuses what is around a pressed button instead of it; the focus comes back here.
          currentTarget.focus();
          setOpen(true);
        }}
      >
        {props.trigger}
      </Slot.Root>
      {open ? props.children(() => setOpen(false)) : null}
    </Dialog>
  );
}

/** A form in a dialog: its fields, the button that sends it, and the one that leaves it. */
export function FormDialog(props: {
  title: ReactNode;
  description: ReactNode;
  children: ReactNode;
  /** On the button that sends the form. */
  submitLabel: string;
  onSubmit: () => void;
  pending: boolean;
  disabled?: boolean;
  /** On the button that leaves the form. */
  leaveLabel?: string;
  onLeave: () => void;
}) {
  const form = useId();
  return (
    <DialogContent
      title={props.title}
      description={props.description}
      footer={
        <>
          <Button onClick={props.onLeave}>{props.leaveLabel ?? "Cancel"}</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            loading={props.pending}
            disabled={props.disabled}
          >
            {props.submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          props.onSubmit();
        }}
      >
        {props.children}
      </form>
    </DialogContent>
  );
}
