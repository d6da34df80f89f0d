"use client";

import { clsx } from "clsx";
import { X } from "lucide-react";
import { Dialog as RadixDialog } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "./button";
import { scrimClass } from "./open-dialog";
import { returnFocus } from "./return-focus";

export const Sheet = RadixDialog.Root;

/** A panel that slides over the page: from below on a phone, from the right for details beside a list. */
export function SheetContent(props: {
  title: ReactNode;
  /** Hides the title from sight when the content already shows it; it is still announced. */
  titleHidden?: boolean;
  side?: "bottom" | "right";
  children: ReactNode;
  footer?: ReactNode;
  className?: string;
}) {
  const { side = "bottom" } = props;
  return (
    <RadixDialog.Portal>
      <RadixDialog.Overlay className={scrimClass} />
      <RadixDialog.Content
        aria-describedby={undefined}
        onCloseAutoFocus={returnFocus}
        className={clsx(
          "fixed z-50 flex flex-col bg-raised shadow-float",
          side === "bottom"
            ? "safe-bottom inset-x-0 bottom-0 max-h-[88dvh] animate-rise rounded-t-2xl"
            : "inset-y-0 right-0 w-full max-w-lg animate-slide-left",
          props.className,
        )}
      >
        <header className="flex min-h-12 items-center pt-2 pr-14 pl-5">
          <RadixDialog.Title className={clsx("flex-1 font-[620]", props.titleHidden && "sr-only")}>
            {props.title}
          </RadixDialog.Title>
        </header>
        <div className="relative min-h-0 flex-1 overflow-y-auto px-5 pb-5">{props.children}</div>
        {props.footer ? <footer className="border-t border-line px-5 py-3">{props.footer}</footer> : null}
        <RadixDialog.Close asChild>
          <Button variant="quiet" size="icon" aria-label="Close" className="absolute top-2.5 right-3">
            <X aria-hidden />
          </Button>
        </RadixDialog.Close>
      </RadixDialog.Content>
    </RadixDialog.Portal>
  );
}
