import { type Change, readChanges } from "@/server/domain/changes/change";

/** One server-sent event. */
export interface SentEvent {
  readonly name: string;
  readonly data: unknown;
}

/** An open stream of a workspace's changes, as a browser receives it. */
export interface EventReader {
  readonly status: number;
  readonly headers: Headers;
  /** Resolves to the next event that is not a heartbeat; null when the stream has ended. */
  next(): Promise<SentEvent | null>;
  /** Resolves to the next changes; throws if another event arrives. */
  changes(): Promise<readonly Change[]>;
  /** Resolves when the service ends the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Opens the stream of changes of a workspace at a service's address, with a person's cookie. */
export async function openEvents(url: string, workspaceId: string, cookie: string): Promise<EventReader> {
  const closing = new AbortController();
  const response = await fetch(`${url}/api/files/${workspaceId}/changes`, {
    headers: { cookie, "sec-fetch-site": "same-origin" },
    signal: closing.signal,
  });
  const received: SentEvent[] = [];
  const waiting: ((event: SentEvent | null) => void)[] = [];
  let over = false;
  const take = (event: SentEvent): void => {
    const waiter = waiting.shift();
    if (waiter) waiter(event);
    else received.push(event);
  };
  const ended = readEvents(response, take)
    .catch(() => undefined)
    .then(() => {
      over = true;
      for (const waiter of waiting.splice(0)) waiter(null);
    });
  const next = (): Promise<SentEvent | null> => {
    const event = received.shift();
    if (event || over) return Promise.resolve(event ?? null);
    return new Promise((resolve) => waiting.push(resolve));
  };
  return {
    status: response.status,
    headers: response.headers,
    next,
    changes: async () => {
      const event = await next();
      if (event?.name !== "changes") throw new Error(`no changes but ${JSON.stringify(event)}`);
      return readChanges(event.data);
    },
    ended,
    close: () => closing.abort(),
  };
}

async function readEvents(response: Response, take: (event: SentEvent) => void): Promise<void> {
  if (!response.headers.get("content-type")?.startsWith("text/event-stream") || !response.body) return;
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const name = /^event: (.*)$/m.exec(block)?.[1];
      const data: unknown = JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? "null");
      if (name && name !== "heartbeat") take({ name, data });
    }
  }
}
