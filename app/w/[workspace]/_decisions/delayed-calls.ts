import type { NoticeId } from "@/app/_components/ui/toast";

/** The milliseconds in which a decision can be undone before its call is sent. */
export const UNDO_MS = 5_000;

/** So many decisions can be undone one after the other. */
const MOST_STEPS = 100;
/** After this time the key takes nothing back that was sent: nobody means it any more. */
const TAKEN_BACK_WITHIN_MS = 60_000;
const TOO_LATE = "That was a while ago; take it back from its receipt.";
const ALREADY_SENT = "It is stored already.";

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

/** A decision that was sent at once, for the key that undoes the latest. */
export interface SentDecision {
  readonly title: string;
  /** Takes it back; null if that is not possible, or not yet. */
  readonly takeBack: (() => void) | null;
  /** Why it cannot be taken back here. */
  readonly why: string;
}

/** Shows and removes notices. */
export interface Notifier {
  showNotice(notice: { title: string; detail?: string; undo: () => void }): NoticeId;
  removeNotice(id: NoticeId): void;
  refused(title: string, error: unknown): void;
  /** Says why the latest decision cannot be undone. */
  cannotUndo(title: string, why: string | undefined): void;
}

export interface DelayedCalls {
  hold(holding: DelayedCall): void;
  /** Notes a decision that was sent at once. @returns a function that replaces it, once it is answered */
  sent(decision: SentDecision): (now: SentDecision) => void;
  /**
   * Undoes the latest decision: a delayed call is not made, one that was sent is taken back. What cannot be taken back
   * is told with its reason, and nothing older is undone in its place. @returns whether something was undone
   */
  undoLast(): boolean;
  /** Sends every delayed call now; resolves when all are answered. */
  flush(): Promise<void>;
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
  const sending = new Set<Promise<void>>();
  const listeners = new Set<() => void>();
  let hidden: ReadonlySet<string> = new Set();
  /** The decisions in their order: the id of a delayed call, or one that was sent. */
  const steps: { decision: string | SentDecision; atMs: number }[] = [];

  function sent(decision: SentDecision): (now: SentDecision) => void {
    const step = { decision, atMs: Date.now() };
    steps.push(step);
    steps.splice(0, steps.length - MOST_STEPS);
    return (now) => {
      step.decision = now;
      step.atMs = Date.now();
    };
  }

  function drop(step: (typeof steps)[number]): void {
    const at = steps.indexOf(step);
    if (at !== -1) steps.splice(at, 1);
  }

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

  function commit(id: string): Promise<void> {
    const entry = take(id);
    if (!entry) return Promise.resolve();
    const step = steps.find(({ decision }) => decision === id);
    if (step) step.decision = { title: entry.title, takeBack: null, why: ALREADY_SENT };
    const call = send(entry).finally(() => {
      sending.delete(call);
      // What it sent may have noted a step of its own, which says more.
      if (step && steps.at(-1) !== step) drop(step);
    });
    sending.add(call);
    return call;
  }

  async function send(entry: Waiting): Promise<void> {
    try {
      await entry.commit();
    } catch (error) {
      notifier.refused(entry.refusedTitle, error);
    }
    setShown(entry, true);
  }

  function undo(id: string): void {
    const entry = take(id);
    const step = steps.find(({ decision }) => decision === id);
    if (step) drop(step);
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
      steps.push({ decision: id, atMs: Date.now() });
      setShown(holding, false);
    },
    sent,
    undoLast() {
      const last = steps.at(-1);
      if (last === undefined) notifier.cannotUndo("Nothing to undo", undefined);
      else if (typeof last.decision === "string") undo(last.decision);
      else if (last.decision.takeBack === null) {
        notifier.cannotUndo(`${last.decision.title}: not undone`, last.decision.why);
        return false;
      } else if (Date.now() - last.atMs > TAKEN_BACK_WITHIN_MS) {
        notifier.cannotUndo(`${last.decision.title}: not undone`, TOO_LATE);
        return false;
      } else {
        drop(last);
        last.decision.takeBack();
      }
      return last !== undefined;
    },
    async flush() {
      for (const id of [...waiting.keys()]) void commit(id);
      await Promise.all(sending);
    },
    hidden: () => hidden,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
