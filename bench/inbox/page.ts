import type { CDPSession, Page } from "@playwright/test";

/** Reads in the page when a key was pressed and when the next entry was painted with its figures. */
const WATCH = () => {
  const bench = { pressedAt: 0, before: "", took: [] as number[], mostRows: 0, firstRowMs: 0 };
  (window as unknown as { bench: typeof bench }).bench = bench;
  const openTitle = () =>
    document.querySelector('[aria-label="Recommendation details"] h2')?.textContent ?? "";
  const rowTitle = () => document.querySelector('[aria-current="true"] [data-open]')?.textContent ?? "";
  window.addEventListener(
    "keydown",
    () => {
      bench.pressedAt = performance.now();
      bench.before = openTitle();
    },
    true,
  );
  const look = () => {
    const rows = document.querySelectorAll("[data-entry]").length;
    bench.mostRows = Math.max(bench.mostRows, rows);
    if (bench.firstRowMs === 0 && document.querySelector("[data-entry] [data-open]"))
      bench.firstRowMs = performance.now();
    const title = openTitle();
    if (bench.pressedAt > 0 && title !== "" && title !== bench.before && title === rowTitle()) {
      bench.took.push(performance.now() - bench.pressedAt);
      bench.pressedAt = 0;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

interface Watched {
  bench: { pressedAt: number; took: number[]; mostRows: number; firstRowMs: number };
}

/** The inbox in the browser, as the bench drives it. */
export interface BenchPage {
  /** Opens the inbox. @returns milliseconds from the navigation until the first row was drawn */
  open(): Promise<number>;
  /** Presses a key and waits for the next entry. @returns milliseconds until it was drawn */
  press(key: string): Promise<number>;
  /** The most rows that the page had at once. */
  mostRows(): Promise<number>;
  /** The used heap after a collection, in MB. */
  heap(): Promise<number>;
}

const NEXT_WITHIN_MS = 15_000;

/** Describes what the page shows while an entry is missing, for the error. */
const shown = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const text = (selector: string) => document.querySelector(selector)?.textContent ?? "nothing";
    const entry = text('[aria-label="Recommendation details"] h2');
    return `the open entry is ${entry}, its row ${text('[aria-current="true"] [data-open]')}`;
  });

/** @param path the inbox's address below the service's */
export async function benchPage(page: Page, path: string): Promise<BenchPage> {
  await page.addInitScript(WATCH);
  const failed = new Map<number, number>();
  page.on("response", (response) => {
    const status = response.status();
    if (status >= 400) failed.set(status, (failed.get(status) ?? 0) + 1);
  });
  const session: CDPSession = await page.context().newCDPSession(page);
  const read = <Name extends keyof Watched["bench"]>(name: Name) =>
    page.evaluate((of) => (window as unknown as Watched).bench[of], name) as Promise<Watched["bench"][Name]>;
  return {
    async open() {
      await page.goto(path);
      await page.waitForFunction(() => (window as unknown as Watched).bench.firstRowMs > 0);
      return read("firstRowMs");
    },
    async press(key) {
      const before = (await read("took")).length;
      await page.keyboard.press(key);
      try {
        await page.waitForFunction(
          (count) => (window as unknown as Watched).bench.took.length > count,
          before,
          { timeout: NEXT_WITHIN_MS },
        );
      } catch (cause) {
        const refused = [...failed].map(([status, times]) => `${times} answers with ${status}`).join(", ");
        const state = `${await shown(page)}; ${refused || "no request failed"}`;
        throw new Error(`after ${before} presses, ${key} did not lead to the next entry: ${state}`, {
          cause,
        });
      }
      return (await read("took")).at(-1) ?? Number.NaN;
    },
    mostRows: () => read("mostRows"),
    async heap() {
      await session.send("HeapProfiler.collectGarbage");
      const { usedSize } = (await session.send("Runtime.getHeapUsage")) as { usedSize: number };
      return usedSize / 1_048_576;
    },
  };
}
