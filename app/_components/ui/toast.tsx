"use client";

import { useTheme } from "next-themes";
import type { ReactNode } from "react";
import { Toaster as SonnerToaster, toast } from "sonner";

export type Notice = {
  title: ReactNode;
  /** A quieter second part, such as the receipt or the reason. */
  detail?: ReactNode;
  tone?: "normal" | "bad";
  /** A button such as "Undo" or "Revert". Pressing it closes the notice. */
  action?: { label: string; onAction: () => void };
  /** How long it stays: ten seconds with an action, five without. `null` keeps it until it is closed. */
  durationMs?: number | null;
  /** Called when the time is up or the reader closes the notice, not when its action is used. */
  onGone?: () => void;
};

const NOTICE_DURATION_MS = 5_000;
const NOTICE_WITH_ACTION_DURATION_MS = 10_000;

/** Notices that the page itself dismissed; their `onGone` is not called. */
const takenAway = new Set<string | number>();

/**
 * Shows a notice and returns the id that `dismissNotice` takes. At most one of the action and `onGone` is called, and
 * only once. The timer pauses while the pointer is over the notice.
 */
export function notify(notice: Notice): string | number {
  const { action } = notice;
  const show = notice.tone === "bad" ? toast.error : toast;
  // The history keeps notices that are gone; what they would have called, and the page around it, is let go.
  let calls: Pick<Notice, "action" | "onGone"> | null = { action, onGone: notice.onGone };
  const settle = (then?: "action" | "onGone") => {
    const { action, onGone } = calls ?? {};
    calls = null;
    if (then === "action") action?.onAction();
    else if (then === "onGone") onGone?.();
  };
  const leave = ({ id }: { id: string | number }) => settle(takenAway.delete(id) ? undefined : "onGone");
  return show(notice.title, {
    description: notice.detail,
    duration:
      notice.durationMs === null
        ? Infinity
        : (notice.durationMs ?? (action ? NOTICE_WITH_ACTION_DURATION_MS : NOTICE_DURATION_MS)),
    action: action ? { label: action.label, onClick: () => settle("action") } : undefined,
    onAutoClose: leave,
    onDismiss: leave,
  });
}

/** Closes a notice without calling anything, for example because a key ran its action instead. */
export function dismissNotice(id: string | number): void {
  takenAway.add(id);
  toast.dismiss(id);
}

/** The area where notices appear; mounted once, in the providers. */
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
