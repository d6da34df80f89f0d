/**
 * Measures the approvals inbox in a browser: the time until the first row is drawn, and from a key to the next entry,
 * for moving (j) and approving (a); the rows in the page, and the heap after many decisions. The service and its
 * database have one core, the browser another. `npm run bench:inbox -- [items] [waiting] [decisions]`; the last output
 * line is the figures as JSON. Exits with 1 if a limit is exceeded.
 */
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import pg from "pg";
import { startService } from "@/e2e/service";
import { openShop, signIn } from "@/e2e/shop";
import { seedWaitingPrices } from "@/e2e/waiting-prices";
import { startEmbedded } from "@/server/db/embedded/start";
import { percentile, printDistribution } from "./distribution";
import { type BenchPage, benchPage } from "./inbox/page";

const SECRET = "a secret of the bench, longer than thirty-two characters";
const BARS = { first_row_ms: 1_000, key_p95_ms: 100, dom_rows: 60, heap_ratio: 1.2 };
const LOADS = 10;
const MOVES = 300;
const EARLY = 100;

const [items = 100_000, waiting = 5_000, decisions = 1_000] = process.argv.slice(2).map(Number);

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
  const firstRow = await times(LOADS, () => inbox.open());
  printDistribution("first row", firstRow);
  const j = await times(Math.min(MOVES, waiting - 1), () => inbox.press("j"));
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

const folder = await mkdtemp(join(tmpdir(), "pricecheck inbox "));
const database = await startEmbedded(join(folder, "database"));
const postmaster = Number(
  (await readFile(join(folder, "database", "postgres", "data", "postmaster.pid"), "utf8")).split("\n")[0],
);
const service = await startService({
  DATABASE_URL: database.ownerUrl,
  APP_DB_PASSWORD: SECRET,
  AUTH_SECRET: SECRET,
  ENCRYPTION_KEY: SECRET,
  RATE_LIMIT_PER_MINUTE: "1000000",
  BROWSER_RATE_LIMIT_PER_MINUTE: "1000000",
});
const client = new pg.Client({ connectionString: database.ownerUrl });
try {
  const shop = await openShop(service, { plan: "enterprise" });
  await shop.connectSandbox();
  await client.connect();
  await seedWaitingPrices(client, shop.id, { items, waiting });
  pin(postmaster, 0);
  pin(service.pid() ?? 0, 0);
  pin(process.pid, 1);
  const executablePath = process.env["CHROMIUM_PATH"];
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  const context = await browser.newContext({ baseURL: service.url, viewport: { width: 1440, height: 900 } });
  await signIn(context.request, service.url, shop.owner);
  const figures = await measure(await benchPage(await context.newPage(), shop.page("/approvals")));
  await browser.close();
  const bars_missed = missedBars(figures);
  console.log(JSON.stringify({ ...figures, bars_missed }));
  process.exitCode = bars_missed.length > 0 ? 1 : 0;
} finally {
  await client.end();
  await service.stop();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}
