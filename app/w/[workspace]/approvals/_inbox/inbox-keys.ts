"use client";

import { useHotkeys } from "@/app/_components/keyboard/hotkeys";
import type { KeyHint } from "@/app/_components/pricing/key-hints";

/** The action of each key of the inbox; null if it is not available at the moment. */
export interface InboxCommands {
  readonly move: (step: number) => void;
  readonly toggle: () => void;
  readonly open: () => void;
  readonly clear: () => void;
  readonly undo: () => void;
  readonly approve: (() => void) | null;
  readonly reject: (() => void) | null;
  readonly snooze: (() => void) | null;
  readonly resolve: (() => void) | null;
}

export const INBOX_HINTS: readonly KeyHint[] = [
  { keys: ["j", "k"], label: "move" },
  { keys: ["x"], label: "select" },
  { keys: ["u"], label: "undo" },
  { keys: ["?"], label: "keys" },
];

/** Registers the keys of the inbox. */
export function useInboxKeys(commands: InboxCommands): void {
  const next = { label: "Next", run: () => commands.move(1) };
  const previous = { label: "Previous", run: () => commands.move(-1) };
  const offered = (key: string, label: string, run: (() => void) | null) =>
    run ? { [key]: { label, run } } : {};
  useHotkeys({
    j: next,
    ArrowDown: next,
    k: previous,
    ArrowUp: previous,
    x: { label: "Select", run: commands.toggle },
    Enter: { label: "Go to the evidence", run: commands.open },
    Escape: { label: "Clear the selection", run: commands.clear },
    u: { label: "Undo", run: commands.undo },
    ...offered("a", "Approve", commands.approve),
    ...offered("r", "Reject", commands.reject),
    ...offered("s", "Snooze", commands.snooze),
    ...offered("e", "Changed by hand", commands.resolve),
  });
}
