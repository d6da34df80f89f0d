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
  /** Called when the time is up or the notice is closed, not when the action was used. */
  onGone?: () => void;
};

const PLAIN_MS = 5_000;
const ACTION_MS = 10_000;

/** Shows what just happened and returns the id that `dismissNotice` takes. */
export function notify(notice: Notice): string | number {
  const { action, onGone } = notice;
  const show = notice.tone === "bad" ? toast.error : toast;
  return show(notice.title, {
    description: notice.detail,
    duration: notice.durationMs === null ? Infinity : (notice.durationMs ?? (action ? ACTION_MS : PLAIN_MS)),
    action: action ? { label: action.label, onClick: action.onAction } : undefined,
    onAutoClose: onGone,
    onDismiss: onGone,
  });
}

/** Takes a notice away, for example when what it offered is no longer possible. */
export function dismissNotice(id: string | number): void {
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
