/**
 * Measures the approvals inbox in a browser: the time until the first row is drawn, and from a key to the next entry,
 * for moving (j) and approving (a); the rows in the page, and the heap after many decisions. The service and its
 * database have one core, the browser another. `npm run bench:inbox -- [items] [waiting] [decisions] [loads]`; the last
 * output line is the figures as JSON. Exits with 1 if a limit is exceeded.
 */
import { execFileSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { withBrowserShop } from "./browser-shop";
import { percentile, printDistribution } from "./distribution";
import { type BenchPage, benchPage } from "./inbox/page";

const BARS = { first_row_ms: 1_000, key_p95_ms: 100, dom_rows: 60, heap_ratio: 1.2 };
const MOVES = 300;
const EARLY = 100;

// Of few loads the 95th percentile would be the slowest one.
const [items = 100_000, waiting = 5_000, decisions = 1_000, loads = 40] = process.argv.slice(2).map(Number);

/** Restricts a process with all its threads, and those that it starts from now on, to one core. */
function pin(pid: number, core: number): void {
  if (availableParallelism() > 1)
    execFileSync("taskset", ["-apc", String(core), String(pid)], { stdio: "ignore" });
}

async function times(count: number, measure: () => Promise<number>): Promise<number[]> {
  const values: number[] = [];
  for (let n = 0; n < count; n++) values.push(await measure());
  return values;
}

async function measure(inbox: BenchPage) {
  const cold = await inbox.open();
  console.log(`first row of the first visit, with empty caches everywhere: ${cold.toFixed(1)} ms`);
  const firstRow = await times(loads, () => inbox.open());
  printDistribution("first row", firstRow);
  // Behind the entry that the moves end at there is one for each decision.
  const j = await times(Math.min(MOVES, waiting - decisions - 1), () => inbox.press("j"));
  printDistribution("j", j);
  const early = Math.min(EARLY, decisions);
  const a = await times(early, () => inbox.press("a"));
  const heapEarly = await inbox.heap();
  a.push(...(await times(decisions - early, () => inbox.press("a"))));
  printDistribution("a", a);
  const heapLate = await inbox.heap();
  console.log(
    `heap: ${heapEarly.toFixed(1)} MB after ${early} decisions, ${heapLate.toFixed(1)} MB after ${decisions}`,
  );
  return {
    items,
    waiting,
    decisions,
    first_visit_ms: Math.round(cold),
    first_row_ms: Math.round(percentile(firstRow, 0.95)),
    j_p95_ms: Math.round(percentile(j, 0.95)),
    a_p95_ms: Math.round(percentile(a, 0.95)),
    dom_rows: await inbox.mostRows(),
    heap_ratio_1000_to_100: Number((heapLate / heapEarly).toFixed(3)),
  };
}

type Figures = Awaited<ReturnType<typeof measure>>;

const missedBars = (figures: Figures): string[] =>
  [
    figures.first_row_ms < BARS.first_row_ms ? "" : "first_row_ms",
    figures.j_p95_ms < BARS.key_p95_ms ? "" : "j_p95_ms",
    figures.a_p95_ms < BARS.key_p95_ms ? "" : "a_p95_ms",
    figures.dom_rows <= BARS.dom_rows ? "" : "dom_rows",
    figures.heap_ratio_1000_to_100 <= BARS.heap_ratio ? "" : "heap_ratio_1000_to_100",
  ].filter((name) => name !== "");

await withBrowserShop({ items, waiting }, async ({ shop, pids, open }) => {
  for (const pid of pids) pin(pid, 0);
  pin(process.pid, 1);
  const figures = await measure(await benchPage(await open(shop.owner), shop.page("/approvals")));
  const bars_missed = missedBars(figures);
  console.log(JSON.stringify({ ...figures, bars_missed }));
  process.exitCode = bars_missed.length > 0 ? 1 : 0;
});
