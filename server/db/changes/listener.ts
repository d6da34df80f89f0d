import { randomUUID } from "node:crypto";
import { setTimeout as timeout } from "node:timers/promises";
import pg from "pg";

const CHANNEL = "pricecheck_changes";
/** Begins the notifications by which a listener checks its own connection. */
const PROBE = "probe:";
const CONNECT_TIMEOUT_MS = 5_000;
const PROBE_TIMEOUT_MS = 5_000;
const PROBE_INTERVAL_MS = 30_000;
const END_TIMEOUT_MS = 1_000;
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 10_000;

/** Sends a notification over another connection than the listener's. */
type Notify = (channel: string, payload: string) => Promise<unknown>;

export interface ListenerEvents {
  /** A notification of a change arrived. */
  readonly notified: (payload: string) => void;
  /** Notifications arrive from now on; earlier ones may have been missed. */
  readonly connected: () => void;
  readonly disconnected: () => void;
}

/** A connection that listens for changes. */
export interface Listener {
  close(): Promise<void>;
}

/**
 * Listens for the notifications of changes on a connection of its own, and connects again whenever it is lost.
 * @param url connection string of the service's role
 */
export function openListener(url: string, notify: Notify, events: ListenerEvents): Listener {
  const closing = new AbortController();
  const listen = async (): Promise<void> => {
    let delay = FIRST_DELAY_MS;
    while (!closing.signal.aborted) {
      const wasConnected = await listenUntilLost(url, notify, events, closing.signal);
      delay = wasConnected ? FIRST_DELAY_MS : Math.min(2 * delay, MAX_DELAY_MS);
      await pause(delay * (0.5 + Math.random() / 2), closing.signal);
    }
  };
  const ended = listen();
  return {
    close: async () => {
      closing.abort();
      await ended;
    },
  };
}

/**
 * Listens on one connection until it fails or `closing` aborts. Probes it at the start and every half minute: a pooler
 * in transaction mode accepts LISTEN and delivers nothing, and a connection can be dead without an error.
 * @returns whether notifications arrived on it
 */
async function listenUntilLost(
  url: string,
  notify: Notify,
  events: ListenerEvents,
  closing: AbortSignal,
): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "pricecheck-changes",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  const failed = new AbortController();
  const over = AbortSignal.any([failed.signal, closing]);
  for (const event of ["error", "end"] as const) client.on(event, () => failed.abort());
  client.on("notification", ({ payload = "" }) => {
    if (!payload.startsWith(PROBE)) events.notified(payload);
  });
  let connected = false;
  try {
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    while (await probe(client, notify, over)) {
      if (!connected) events.connected();
      connected = true;
      await pause(PROBE_INTERVAL_MS, over);
    }
  } catch {
    // The database cannot be reached; the caller connects again.
  }
  if (connected) events.disconnected();
  // A dead connection does not answer.
  await Promise.race([
    client.end().catch(() => undefined),
    timeout(END_TIMEOUT_MS, undefined, { ref: false }),
  ]);
  return connected;
}

/** Sends a notification and returns whether it arrives at the client in time. */
async function probe(client: pg.Client, notify: Notify, over: AbortSignal): Promise<boolean> {
  const payload = PROBE + randomUUID();
  const within = AbortSignal.any([over, AbortSignal.timeout(PROBE_TIMEOUT_MS)]);
  if (within.aborted) return false;
  let onNotification: (message: pg.Notification) => void = () => undefined;
  const arrived = new Promise<boolean>((resolve) => {
    onNotification = (message) => {
      if (message.payload === payload) resolve(true);
    };
    within.addEventListener("abort", () => resolve(false), { once: true });
  });
  client.on("notification", onNotification);
  try {
    await notify(CHANNEL, payload);
    return await arrived;
  } finally {
    client.off("notification", onNotification);
  }
}

/** Resolves after that time, or at once when `signal` aborts. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  timeout(ms, undefined, { signal, ref: false }).catch(() => undefined);
