"use client";

import { useCallback, useEffect, useRef } from "react";
import { dismissNotice, notify } from "@/app/_components/ui/toast";

const HELD_MS = 5_000;

type Held = {
  timer: ReturnType<typeof setTimeout>;
  notice: string | number;
  run: () => void;
  undo: () => void;
};

/**
 * Holds a call back for five seconds in which it can be taken back. It is made at once when another one follows, and
 * when the reader leaves the page, so nothing that was asked for is lost.
 */
export function useHeldBack() {
  const held = useRef<Held | null>(null);

  const settle = useCallback((how: "run" | "undo") => {
    const current = held.current;
    if (!current) return;
    held.current = null;
    clearTimeout(current.timer);
    dismissNotice(current.notice);
    current[how]();
  }, []);

  const holdBack = useCallback(
    (call: { title: string; detail?: string; run: () => void; undo: () => void }) => {
      settle("run");
      const timer = setTimeout(() => settle("run"), HELD_MS);
      const notice = notify({
        title: call.title,
        detail: call.detail,
        durationMs: null,
        action: { label: "Undo", onAction: () => settle("undo") },
      });
      held.current = { timer, notice, run: call.run, undo: call.undo };
    },
    [settle],
  );

  useEffect(() => {
    const leave = () => settle("run");
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, [settle]);

  return { holdBack, undo: useCallback(() => settle("undo"), [settle]) };
}
