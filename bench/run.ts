/**
 * Measures the duration of a workspace's first run and the service's memory during it, while the database's
 * statistics only know another workspace: a neighbour with as many items has a finished run, and runs after it in which
 * nothing has changed, everything is analyzed, and then the new workspace is created. Each run reports what it wrote.
 * Reports for comparison the time PostgreSQL needs to read the same rows and to write the same results by COPY, and the
 * duration of a run without notifications of changes.
 * `npm run bench:run -- [items] [--identical runs]`; the last output line is the figures as JSON. Exits with 1 if a
 * limit is exceeded.
 */
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { startEmbedded } from "@/server/db/embedded/start";
import { createBenchDatabase, ROOT } from "./database";
import {
  hasRewritten,
  measureIdenticalRuns,
  measureRun,
  openSeededWorkspace,
  type RunFigures,
} from "./measured-runs";
import type { Memory } from "./memory";
import { type RunningService, startService } from "./service";
import { statementsOf } from "./written";

const RESULTS = ["run_results", "recommendations", "alerts"];
/** The wait before the memory after a run is read; a catalog of fewer items leaves nothing to collect. */
const SETTLES = { ms: 5_000, fromItems: 500 };
const BARS = { publishing_seconds: 60, memory_mb: { worker: 300, all: 600 }, memory_ratio_to_tenth: 1.15 };

type Role = "worker" | "all";

interface Figures extends RunFigures {
  readonly items: number;
  readonly memory_before: Memory;
  readonly memory: Memory;
}

/** Queues the first run of a new workspace and measures how the service processes it. */
async function firstRun(
  client: pg.Client,
  service: RunningService,
  workspace: string,
  items: number,
): Promise<Figures> {
  await openSeededWorkspace(statementsOf(client), workspace, items);
  if ((await fetch(`${service.url}/sign-in`)).ok) await fetch(`${service.url}/reference`);
  const memory_before = service.memory();
  const run = await measureRun(statementsOf(client), workspace, { items, run: 1 });
  if (items >= SETTLES.fromItems) await pause(SETTLES.ms);
  const figures = { items, ...run, memory_before, memory: service.memory() };
  console.log(`${workspace}: ${JSON.stringify(figures)}`);
  return figures;
}

/** Returns the seconds PostgreSQL needs to read a run's input rows and to write its results by COPY. */
async function copyOnce(client: pg.Client, workspace: string, folder: string): Promise<number> {
  const ofWorkspace = `workspace_id = ${pg.escapeLiteral(workspace)}`;
  for (const table of RESULTS) {
    const rows = client.query(copyTo(`COPY (SELECT * FROM ${table} WHERE ${ofWorkspace}) TO STDOUT`));
    await pipeline(rows, createWriteStream(join(folder, table)));
    await client.query(`CREATE TABLE copied_${table} (LIKE ${table} INCLUDING ALL)`);
  }
  await client.query("CHECKPOINT");
  const started = performance.now();
  const read = `COPY (SELECT i.*, o.* FROM catalog_items i
    JOIN current_offers o ON o.workspace_id = i.workspace_id AND o.item_id = i.id WHERE i.${ofWorkspace}) TO STDOUT`;
  await pipeline(client.query(copyTo(read)), new Writable({ write: (_chunk, _encoding, done) => done() }));
  for (const table of RESULTS)
    await pipeline(
      createReadStream(join(folder, table)),
      client.query(copyFrom(`COPY copied_${table} FROM STDIN`)),
    );
  return Number(((performance.now() - started) / 1_000).toFixed(1));
}

const NOTIFYING = ["recommendations", "runs", "alerts"];

/** Measures a first run like the worker's, in a database that reports no changes to browsers. */
async function withoutNotifications(
  client: pg.Client,
  items: number,
  start: (role: Role) => Promise<RunningService>,
): Promise<Figures> {
  const switchTriggers = async (to: "ENABLE" | "DISABLE"): Promise<void> => {
    for (const table of NOTIFYING)
      for (const trigger of ["notify_inserted", "notify_updated"])
        await client.query(`ALTER TABLE ${table} ${to} TRIGGER ${trigger}`);
  };
  const service = await start("worker");
  try {
    await switchTriggers("DISABLE");
    return await firstRun(client, service, "ws_without_notifications", items);
  } finally {
    await switchTriggers("ENABLE");
    await service.stop();
  }
}

/** Measures the first runs of a small and of a large workspace, each in a new process of that role. */
async function measureRole(
  client: pg.Client,
  role: Role,
  items: number,
  start: (role: Role) => Promise<RunningService>,
): Promise<{ small: Figures; large: Figures; ratio: number }> {
  const measured: Figures[] = [];
  for (const each of [items / 10, items]) {
    const service = await start(role);
    try {
      measured.push(await firstRun(client, service, `ws_${role}_${each}`, each));
    } finally {
      await service.stop();
    }
  }
  const [small, large] = measured;
  if (small === undefined || large === undefined) throw new Error("there are no figures");
  const ratio = Number((large.memory.peak_mb / small.memory.peak_mb).toFixed(2));
  return { small, large, ratio };
}

const missed = (role: Role, { large, ratio }: { large: Figures; ratio: number }): string[] => [
  ...(large.publishing_seconds > BARS.publishing_seconds ? [`${role}: published too slowly`] : []),
  ...(large.memory.peak_mb > BARS.memory_mb[role] ? [`${role}: too much memory`] : []),
  ...(ratio > BARS.memory_ratio_to_tenth ? [`${role}: memory grows with the catalog`] : []),
];

const writtenBy = (run: RunFigures | undefined) =>
  run && {
    rows_updated: run.rows_updated,
    wal_bytes_per_item: run.wal_bytes_per_item,
    bytes_per_item: run.bytes_per_item,
  };

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { identical: { type: "string", default: "1" } },
});
const items = Number(positionals[0] ?? 100_000);
const runs = Number(values.identical);
const folder = await mkdtemp(join(tmpdir(), "pricecheck-bench-"));
// Without autovacuum the planner's statistics stay those of the neighbour.
const server = await startEmbedded(join(folder, "data"), { settings: { autovacuum: "off" } });
try {
  const ownerUrl = await createBenchDatabase(server.ownerUrl);
  const client = new pg.Client({ connectionString: ownerUrl });
  // The failing statement reports the error; if the bench fails, the server stops while this connection is open.
  client.on("error", () => undefined);
  await client.connect();
  const start = (role: Role) =>
    startService({ root: ROOT, role, ownerUrl, dataDir: join(folder, "service") });
  const first = await start("worker");
  const ofNeighbour = async () => ({
    neighbour: await firstRun(client, first, "ws_neighbour", items),
    identical: await measureIdenticalRuns(statementsOf(client), "ws_neighbour", { items, runs }),
  });
  const { neighbour, identical } = await ofNeighbour().finally(first.stop);
  await client.query("ANALYZE");
  const worker = await measureRole(client, "worker", items, start);
  const silent = await withoutNotifications(client, items, start);
  const all = await measureRole(client, "all", items, start);
  const copy_seconds = await copyOnce(client, `ws_worker_${items}`, folder);
  await client.end();
  const bars_missed = [
    ...missed("worker", worker),
    ...missed("all", all),
    ...(identical.some(hasRewritten) ? ["an identical run wrote recommendations or alerts again"] : []),
  ];
  const { deciding_seconds, publishing_seconds } = worker.large;
  const secondsOf = (run: Figures) => run.deciding_seconds + run.publishing_seconds;
  console.log(
    JSON.stringify({
      items,
      observations: items * 3,
      neighbour_items: items,
      run_seconds: Number((deciding_seconds + publishing_seconds).toFixed(1)),
      deciding_seconds,
      publishing_seconds,
      publishing_seconds_alone: neighbour.publishing_seconds,
      identical_runs: identical.length,
      written_by_first_run: writtenBy(neighbour),
      written_by_last_identical_run: writtenBy(identical.at(-1)),
      copy_seconds,
      time_ratio_to_copy: Number(((deciding_seconds + publishing_seconds) / copy_seconds).toFixed(2)),
      time_ratio_to_without_notifications: Number((secondsOf(worker.large) / secondsOf(silent)).toFixed(2)),
      worker: { tenth: worker.small.memory, full: worker.large.memory, ratio: worker.ratio },
      all: { tenth: all.small.memory, full: all.large.memory, ratio: all.ratio },
      bars_missed,
    }),
  );
  process.exitCode = bars_missed.length === 0 ? 0 : 1;
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
