import type { NoticeId } from "@/app/_components/ui/toast";

/** The milliseconds in which a decision can be undone before its call is sent. */
export const UNDO_MS = 5_000;

/** A call that is delayed for a few seconds so that it can be undone. */
export interface DelayedCall {
  /** The id of the row that it changes; lists leave the row out from now on. */
  readonly id: string;
  /** Further rows that it changes, left out in the same way. */
  readonly others?: readonly string[];
  /** The notice's title: "Snoozed until Monday". */
  readonly title: string;
  readonly detail?: string;
  /** The notice's title if the call is refused: "Not snoozed". */
  readonly refusedTitle: string;
  /** Sends the call; resolves when the lists show its outcome. */
  readonly commit: () => Promise<void>;
}

/** Shows and removes notices. */
export interface Notifier {
  showNotice(notice: { title: string; detail?: string; undo: () => void }): NoticeId;
  removeNotice(id: NoticeId): void;
  refused(title: string, error: unknown): void;
}

export interface DelayedCalls {
  hold(holding: DelayedCall): void;
  /** Undoes the latest delayed call; false if there is none. */
  undoLast(): boolean;
  /** Sends every delayed call now. */
  flush(): void;
  hidden(): ReadonlySet<string>;
  subscribe(listener: () => void): () => void;
}

interface Waiting extends DelayedCall {
  timer: ReturnType<typeof setTimeout>;
  notice: NoticeId;
}

/**
 * Creates a queue that delays calls for five seconds. It has a timer of its own, because the notice's timer stops
 * under the pointer. A row stays hidden until its call is answered, and reappears if the call is refused or undone.
 */
export function createDelayedCalls(notifier: Notifier): DelayedCalls {
  const waiting = new Map<string, Waiting>();
  const listeners = new Set<() => void>();
  let hidden: ReadonlySet<string> = new Set();

  function setShown({ id, others = [] }: DelayedCall, shown: boolean): void {
    const next = new Set(hidden);
    for (const each of [id, ...others])
      if (shown) next.delete(each);
      else next.add(each);
    hidden = next;
    for (const listener of listeners) listener();
  }

  function take(id: string): Waiting | null {
    const entry = waiting.get(id) ?? null;
    if (!entry) return null;
    waiting.delete(id);
    clearTimeout(entry.timer);
    notifier.removeNotice(entry.notice);
    return entry;
  }

  async function commit(id: string): Promise<void> {
    const entry = take(id);
    if (!entry) return;
    try {
      await entry.commit();
    } catch (error) {
      notifier.refused(entry.refusedTitle, error);
    }
    setShown(entry, true);
  }

  function undo(id: string): void {
    const entry = take(id);
    if (entry) setShown(entry, true);
  }

  return {
    hold(holding) {
      const { id, title, detail } = holding;
      const timer = setTimeout(() => void commit(id), UNDO_MS);
      const notice = notifier.showNotice({
        title,
        ...(detail === undefined ? {} : { detail }),
        undo: () => undo(id),
      });
      waiting.set(id, { ...holding, timer, notice });
      setShown(holding, false);
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
