"use client";

import { useTheme } from "next-themes";
import { useEffect } from "react";
import { Toaster, toast } from "sonner";
import type { Notice, NoticeId } from "./notice";

const NOTICE_DURATION_MS = 5_000;
const NOTICE_WITH_ACTION_DURATION_MS = 10_000;

function durationOf({ durationMs, action }: Notice): number {
  if (durationMs === null) return Infinity;
  return durationMs ?? (action ? NOTICE_WITH_ACTION_DURATION_MS : NOTICE_DURATION_MS);
}

/** Shows a notice in the area. Its action is called at most once, also on a second press while it fades. */
export function showNotice(id: NoticeId, notice: Notice): void {
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
  show(notice.title, {
    id,
    description: notice.detail,
    duration: durationOf(notice),
    action: notice.action ? { label: notice.action.label, onClick: press } : undefined,
    onAutoClose: letGo,
    onDismiss: letGo,
  });
}

/** Takes a notice away without calling anything. */
export function hideNotice(id: NoticeId): void {
  toast.dismiss(id);
}

/**
 * The place of all notices.
 * @param props.onMounted called when notices that are shown from now on appear; the library drops earlier ones
 */
export function NoticeArea({ onMounted }: { onMounted: () => void }) {
  const { resolvedTheme } = useTheme();
  // Effects of children run first: the library listens by now.
  useEffect(onMounted, []);
  return (
    <Toaster
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
