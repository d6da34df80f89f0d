import type pg from "pg";
import { z } from "zod";
import {
  type Change,
  type ChangeCollector,
  createChangeCollector,
  EVERYTHING,
  isChange,
} from "@/server/domain/changes/change";
import { type Listener, openListener } from "./listener";

/** Notifications of one workspace that arrive within this time are passed on together. */
const COLLECT_MS = 50;
/** How long a new subscriber waits for the first connection of the listener. */
const LISTENING_TIMEOUT_MS = 8_000;

/** Members that were removed; null for more than a notification may name. */
const Removal = z.object({
  workspace: z.string(),
  kind: z.literal("member"),
  ids: z.array(z.string()).nullable(),
});
const Notification = z.intersection(z.object({ workspace: z.string() }), z.custom<Change>(isChange));

export interface Subscriber {
  readonly workspaceId: string;
  readonly userId: string;
  readonly changed: (changes: readonly Change[]) => void;
  /** The person may not be a member any more. */
  readonly removed: () => void;
  /** The process stops; no more changes follow. */
  readonly ended: () => void;
}

/** The changes of all workspaces, as PostgreSQL reports them to this process. */
export interface ChangeFeed {
  /**
   * Resolves to whether changes arrive, after the listener has had time to connect. The first call starts it: a process
   * without subscribers has no connection for it.
   */
  isListening(): Promise<boolean>;
  /**
   * Passes on a workspace's changes until the returned function is called. Every subscriber gets `EVERYTHING` after the
   * listener's connection was lost.
   */
  subscribe(subscriber: Subscriber): () => void;
  /** Returns how many subscribers there are: in this process, and of that person. */
  count(userId: string): { readonly all: number; readonly ofPerson: number };
  /** Ends all subscriptions and accepts none from now on. */
  end(): void;
  close(): Promise<void>;
}

/** @param pool connections over which the listener checks that notifications arrive */
export function createChangeFeed(url: string, pool: pg.Pool): ChangeFeed {
  const subscribers = new Set<Subscriber>();
  const collectors = new Map<string, ChangeCollector>();
  let waiting: ((listening: boolean) => void)[] = [];
  let listener: Listener | null = null;
  let listening = false;
  let ended = false;

  const settle = (): void => {
    for (const resolve of waiting) resolve(listening && !ended);
    waiting = [];
  };
  const passOn = (workspaceId: string, changes: readonly Change[]): void => {
    for (const subscriber of [...subscribers])
      if (subscriber.workspaceId === workspaceId) subscriber.changed(changes);
  };
  const removed = ({ workspace, ids }: z.output<typeof Removal>): void => {
    for (const subscriber of [...subscribers])
      if (subscriber.workspaceId === workspace && (ids?.includes(subscriber.userId) ?? true))
        subscriber.removed();
  };
  const notified = (payload: string): void => {
    const json = jsonOf(payload);
    const removal = Removal.safeParse(json);
    if (removal.success) removed(removal.data);
    const parsed = Notification.safeParse(json);
    if (!parsed.success || subscribers.size === 0) return;
    const { workspace, kind, ids } = parsed.data;
    let collector = collectors.get(workspace);
    if (!collector) {
      collector = createChangeCollector();
      collectors.set(workspace, collector);
      setTimeout(() => {
        const collected = collectors.get(workspace)?.take() ?? [];
        collectors.delete(workspace);
        passOn(workspace, collected);
      }, COLLECT_MS);
    }
    collector.add({ kind, ids });
  };
  const connected = (): void => {
    listening = true;
    for (const subscriber of [...subscribers]) subscriber.changed(EVERYTHING);
    settle();
  };
  const start = (): Listener => {
    const notify = (channel: string, payload: string) =>
      pool.query("SELECT pg_notify($1, $2)", [channel, payload]);
    const disconnected = () => {
      listening = false;
    };
    return openListener(url, notify, { notified, connected, disconnected });
  };

  return {
    isListening: () => {
      if (listening || ended) return Promise.resolve(listening && !ended);
      listener ??= start();
      return new Promise((resolve) => {
        const timer = setTimeout(() => resolve(false), LISTENING_TIMEOUT_MS);
        waiting.push((result) => {
          clearTimeout(timer);
          resolve(result);
        });
      });
    },
    subscribe: (subscriber) => {
      if (ended) subscriber.ended();
      else subscribers.add(subscriber);
      return () => void subscribers.delete(subscriber);
    },
    count: (userId) => ({
      all: subscribers.size,
      ofPerson: [...subscribers].filter((each) => each.userId === userId).length,
    }),
    end: () => {
      ended = true;
      for (const subscriber of [...subscribers]) subscriber.ended();
      subscribers.clear();
      settle();
    },
    close: async () => {
      ended = true;
      settle();
      await listener?.close();
    },
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
