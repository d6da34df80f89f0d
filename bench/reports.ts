/**
 * Measures the memory of the API, without its pages, while it exports reports in every format: of a workspace with that
 * many rows and of one with a tenth. `npm run bench:reports -- [rows]`; the last output line is the figures as JSON.
 * Exits with 1 if a limit is exceeded.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { seedWaitingPrices } from "@/e2e/waiting-prices";
import { startEmbedded } from "@/server/db/embedded/start";
import { REPORT_FORMATS } from "@/server/domain/reports/report";
import { createBenchDatabase, ROOT } from "./database";
import { type Measured, startMeasured } from "./load";
import { memoryOf, resetPeak } from "./memory";
import { buildPrograms } from "./programs";
import { serviceSettings } from "./settings";
import { createOwner, openWorkspace } from "./workspace";

/** The reports with a row for each item; the longest row, and the one with most work. */
const REPORTS = ["recommendations", "margins"] as const;
const PORT = 26_404;
const BARS = { memory_mb: 300, memory_ratio_to_tenth: 1.15 };

interface Exported {
  readonly seconds: number;
  readonly megabytes: number;
  /** Resident memory of the service while it exported. */
  readonly peak_mb: number;
}

/** Creates a workspace with that many items, each with a recommendation. @returns a token that may read its reports */
async function openFullWorkspace(client: pg.Client, workspace: string, rows: number): Promise<string> {
  const token = await openWorkspace(client, workspace, ["reports:read"]);
  await seedWaitingPrices(client, workspace, { items: rows, waiting: rows });
  return token;
}

/** Starts the API without its pages, with the flags of `npm start`. */
function start(handler: string, ownerUrl: string, token: string): Promise<Measured> {
  const env = {
    ...process.env,
    NODE_ENV: "production" as const,
    ...serviceSettings(ownerUrl),
    LOG_LEVEL: "error",
    MALLOC_ARENA_MAX: "2",
  };
  const flags = ["--max-semi-space-size=4", "--heap-growing-percent=40"];
  const url = exportOf("report=alerts");
  return startMeasured("the API", [...flags, handler, "service", String(PORT), ROOT], { url, env, token });
}

const exportOf = (query: string): string => `http://127.0.0.1:${PORT}/api/v1/reports/export?${query}`;

/** Downloads a report, discards it, and reads the service's highest memory meanwhile. */
async function download({ pid }: Measured, token: string, query: string): Promise<Exported> {
  resetPeak(pid);
  const started = performance.now();
  const response = await fetch(exportOf(query), { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok || response.body === null) throw new Error(`${query} answered ${response.status}`);
  let bytes = 0;
  for await (const chunk of response.body) bytes += (chunk as Uint8Array).length;
  const seconds = Number(((performance.now() - started) / 1_000).toFixed(1));
  return { seconds, megabytes: Number((bytes / 1e6).toFixed(1)), peak_mb: memoryOf(pid).peak_mb };
}

/** Exports each report in each format, one after another, from a new process. */
async function exportAll(service: Measured, token: string): Promise<ReadonlyMap<string, Exported>> {
  try {
    const exported = new Map<string, Exported>();
    // The first answers load code that stays in memory.
    for (const format of REPORT_FORMATS) await download(service, token, `report=alerts&format=${format}`);
    for (const report of REPORTS)
      for (const format of REPORT_FORMATS) {
        const name = `${report}.${format}`;
        const figures = await download(service, token, `report=${report}&format=${format}`);
        console.log(`${name}: ${JSON.stringify(figures)}`);
        exported.set(name, figures);
      }
    return exported;
  } finally {
    await service.stop();
  }
}

const rows = Number(process.argv[2] ?? 100_000);
const folder = await mkdtemp(join(tmpdir(), "pricecheck-bench-"));
const server = await startEmbedded(join(folder, "data"));
try {
  const ownerUrl = await createBenchDatabase(server.ownerUrl);
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await createOwner(client);
  const tokens = [
    await openFullWorkspace(client, "ws_tenth", Math.ceil(rows / 10)),
    await openFullWorkspace(client, "ws_full", rows),
  ] as const;
  await client.query("VACUUM ANALYZE");
  await client.end();
  const [handler] = await buildPrograms(["handler"]);
  console.log(`${Math.ceil(rows / 10)} rows`);
  const tenth = await exportAll(await start(handler, ownerUrl, tokens[0]), tokens[0]);
  console.log(`${rows} rows`);
  const full = await exportAll(await start(handler, ownerUrl, tokens[1]), tokens[1]);
  const compared = [...full].map(([name, figures]) => {
    const tenth_mb = tenth.get(name)?.peak_mb ?? Number.NaN;
    return { name, ...figures, tenth_mb, ratio: Number((figures.peak_mb / tenth_mb).toFixed(2)) };
  });
  const bars_missed = compared.flatMap(({ name, peak_mb, ratio }) => [
    ...(peak_mb <= BARS.memory_mb ? [] : [`${name}: too much memory`]),
    ...(ratio <= BARS.memory_ratio_to_tenth ? [] : [`${name}: memory grows with the report`]),
  ]);
  console.log(JSON.stringify({ rows, exports: compared, bars_missed }));
  process.exitCode = bars_missed.length === 0 ? 0 : 1;
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
