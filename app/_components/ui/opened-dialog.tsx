"use client";

import { X } from "lucide-react";
import { Dialog as RadixDialog } from "radix-ui";
import { useRef } from "react";
import { cn } from "@/app/_components/class-names";
import { Button } from "./button";
import { type DialogContentProps, DialogFooter, scrimClass } from "./dialog-parts";
import { returnFocus } from "./return-focus";

/**
 * A dialog that is open. When it closes, the focus goes back to what had it before.
 * @param props.onOpenChange called with false when the reader closes it
 */
export function OpenedDialog(props: DialogContentProps & { onOpenChange: (open: boolean) => void }) {
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
    </RadixDialog.Root>
  );
}
