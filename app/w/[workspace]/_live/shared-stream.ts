import { type Change, EVERYTHING } from "@/server/domain/changes/change";
import { openEventConnection } from "./event-connection";

export interface StreamEvents {
  readonly changed: (changes: readonly Change[]) => void;
  /** Whether changes arrive. */
  readonly live: (isLive: boolean) => void;
}

/** A message between the tabs that share a stream. */
type Message =
  | { readonly kind: "changes"; readonly changes: readonly Change[] }
  | { readonly kind: "live"; readonly isLive: boolean }
  /** A tab that was opened later asks whether the stream is open. */
  | { readonly kind: "joined" };

/**
 * Follows a workspace's changes by one stream for all tabs of the browser. The tab that has the web lock opens the
 * stream and passes its events on to the others; when it is closed, the browser gives the lock to another one. A
 * browser without web locks or broadcast channels never becomes live.
 * @param name identifies the workspace and the person
 * @returns a function that stops following
 */
export function openSharedStream(url: string, name: string, events: StreamEvents): () => void {
  if (typeof BroadcastChannel === "undefined" || !("locks" in navigator)) return () => undefined;
  const channel = new BroadcastChannel(name);
  const closing = new AbortController();
  let leads = false;
  let isLive = false;

  const setLive = (next: boolean): void => {
    isLive = next;
    events.live(next);
  };
  const publish = (message: Message): void => channel.postMessage(message);
  const changed = (changes: readonly Change[]): void => {
    publish({ kind: "changes", changes });
    events.changed(changes);
  };
  const connected = (isConnected: boolean): void => {
    if (isConnected === isLive) return;
    publish({ kind: "live", isLive: isConnected });
    setLive(isConnected);
    // What changed before the stream was open has not been reported.
    if (isConnected) changed(EVERYTHING);
  };
  const lead = (): Promise<void> =>
    new Promise((resolve) => {
      if (closing.signal.aborted) return resolve();
      leads = true;
      // The stream of the tab that led before is closed. If this one's is refused, all tabs have to poll meanwhile.
      connected(false);
      const close = openEventConnection(url, { changed, connected });
      closing.signal.addEventListener("abort", () => {
        close();
        resolve();
      });
    });

  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data.kind === "changes") events.changed(data.changes);
    else if (data.kind === "live") setLive(data.isLive);
    else if (leads) publish({ kind: "live", isLive });
  });
  publish({ kind: "joined" });
  navigator.locks.request(name, { signal: closing.signal }, lead).catch(() => {
    // The page was left while it waited for the lock.
  });
  return () => {
    closing.abort();
    channel.close();
  };
}
