"use client";

import { useState } from "react";
import { z } from "zod";
import { useWorkspace } from "@/app/_session/workspace";

const Kept = z.object({ text: z.string(), basedOn: z.int(), at: z.number() });
type Kept = z.infer<typeof Kept>;

/** The draft of a workspace's policy, kept in this browser while it differs from the active policy. */
export interface StoredDraft {
  readonly text: string;
  /** The version of the policy that the draft was made from. */
  readonly basedOn: number;
  /** When a draft that was found here was changed last, in milliseconds; null for one begun on this page. */
  readonly restored: number | null;
  setText(text: string): void;
  discard(): void;
  /** Says that the draft is meant as a change of the active version, which the reader has compared it with. */
  rebase(): void;
}

/**
 * Keeps what is typed in the browser's own storage, so that leaving the page, an ended session or a closed window does
 * not lose it. Only this browser has it; it goes when it is activated or discarded.
 * @param active the version that is active now
 * @param saved the text of that version
 */
export function useStoredDraft(active: number, saved: string): StoredDraft {
  const place = `policy draft of ${useWorkspace().id}`;
  const [found] = useState(() => read(place));
  const [draft, setDraft] = useState<Kept>(found ?? { text: saved, basedOn: active, at: 0 });
  const keep = (next: Kept) => {
    setDraft(next);
    const idle = next.text === saved && next.basedOn === active;
    write(place, idle ? null : next);
  };
  return {
    text: draft.text,
    basedOn: draft.basedOn,
    restored: found !== null && draft === found ? found.at : null,
    setText: (text) => keep({ ...draft, text, at: Date.now() }),
    discard: () => keep({ text: saved, basedOn: active, at: 0 }),
    rebase: () => keep({ ...draft, basedOn: active }),
  };
}

function read(place: string): Kept | null {
  try {
    return Kept.parse(JSON.parse(window.localStorage.getItem(place) ?? ""));
  } catch {
    return null;
  }
}

/** A browser that keeps nothing, or no more, leaves the draft on the page alone. */
function write(place: string, draft: Kept | null): void {
  try {
    if (draft === null) window.localStorage.removeItem(place);
    else window.localStorage.setItem(place, JSON.stringify(draft));
  } catch {
    return;
  }
}
