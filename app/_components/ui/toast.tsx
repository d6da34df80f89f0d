"use client";

import { useTheme } from "next-themes";
import type { ReactNode } from "react";
import { Toaster as SonnerToaster, toast } from "sonner";

const NOTICE_DURATION_MS = 5_000;
const NOTICE_WITH_ACTION_DURATION_MS = 10_000;

type Notice = {
  title: ReactNode;
  /** A quieter second part, such as the receipt or the reason. */
  detail?: ReactNode;
  tone?: "normal" | "bad";
  /** A button such as "Undo" or "Revert". Pressing it closes the notice. */
  action?: { label: string; onAction: () => void };
  /** How long it stays: ten seconds with an action, five without. `null` keeps it until it is closed. */
  durationMs?: number | null;
};

/** Identifies a notice. */
export type NoticeId = string | number;

function durationOf({ durationMs, action }: Notice): number {
  if (durationMs === null) return Infinity;
  return durationMs ?? (action ? NOTICE_WITH_ACTION_DURATION_MS : NOTICE_DURATION_MS);
}

/**
 * Shows a notice and returns the id that `dismissNotice` takes. The timer pauses while the pointer is over it. Its
 * action is called at most once, also on a second press while it fades.
 */
export function notify(notice: Notice): NoticeId {
  // The library's history keeps notices that are gone; what they would have called, and the page around it, is let go.
  let action = notice.action ?? null;
  const letGo = () => {
    action = null;
  };
  const press = () => {
    const pressed = action;
    letGo();
    pressed?.onAction();
  };
  const show = notice.tone === "bad" ? toast.error : toast;
  return show(notice.title, {
    description: notice.detail,
    duration: durationOf(notice),
    action: notice.action ? { label: notice.action.label, onClick: press } : undefined,
    onAutoClose: letGo,
    onDismiss: letGo,
  });
}

/** Closes a notice, for example because a key ran its action instead. */
export function dismissNotice(id: NoticeId): void {
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
      offset={{ left: "calc(var(--sidebar) + 20px)", bottom: 20 }}
      mobileOffset={{ left: 12, right: 12, bottom: "var(--notices-bottom)" }}
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
