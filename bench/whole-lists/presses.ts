import type { Page } from "@playwright/test";

/** What the browser's Event Timing tells of a press at least; shorter ones it does not list. */
const SHORTEST_MS = 16;

interface Watched {
  presses: Map<number, number>;
}

/** Notes in the page how long each press took until the next frame was painted, by the browser's own account. */
const WATCH = (shortest: number) => {
  const presses = new Map<number, number>();
  (window as unknown as Watched).presses = presses;
  const note = (entries: readonly PerformanceEntry[]) => {
    for (const entry of entries) {
      const { interactionId: id = 0, duration } = entry as PerformanceEntry & { interactionId?: number };
      if (id > 0) presses.set(id, Math.max(presses.get(id) ?? 0, duration));
    }
  };
  new PerformanceObserver((list) => note(list.getEntries())).observe({
    type: "event",
    durationThreshold: shortest,
    buffered: true,
  } as PerformanceObserverInit);
};

/** Watches every document of the page from its beginning. */
export const watchPresses = (page: Page): Promise<unknown> => page.addInitScript(WATCH, SHORTEST_MS);

/**
 * Returns how long the presses in this document took, in milliseconds.
 * @param made how many there were: those that the browser does not list took at most 16 ms
 */
export async function takenPresses(page: Page, made: number): Promise<number[]> {
  const listed = await page.evaluate(() => [...(window as unknown as Watched).presses.values()]);
  return [...listed, ...Array.from({ length: Math.max(0, made - listed.length) }, () => SHORTEST_MS)];
}
