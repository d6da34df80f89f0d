"use client";

import { useHotkeys } from "@/app/_components/keyboard/hotkeys";
import { useSelectAllKey } from "@/app/_components/keyboard/select-all-key";
import type { KeyHint } from "@/app/_components/pricing/key-hints";
import { useWorkspace } from "@/app/_session/workspace";
import { useDelayedCalls } from "../_decisions/delayed-calls-provider";
import { useInboxDecisions } from "./inbox-decisions";
import { isChangedByHand } from "./permission-note";
import type { InboxState } from "./use-inbox";

export const INBOX_HINTS: readonly KeyHint[] = [
  { keys: ["j", "k"], label: "move" },
  { keys: ["x"], label: "select" },
  { keys: ["u"], label: "undo" },
  { keys: ["?"], label: "keys" },
];

/** Registers the keys of the inbox; a decision has its key only while it is possible. */
export function useInboxKeys(inbox: InboxState): void {
  const { current, entryStatus } = inbox;
  const { may } = useWorkspace();
  const { undoLast } = useDelayedCalls();
  const { bulk, blocker, available, ...decisions } = useInboxDecisions();
  const move = (step: number) => {
    inbox.move(step);
    if (bulk.open && !bulk.deciding) bulk.clear();
  };
  const next = { label: "Next", run: () => move(1), repeats: true } as const;
  const previous = { label: "Previous", run: () => move(-1), repeats: true } as const;
  const keyIf = (possible: boolean, key: string, label: string, run: () => void) =>
    possible && available ? { [key]: { label, run } } : {};
  useSelectAllKey(() => bulk.selectAll());
  useHotkeys({
    j: next,
    ArrowDown: next,
    k: previous,
    ArrowUp: previous,
    x: {
      label: "Select",
      run: () => {
        if (current && entryStatus === "waiting") bulk.toggle(current.id);
      },
    },
    Enter: {
      label: "Go to the evidence",
      run: () => document.querySelector<HTMLElement>("[data-evidence] section")?.focus(),
    },
    Escape: { label: "Clear the selection", run: bulk.clear },
    u: { label: "Undo", run: () => void undoLast() },
    ...keyIf(blocker === null, "a", "Approve", decisions.approve),
    ...keyIf(may("recommendations:approve"), "r", "Reject", decisions.reject),
    ...keyIf(may("recommendations:write"), "s", "Snooze", decisions.snooze),
    ...keyIf(
      isChangedByHand(blocker) && !bulk.open && current !== null,
      "e",
      "Changed by hand",
      decisions.resolve,
    ),
  });
}
