/** How long a decision can be undone before its call is made, in milliseconds. */
export const HOLD_MS = 5_000;

type NoticeId = string | number;

/** A call that waits a few seconds so that it can be undone. */
export interface Holding {
  /** The row it is about; a list leaves it out from now on. */
  readonly id: string;
  /** What was done, as the notice says it: "Snoozed until Monday". */
  readonly title: string;
  readonly detail?: string;
  /** What the notice says when the call is refused: "Not snoozed". */
  readonly refusedTitle: string;
  /** Makes the call; resolves when the lists show its outcome. */
  readonly commit: () => Promise<void>;
}

/** How the reader is told. */
export interface Announcer {
  announce(notice: { title: string; detail?: string; undo: () => void }): NoticeId;
  retract(id: NoticeId): void;
  refused(title: string, error: unknown): void;
}

export interface HeldBack {
  hold(holding: Holding): void;
  /** Undoes the latest that can still be undone; false where there is none. */
  undoLast(): boolean;
  /** Makes every call that waits, now. */
  flush(): void;
  hidden(): ReadonlySet<string>;
  subscribe(listener: () => void): () => void;
}

interface Waiting extends Holding {
  timer: ReturnType<typeof setTimeout>;
  notice: NoticeId;
}

/**
 * Holds calls back for five seconds by a clock of its own: the notice's own stands still under the pointer. A row
 * stays hidden until its call was answered, and comes back when it was refused or undone.
 */
export function createHeldBack(announcer: Announcer): HeldBack {
  const waiting = new Map<string, Waiting>();
  const listeners = new Set<() => void>();
  let hidden: ReadonlySet<string> = new Set();

  function show(id: string, shown: boolean): void {
    const next = new Set(hidden);
    if (shown) next.delete(id);
    else next.add(id);
    hidden = next;
    for (const listener of listeners) listener();
  }

  function take(id: string): Waiting | null {
    const entry = waiting.get(id) ?? null;
    if (!entry) return null;
    waiting.delete(id);
    clearTimeout(entry.timer);
    announcer.retract(entry.notice);
    return entry;
  }

  async function commit(id: string): Promise<void> {
    const entry = take(id);
    if (!entry) return;
    try {
      await entry.commit();
    } catch (error) {
      announcer.refused(entry.refusedTitle, error);
    }
    show(id, true);
  }

  function undo(id: string): void {
    if (take(id)) show(id, true);
  }

  return {
    hold(holding) {
      const { id, title, detail } = holding;
      const timer = setTimeout(() => void commit(id), HOLD_MS);
      const notice = announcer.announce({
        title,
        ...(detail === undefined ? {} : { detail }),
        undo: () => undo(id),
      });
      waiting.set(id, { ...holding, timer, notice });
      show(id, false);
    },
    undoLast() {
      const last = [...waiting.keys()].at(-1);
      if (last === undefined) return false;
      undo(last);
      return true;
    },
    flush() {
      for (const id of [...waiting.keys()]) void commit(id);
    },
    hidden: () => hidden,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
