import { afterEach, expect, it, vi } from "vitest";
import { openSharedStream } from "./shared-stream";

/** The browser's streams, which the test opens and refuses. */
class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static readonly opened: Stream[] = [];
  readyState = 0;
  constructor() {
    super();
    Stream.opened.push(this);
  }
  close(): void {
    this.readyState = Stream.CLOSED;
  }
  refuse(): void {
    this.close();
    this.dispatchEvent(new Event("error"));
  }
}

/** The browser's lock: one holder at a time, in the order of the requests. */
function lock() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: (_name: string, _options: object, hold: () => Promise<void>) => {
      last = last.then(hold);
      return last;
    },
  };
}

const openTabs: (() => void)[] = [];
/** Opens the stream in a tab. @returns how to close it, and whether it is live, as it was notified, newest last */
function tab() {
  const reports: boolean[] = [];
  const close = openSharedStream("/changes", "changes of a test", {
    changed: () => undefined,
    live: (isLive) => reports.push(isLive),
  });
  openTabs.push(close);
  return { close, reports };
}

afterEach(() => {
  for (const close of openTabs.splice(0)) close();
  vi.unstubAllGlobals();
});

it("all tabs poll when the stream of the tab that takes over is refused", async () => {
  vi.stubGlobal("EventSource", Stream);
  vi.stubGlobal("navigator", { locks: lock() });
  const [first, second, third] = [tab(), tab(), tab()];
  await vi.waitFor(() => expect(Stream.opened).toHaveLength(1));
  Stream.opened[0]?.dispatchEvent(new Event("ready"));
  for (const each of [first, second, third]) await vi.waitFor(() => expect(each.reports.at(-1)).toBe(true));
  first.close();
  await vi.waitFor(() => expect(Stream.opened).toHaveLength(2));
  Stream.opened[1]?.refuse();
  for (const each of [second, third]) await vi.waitFor(() => expect(each.reports.at(-1)).toBe(false));
});
