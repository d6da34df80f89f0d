import type { Page } from "@playwright/test";

/** The items of a page. */
export const PAGE_ROWS = 100;

/** Reads in the page when a key was pressed and when the rows of another page were painted. */
const WATCH = () => {
  const bench = { pressedAt: 0, before: "", took: [] as number[], mostRows: 0 };
  (window as unknown as { bench: typeof bench }).bench = bench;
  const firstRow = () => document.querySelector("[data-item]")?.getAttribute("data-item") ?? "";
  window.addEventListener(
    "keydown",
    () => {
      bench.pressedAt = performance.now();
      bench.before = firstRow();
    },
    true,
  );
  const look = () => {
    bench.mostRows = Math.max(bench.mostRows, document.querySelectorAll("[data-item]").length);
    const first = firstRow();
    if (bench.pressedAt > 0 && first !== "" && first !== bench.before) {
      bench.took.push(performance.now() - bench.pressedAt);
      bench.pressedAt = 0;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

interface Watched {
  bench: { took: number[]; mostRows: number };
}

/** The catalog in the browser, as the bench drives it. */
export interface CatalogBench {
  /** Opens an address and waits until its rows and their counts are there. */
  open(path: string): Promise<void>;
  /** Turns to the next page. @returns milliseconds from the key to the rows */
  turn(): Promise<number>;
  /** The most rows that the page had at once. */
  mostRows(): Promise<number>;
}

export async function catalogBench(page: Page): Promise<CatalogBench> {
  await page.addInitScript(WATCH);
  const read = <Name extends keyof Watched["bench"]>(name: Name) =>
    page.evaluate((of) => (window as unknown as Watched).bench[of], name) as Promise<Watched["bench"][Name]>;
  return {
    async open(path) {
      await page.goto(path);
      const isComplete = page.waitForFunction(
        () =>
          document.querySelectorAll("[data-item]").length > 0 &&
          document.querySelector('[aria-label="Pages of items"]')?.textContent?.includes(" of "),
      );
      await isComplete.catch(async (error: Error) => {
        const shown = (await page.textContent("body"))?.slice(-2_000);
        throw new Error(`${path} is not complete; it shows: ${shown}`, { cause: error });
      });
    },
    async turn() {
      await page.waitForFunction(
        () => document.querySelector<HTMLButtonElement>('[aria-keyshortcuts="n"]')?.disabled === false,
      );
      const before = (await read("took")).length;
      await page.keyboard.press("n");
      await page.waitForFunction(
        (count) => (window as unknown as Watched).bench.took.length > count,
        before,
        { timeout: 15_000 },
      );
      return (await read("took")).at(-1) ?? Number.NaN;
    },
    mostRows: () => read("mostRows"),
  };
}
