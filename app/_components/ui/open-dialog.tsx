"use client";

import { clsx } from "clsx";
import { X } from "lucide-react";
import { AlertDialog, Dialog as RadixDialog } from "radix-ui";
import { type ReactNode, useRef, useState } from "react";
import { Banner } from "./banner";
import { Button } from "./button";
import { returnFocus } from "./return-focus";

export interface DialogContentProps {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  readonly footer?: ReactNode;
  readonly width?: "sm" | "md" | "lg";
  /** True if only a button of the footer closes it. */
  readonly withoutClose?: boolean;
  /** True if the dialog gets the focus instead of its first control, so that Enter presses nothing at first. */
  readonly focusesItself?: boolean;
}

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: ReactNode;
  readonly description: ReactNode;
  /** What the button does, as a verb: "Revoke key". */
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly tone?: "danger" | "normal";
  /**
   * Runs on confirmation. The dialog closes when the promise resolves; a rejection is shown in the dialog, which
   * stays open.
   */
  readonly onConfirm: () => void | Promise<void>;
  readonly children?: ReactNode;
}

export const scrimClass = "fixed inset-0 z-40 animate-appear bg-scrim";

/**
 * A dialog that is open.
 * @param props.onOpenChange called with false when the reader closes it
 */
export function OpenDialog(props: DialogContentProps & { onOpenChange: (open: boolean) => void }) {
  const { width = "md" } = props;
  const content = useRef<HTMLDivElement>(null);
  const focusContent = (event: Event) => {
    event.preventDefault();
    content.current?.focus();
  };
  return (
    <RadixDialog.Root open onOpenChange={props.onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={scrimClass} />
        <RadixDialog.Content
          ref={content}
          tabIndex={-1}
          onCloseAutoFocus={returnFocus}
          {...(props.focusesItself ? { onOpenAutoFocus: focusContent } : {})}
          {...(props.description ? {} : { "aria-describedby": undefined })}
          className={clsx(
            "fixed top-1/2 left-1/2 z-50 flex outline-none max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] -translate-1/2 animate-appear flex-col rounded-2xl bg-raised shadow-float",
            { sm: "max-w-sm", md: "max-w-lg", lg: "max-w-2xl" }[width],
          )}
        >
          <header className="pt-5 pr-14 pb-3 pl-6">
            <RadixDialog.Title className="text-base leading-6 font-[620]">{props.title}</RadixDialog.Title>
            {props.description ? (
              <RadixDialog.Description className="mt-1 text-ink-soft">
                {props.description}
              </RadixDialog.Description>
            ) : null}
          </header>
          <div className="relative min-h-0 flex-1 overflow-y-auto px-6 pt-1 pb-5">{props.children}</div>
          {props.footer ? <DialogFooter>{props.footer}</DialogFooter> : null}
          {props.withoutClose ? null : (
            <RadixDialog.Close asChild>
              <Button variant="quiet" size="icon" aria-label="Close" className="absolute top-4 right-4">
                <X aria-hidden />
              </Button>
            </RadixDialog.Close>
          )}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** A question for confirmation that is open. */
export function OpenConfirmDialog(props: ConfirmDialogProps) {
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

/** The row of buttons that ends a dialog; stacked, main action first, on a phone. */
function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex justify-end gap-2 border-t border-line px-6 py-4 max-md:flex-col-reverse max-md:px-4">
      {children}
    </footer>
  );
}
