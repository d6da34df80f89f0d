/**
 * How long a run takes beside what PostgreSQL alone needs to read the same rows and write the same results by COPY, and
 * whether its memory grows with the catalog. `npm run bench:run -- [items]`; the last line is the figures as JSON.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { createDatabase, withDatabase } from "@/server/db/databases";
import { startEmbedded } from "@/server/db/embedded/start";
import { applyMigrations, prepareAppRole } from "@/server/db/migrate";
import { prepareQueue } from "@/server/db/queue";
import { DEFAULT_POLICY } from "@/server/domain/pricing/policy";
import { ENGINE_VERSION } from "@/server/domain/run";
import { seedCatalog } from "@/server/testing/seed-catalog";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const WORKER = join(ROOT, "server", "testing", "run-worker.ts");
const [WORKSPACE, RUN] = ["ws_bench", "run_bench"];
const PAGE_SIZE = "1000";
const RESULTS = ["run_results", "recommendations", "alerts"];
const READ = `COPY (SELECT i.*, o.seller, o.id, o.price, o.currency, o.in_stock, o.observed_at, o.url
  FROM catalog_items i JOIN current_offers o ON o.workspace_id = i.workspace_id AND o.item_id = i.id) TO STDOUT`;

interface Figures {
  readonly seconds: number;
  readonly deciding_seconds: number;
  readonly peak_memory_kb: number;
}

/** Makes a database of that many items with one queued run. */
async function prepare(serverUrl: string, items: number): Promise<{ ownerUrl: string; appUrl: string }> {
  const name = `bench_${items}`;
  await createDatabase(serverUrl, name);
  const ownerUrl = withDatabase(serverUrl, name);
  await applyMigrations(ownerUrl, join(ROOT, "prisma", "migrations"));
  const appUrl = await prepareAppRole(ownerUrl, "a password for the bench alone");
  await prepareQueue(ownerUrl);
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const now = new Date();
  const policy = JSON.stringify({
    ...DEFAULT_POLICY("EUR"),
    breaker: { max_share: null, max_median_move: null },
  });
  await client.query("INSERT INTO workspaces (id, name, plan) VALUES ($1, 'Bench', 'enterprise')", [
    WORKSPACE,
  ]);
  await client.query(
    `INSERT INTO policy_versions (workspace_id, version, id, document, author) VALUES ($1, 1, 'pol_bench', $2, 'bench')`,
    [WORKSPACE, policy],
  );
  await seedCatalog((sql, values) => client.query(sql, values), WORKSPACE, items, now);
  await client.query(
    `INSERT INTO runs (workspace_id, id, status, trigger, requested_by, subset_tags, policy_version, engine_version, created_at)
     VALUES ($1, $2, 'queued', 'manual', 'bench', '{}', 1, $3, $4)`,
    [WORKSPACE, RUN, ENGINE_VERSION, now],
  );
  await client.query("CHECKPOINT");
  await client.end();
  return { ownerUrl, appUrl };
}

/** Works on the run in a process of its own. */
async function runOnce(appUrl: string): Promise<Figures> {
  const args = ["--import", "tsx", WORKER, appUrl, WORKSPACE, RUN, PAGE_SIZE, String(Date.now()), "never"];
  const worker = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] });
  const [output] = await Promise.all([text(worker.stdout), once(worker, "exit")]);
  return JSON.parse(output) as Figures;
}

/** Seconds that PostgreSQL needs to hand out the rows of a run and to take in its results, as fast as it can. */
async function copyOnce(ownerUrl: string, folder: string): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const finished = await client.query("SELECT status FROM runs WHERE status = 'succeeded'");
  if (finished.rowCount !== 1) throw new Error("the run did not succeed");
  for (const table of RESULTS) {
    await pipeline(client.query(copyTo(`COPY ${table} TO STDOUT`)), createWriteStream(join(folder, table)));
    await client.query(`CREATE TABLE copied_${table} (LIKE ${table} INCLUDING ALL)`);
  }
  await client.query("CHECKPOINT");
  const started = performance.now();
  await pipeline(client.query(copyTo(READ)), new Writable({ write: (_chunk, _encoding, done) => done() }));
  for (const table of RESULTS)
    await pipeline(
      createReadStream(join(folder, table)),
      client.query(copyFrom(`COPY copied_${table} FROM STDIN`)),
    );
  const seconds = (performance.now() - started) / 1_000;
  await client.end();
  return seconds;
}

const items = Number(process.argv[2] ?? 100_000);
const folder = await mkdtemp(join(tmpdir(), "pricecheck-bench-"));
const server = await startEmbedded(join(folder, "data"));
try {
  const small = await runOnce((await prepare(server.ownerUrl, items / 10)).appUrl);
  const large = await prepare(server.ownerUrl, items);
  const run = await runOnce(large.appUrl);
  const copy = await copyOnce(large.ownerUrl, folder);
  const megabytes = ({ peak_memory_kb }: Figures) => Math.round(peak_memory_kb / 1_024);
  console.log(
    JSON.stringify({
      items,
      observations: items * 3,
      run_seconds: Number(run.seconds.toFixed(2)),
      deciding_seconds: Number(run.deciding_seconds.toFixed(2)),
      copy_seconds: Number(copy.toFixed(2)),
      time_ratio_to_copy: Number((run.seconds / copy).toFixed(2)),
      items_per_second: Math.round(items / run.seconds),
      peak_memory_mb: megabytes(run),
      peak_memory_mb_10k: megabytes(small),
    }),
  );
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
