import { type Change, readChanges } from "@/server/domain/changes/change";

/** Two heartbeats of the service and some delay: a stream that is silent for so long is dead. */
const SILENCE_MS = 50_000;
const FIRST_DELAY_MS = 5_000;
const MAX_DELAY_MS = 120_000;

export interface ConnectionEvents {
  readonly changed: (changes: readonly Change[]) => void;
  /** Called with true when the stream is open, after which no change is missed, and with false when it is lost. */
  readonly connected: (isConnected: boolean) => void;
}

/**
 * Opens the stream of a workspace's changes, and opens it again whenever it ends or is silent. The browser repeats a
 * lost connection by itself, but neither a refused nor a silent one.
 * @returns a function that closes it
 */
export function openEventConnection(url: string, { changed, connected }: ConnectionEvents): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delay = FIRST_DELAY_MS;

  const openLater = (): void => {
    source?.close();
    connected(false);
    clearTimeout(timer);
    timer = setTimeout(open, delay * (0.75 + Math.random() / 2));
    delay = Math.min(2 * delay, MAX_DELAY_MS);
  };
  const heard = (): void => {
    clearTimeout(timer);
    timer = setTimeout(openLater, SILENCE_MS);
  };
  function open(): void {
    const opened = new EventSource(url);
    source = opened;
    heard();
    opened.addEventListener("heartbeat", heard);
    opened.addEventListener("ready", () => {
      heard();
      delay = FIRST_DELAY_MS;
      connected(true);
    });
    opened.addEventListener("changes", ({ data }: MessageEvent<string>) => {
      heard();
      changed(readChanges(JSON.parse(data)));
    });
    opened.addEventListener("error", () => {
      if (opened.readyState === EventSource.CLOSED) openLater();
      else connected(false);
    });
  }

  open();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}
