import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { startEmbedded } from "@/server/db/embedded/start";
import { seedCatalog } from "@/server/testing/seed-catalog";
import { createBenchDatabase, ROOT } from "../database";
import { percentile, printDistribution } from "../distribution";
import { startService } from "../service";
import { createOwner, openWorkspace } from "../workspace";
import { startPageServer } from "./page-server";
import { type ProcessorTime, processorTime, usedBetween } from "./processor-time";

/** Milliseconds of requests to the API, and how the pages were checked meanwhile. */
export interface WhileChecking {
  readonly api_p95_idle_ms: number;
  readonly api_p95_checking_ms: number;
  readonly checked: number;
  readonly checking_seconds: number;
  /** Seconds of processor time while the pages were checked. */
  readonly processor_seconds: ProcessorTime | null;
}

const WORKSPACE = "ws_bench";
const ITEMS = 2_000;
const HOSTS = 100;
/** As many as the percentile needs; beside few checks, which say little, a part of them. */
const IDLE_REQUESTS = { atMost: 1_500, forEachCheck: 20 };
const BETWEEN_REQUESTS_MS = 10;
const TIMEOUT_MS = 12 * 60_000;

/** Creates a workspace with items and an offer for each. @returns a token that may read its catalog */
async function openWatchedWorkspace(client: pg.Client, checks: number, origin: string): Promise<string> {
  const sql = (text: string, values: unknown[] = []) => client.query(text, values);
  await createOwner(client);
  const token = await openWorkspace(client, WORKSPACE, ["catalog:read"]);
  await seedCatalog(sql, WORKSPACE, ITEMS, new Date());
  // One page at a time is requested from each host, so that many hosts keep the reader busy.
  await sql(
    `INSERT INTO offers (workspace_id, id, item_id, url, host, seller, currency, due_at)
     SELECT $1, 'off_' || n, i.id, $2 || '/' || n, 'host-' || (n % $3::int), 'seller ' || n, 'EUR', 'infinity'
     FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM catalog_items WHERE workspace_id = $1) i
     WHERE n < $4`,
    [WORKSPACE, origin, HOSTS, checks],
  );
  await sql("ANALYZE");
  return token;
}

/** Sends one request after another while `goesOn`. @returns the duration of each in milliseconds */
async function timeRequests(
  url: string,
  token: string,
  goesOn: (sent: number) => boolean,
): Promise<number[]> {
  const durations: number[] = [];
  while (goesOn(durations.length)) {
    const sent = performance.now();
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`the API answered ${response.status}`);
    durations.push(performance.now() - sent);
    await pause(BETWEEN_REQUESTS_MS);
  }
  return durations;
}

/** Makes all pages due, and waits until they are checked. @returns the seconds it took */
async function checkAll(client: pg.Client, checks: number): Promise<number> {
  const started = performance.now();
  await client.query("UPDATE offers SET due_at = now()");
  for (const until = started + TIMEOUT_MS; performance.now() < until; await pause(500)) {
    const { rows } = await client.query<{ count: number }>("SELECT count(*)::int AS count FROM page_checks");
    if ((rows[0]?.count ?? 0) >= checks) return (performance.now() - started) / 1_000;
  }
  throw new Error(`${checks} pages were not checked within ${TIMEOUT_MS / 60_000} minutes`);
}

/** Returns the first process of the PostgreSQL that serves this connection. */
async function serverOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const [, fields = ""] = readFileSync(`/proc/${rows[0]?.pid}/stat`, "utf8").split(") ");
  return Number(fields.split(" ")[1]);
}

/**
 * Measures the API of a service that has nothing to do, and then while the same process checks that many pages.
 * @param pagesFolder the folder of the pages
 * @param checks at most 2,000
 */
export async function measureWhileChecking(pagesFolder: string, checks: number): Promise<WhileChecking> {
  // The service would build itself when it starts, for longer than a start may take.
  execFileSync(process.execPath, [join(ROOT, "scripts", "prepare.mjs")], { stdio: "inherit" });
  const folder = await mkdtemp(join(tmpdir(), "pricecheck-bench-"));
  const database = await startEmbedded(join(folder, "data"));
  const pageServer = await startPageServer(pagesFolder);
  const ownerUrl = await createBenchDatabase(database.ownerUrl);
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const token = await openWatchedWorkspace(client, checks, pageServer.origin);
  const settings = {
    ALLOW_PRIVATE_PAGES: "1",
    PAGE_DELAY_MS: "0",
    LOG_LEVEL: "error",
  };
  const service = await startService({
    root: ROOT,
    role: "all",
    ownerUrl,
    dataDir: folder,
    settings,
  });
  try {
    const url = `${service.url}/api/v1/catalog/items?limit=50`;
    const requests = Math.min(IDLE_REQUESTS.atMost, IDLE_REQUESTS.forEachCheck * checks);
    await timeRequests(url, token, (sent) => sent < requests / 5);
    const idle = await timeRequests(url, token, (sent) => sent < requests);
    const pids = { service: service.pid, database: await serverOf(client), pageServer: pageServer.pid };
    const before = processorTime(pids);
    let isChecking = true;
    const checked = checkAll(client, checks).finally(() => {
      isChecking = false;
    });
    const busy = await timeRequests(url, token, () => isChecking);
    const seconds = await checked;
    const processor_seconds = usedBetween(before, processorTime(pids));
    printDistribution("API, nothing to check", idle);
    printDistribution(`API, while ${checks} pages are checked in ${seconds.toFixed(0)} s`, busy);
    const ms = (values: readonly number[]) => Number(percentile(values, 0.95).toFixed(1));
    const outcomes = await client.query<{ outcome: string; count: number }>(
      "SELECT outcome, count(*)::int AS count FROM page_checks GROUP BY outcome ORDER BY count DESC",
    );
    console.log(outcomes.rows.map(({ outcome, count }) => `${outcome} ${count}`).join(", "));
    return {
      api_p95_idle_ms: ms(idle),
      api_p95_checking_ms: ms(busy),
      checked: checks,
      checking_seconds: Number(seconds.toFixed(1)),
      processor_seconds,
    };
  } finally {
    await service.stop();
    await client.end();
    await pageServer.stop();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
