import { Parser } from "htmlparser2";
import { parse } from "parse5";
import { offerOfPage } from "@/server/market/extract/offer-of-page";
import type { PageInput } from "@/server/market/extract/page-offer";
import { HOSTILE_PAGES } from "@/server/testing/hostile-pages";
import { percentile } from "../distribution";

/** Processor time in milliseconds, of all threads, which work on other processors' behalf does not change. */
export interface ReadingTime {
  readonly mean_ms: number;
  readonly slowest_ms: number;
}

type Reader = (page: PageInput) => unknown;

const READERS: Readonly<Record<string, Reader>> = {
  pricecheck: offerOfPage,
  "htmlparser2 alone": ({ html }) => new Parser({}).end(html),
  "parse5 alone": ({ html }) => parse(html),
};
const PASSES = 3;

const rounded = (ms: number): number => Number(ms.toFixed(1));

function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const summaryOf = (times: readonly number[]): ReadingTime => ({
  mean_ms: rounded(times.reduce((sum, ms) => sum + ms, 0) / times.length),
  slowest_ms: rounded(Math.max(...times)),
});

/**
 * Measures every reader on every page, one after another on each page.
 * @returns for each reader the first pass, in a process that has read nothing before, and the median of three passes
 */
export function measureReading(
  pages: readonly PageInput[],
): Readonly<Record<string, { readonly first: ReadingTime; readonly median: ReadingTime }>> {
  const readers = Object.entries(READERS);
  const times = readers.map(() => pages.map((): number[] => []));
  for (let pass = 0; pass < PASSES; pass++)
    for (const [at, page] of pages.entries())
      for (const [which, [, read]] of readers.entries()) times[which]?.[at]?.push(cpuMs(() => read(page)));
  return Object.fromEntries(
    readers.map(([name], which) => {
      const own = times[which] ?? [];
      const first = summaryOf(own.map(([ms = Number.NaN]) => ms));
      const median = summaryOf(own.map((passes) => percentile(passes, 0.5)));
      console.log(`${name.padEnd(18)} first pass ${JSON.stringify(first)}, median ${JSON.stringify(median)}`);
      return [name, { first, median }];
    }),
  );
}

/** Reads each page that is made to be slow once. @returns the slowest, in milliseconds of processor time */
export function slowestHostilePage(): { readonly name: string; readonly ms: number } {
  const times = Object.entries(HOSTILE_PAGES).map(([name, make]) => {
    const html = make();
    return { name, ms: rounded(cpuMs(() => offerOfPage({ url: "https://shop.example/kettle", html }))) };
  });
  const slowest = times.toSorted((left, right) => right.ms - left.ms);
  for (const { name, ms } of slowest.slice(0, 5)) console.log(`${String(ms).padStart(8)} ms  ${name}`);
  return slowest[0] ?? { name: "none", ms: Number.NaN };
}
