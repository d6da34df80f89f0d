"use client";

import { useTheme } from "next-themes";
import type { ReactNode } from "react";
import { Toaster as SonnerToaster, toast } from "sonner";

export type Notice = {
  title: ReactNode;
  /** A quieter second part: the receipt, the reason. */
  detail?: ReactNode;
  tone?: "normal" | "bad";
  /** "Undo", "Revert". The notice leaves when it is used. */
  action?: { label: string; onAction: () => void };
  /** How long it stays; ten seconds with an action, five without. `null` keeps it until it is closed. */
  durationMs?: number | null;
  /** Called when the time is up or the reader closed the notice, not when its action was used. */
  onGone?: () => void;
};

const PLAIN_MS = 5_000;
const ACTION_MS = 10_000;

/** Notices taken away by the page itself, whose leaving is nobody's choice. */
const takenAway = new Set<string | number>();

/**
 * Shows what just happened and returns the id that `dismissNotice` takes. Of the action and `onGone` at most
 * one is called, and once. The time stands still while the notice is under the pointer.
 */
export function notify(notice: Notice): string | number {
  const { action } = notice;
  const show = notice.tone === "bad" ? toast.error : toast;
  let settled = false;
  const settle = (then: (() => void) | undefined) => {
    if (settled) return;
    settled = true;
    then?.();
  };
  const leave = ({ id }: { id: string | number }) => settle(takenAway.delete(id) ? undefined : notice.onGone);
  return show(notice.title, {
    description: notice.detail,
    duration: notice.durationMs === null ? Infinity : (notice.durationMs ?? (action ? ACTION_MS : PLAIN_MS)),
    action: action ? { label: action.label, onClick: () => settle(action.onAction) } : undefined,
    onAutoClose: leave,
    onDismiss: leave,
  });
}

/** Takes a notice away without calling anything, for example when its action was done by a key instead. */
export function dismissNotice(id: string | number): void {
  takenAway.add(id);
  toast.dismiss(id);
}

/** Where notices appear; mounted once, in the providers. */
export function Toaster() {
  const { resolvedTheme } = useTheme();
  return (
    <SonnerToaster
      theme={resolvedTheme === "dark" ? "dark" : "light"}
      position="bottom-left"
      style={{ fontFamily: "inherit" }}
      offset={{ left: 244, bottom: 20 }}
      mobileOffset={{ left: 12, right: 12, bottom: "calc(var(--phone-nav) + var(--phone-actions) + 12px)" }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-full md:w-[440px] items-center gap-3 rounded-xl bg-ink px-4 py-2.5 text-canvas shadow-float num",
          content: "min-w-0 flex-1",
          title: "font-[520]",
          description: "text-xs text-current! opacity-75",
          icon: "shrink-0",
          actionButton:
            "shrink-0 min-h-7 max-md:min-h-11 px-1 font-[560] underline underline-offset-4 decoration-current/50 hover:decoration-current",
        },
      }}
    />
  );
}
