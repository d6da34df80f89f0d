"use client";

import { useState } from "react";
import { useHotkeys } from "@/app/_components/keyboard/hotkeys";
import type { Alert } from "./alert-row";

/** The most alerts that can be changed together. */
export const MOST_ALERTS = 100;

/** Registers the keys of the list; returns the selected alert and a function that selects another one. */
export function useAlertKeys(
  rows: readonly Alert[],
  act: {
    onMove: () => void;
    onSelect: (alert: Alert) => void;
    onSnooze: (alert: Alert) => void;
    onResolve: (alert: Alert) => void;
    onUndo: () => void;
  },
) {
  const [focusedId, focus] = useState<string | null>(null);
  const at = rows.findIndex(({ id }) => id === focusedId);
  const focused = rows[at];
  const move = (by: number) => {
    act.onMove();
    focus(rows[Math.min(rows.length - 1, Math.max(0, at + by))]?.id ?? null);
  };
  useHotkeys({
    j: { label: "Next alert", run: () => move(1), repeats: true },
    k: { label: "Previous alert", run: () => move(-1), repeats: true },
    x: { label: "Select the alert", run: () => focused && act.onSelect(focused) },
    s: { label: "Snooze the alert", run: () => focused && act.onSnooze(focused) },
    e: {
      label: "Resolve the alert",
      run: () => {
        if (!focused) return;
        const next = rows[at + 1] ?? rows[at - 1];
        act.onResolve(focused);
        focus(next?.id ?? null);
      },
    },
    u: { label: "Undo", run: act.onUndo },
  });
  return { focusedId, focus };
}
