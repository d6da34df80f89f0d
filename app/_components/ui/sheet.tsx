"use client";

import { X } from "lucide-react";
import { Dialog as RadixDialog } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "@/app/_components/class-names";
import { Button } from "./button";
import { scrimClass } from "./dialog";

export const Sheet = RadixDialog.Root;
export const SheetTrigger = RadixDialog.Trigger;
export const SheetClose = RadixDialog.Close;

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
        className={cn(
          "fixed z-50 flex flex-col bg-raised shadow-float",
          side === "bottom"
            ? "safe-bottom inset-x-0 bottom-0 max-h-[88dvh] animate-rise rounded-t-2xl"
            : "inset-y-0 right-0 w-full max-w-lg animate-slide-left",
          props.className,
        )}
      >
        <header className="flex min-h-12 items-center gap-3 px-5 pt-2">
          <RadixDialog.Title className={cn("flex-1 font-[620]", props.titleHidden && "sr-only")}>
            {props.title}
          </RadixDialog.Title>
          <RadixDialog.Close asChild>
            <Button variant="quiet" size="icon" aria-label="Close" className="-mr-2 ml-auto">
              <X aria-hidden />
            </Button>
          </RadixDialog.Close>
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">{props.children}</div>
        {props.footer ? <footer className="border-t border-line px-5 py-3">{props.footer}</footer> : null}
      </RadixDialog.Content>
    </RadixDialog.Portal>
  );
}
