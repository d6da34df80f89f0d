"use client";

import { useState } from "react";
import { z } from "zod";
import { useWorkspace } from "@/app/_session/workspace";
import { draftKey } from "./draft-storage";

const SavedDraft = z.object({ text: z.string(), basedOn: z.int(), at: z.number() });
type SavedDraft = z.infer<typeof SavedDraft>;

/** The draft of a workspace's policy, stored in this browser while it differs from the active policy. */
export interface StoredDraft {
  readonly text: string;
  /** The version the draft is based on. */
  readonly basedOn: number;
  /** When the restored draft was last changed, in milliseconds since 1970; null for a draft begun on this page. */
  readonly restored: number | null;
  /** Whether this browser keeps the draft when the page is left. */
  readonly isKept: boolean;
  setText(text: string): void;
  discard(): void;
  /** Removes the stored text alone: the page goes on showing the draft until it has the version that came of it. */
  forget(): void;
  /** Bases the draft on the active version, after the reader has compared the two. */
  rebase(): void;
}

/**
 * Stores the typed text in the browser's local storage, so that leaving the page, an expired session or a closed
 * window does not lose it. It is deleted when the draft is activated or discarded.
 * @param active the active version
 * @param saved the text of that version
 */
export function useStoredDraft(active: number, saved: string): StoredDraft {
  const storageKey = draftKey(useWorkspace().id);
  const [loaded] = useState(() => read(storageKey));
  const [draft, setDraft] = useState<SavedDraft>(loaded ?? { text: saved, basedOn: active, at: 0 });
  const [isKept, setKept] = useState(true);
  const save = (next: SavedDraft) => {
    setDraft(next);
    const idle = next.text === saved && next.basedOn === active;
    setKept(write(storageKey, idle ? null : next));
  };
  return {
    text: draft.text,
    basedOn: draft.basedOn,
    restored: loaded !== null && draft === loaded ? loaded.at : null,
    isKept,
    setText: (text) => save({ ...draft, text, at: Date.now() }),
    forget: () => void write(storageKey, null),
    discard: () => save({ text: saved, basedOn: active, at: 0 }),
    rebase: () => save({ ...draft, basedOn: active }),
  };
}

function read(storageKey: string): SavedDraft | null {
  try {
    return SavedDraft.parse(JSON.parse(window.localStorage.getItem(storageKey) ?? ""));
  } catch {
    return null;
  }
}

/** Returns false if the browser's storage is disabled or full: the draft then exists on the page only. */
function write(storageKey: string, draft: SavedDraft | null): boolean {
  try {
    if (draft === null) window.localStorage.removeItem(storageKey);
    else window.localStorage.setItem(storageKey, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}
