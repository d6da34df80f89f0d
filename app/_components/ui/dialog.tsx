"use client";

import { X } from "lucide-react";
import { Dialog as RadixDialog } from "radix-ui";
import { type ReactNode, useRef } from "react";
import { cn } from "@/app/_components/class-names";
import { Button } from "./button";

export const Dialog = RadixDialog.Root;
export const DialogTrigger = RadixDialog.Trigger;

export const scrimClass = "fixed inset-0 z-40 animate-appear bg-scrim";

/**
 * The content of a dialog: a title, an optional sentence, the body, and its buttons at the end. The closing button is
 * the last element, so that the first field gets the focus.
 */
export function DialogContent(props: {
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  width?: "sm" | "md" | "lg";
  /** True if only a button of the footer closes it. */
  withoutClose?: boolean;
  /** True if the dialog gets the focus instead of its first control, so that Enter presses nothing at first. */
  focusesItself?: boolean;
  className?: string;
}) {
  const { width = "md" } = props;
  const content = useRef<HTMLDivElement>(null);
  const focusContent = (event: Event) => {
    event.preventDefault();
    content.current?.focus();
  };
  return (
    <RadixDialog.Portal>
      <RadixDialog.Overlay className={scrimClass} />
      <RadixDialog.Content
        ref={content}
        tabIndex={-1}
        {...(props.focusesItself ? { onOpenAutoFocus: focusContent } : {})}
        {...(props.description ? {} : { "aria-describedby": undefined })}
        className={cn(
          "fixed top-1/2 left-1/2 z-50 flex outline-none max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] -translate-1/2 animate-appear flex-col rounded-2xl bg-raised shadow-float",
          { sm: "max-w-sm", md: "max-w-lg", lg: "max-w-2xl" }[width],
          props.className,
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
        <div className="min-h-0 flex-1 overflow-y-auto px-6 pt-1 pb-5">{props.children}</div>
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
  );
}

/** The row of buttons that ends a dialog; stacked, main action first, on a phone. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex justify-end gap-2 border-t border-line px-6 py-4 max-md:flex-col-reverse max-md:px-4">
      {children}
    </footer>
  );
}
