/**
 * Measures the import of an XLSX and an ODS file of so many rows, each in a process of its own, and how soon files are
 * refused that unpack to much more than they are or are broken: `npm run bench:spreadsheets -- [ROWS]`; the last output
 * line is the figures as JSON. Exits with 1 if a limit is exceeded.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { z } from "zod";
import { startEmbedded } from "@/server/db/embedded/start";
import { createBenchDatabase, ROOT } from "./database";
import { buildPrograms } from "./programs";
import { serviceSettings } from "./settings";
import { BOMBS, BROKEN, odsOfRows, xlsxOfRows } from "./spreadsheets/files";
import { insertWorkspace } from "./workspace";
import { statementsOf } from "./written";

const BARS = { peak_mb: 350, longest_ms: 200, refused_ms: 1_000 };
const IMPORT_WITHIN_MS = 1_800_000;

const rows = z.coerce
  .number()
  .int()
  .min(1)
  .max(1_000_000)
  .parse(process.argv[2] ?? 300_000);

const figuresShape = z.object({
  created: z.number().optional(),
  refused: z.string().optional(),
  ms: z.number(),
  seconds: z.number(),
  peak_mb: z.number(),
  longest_ms: z.number(),
});
type Figures = z.output<typeof figuresShape>;

const run = promisify(execFile);

/** Imports a file in a process of its own, with the flags of `npm start`. */
type Import = (bytes: Buffer) => Promise<Figures>;

async function importer(folder: string, ownerUrl: string, client: pg.Client): Promise<Import> {
  const [worker] = await buildPrograms(["spreadsheets/worker"]);
  const path = join(folder, "file");
  const first = "ws_first";
  await insertWorkspace(statementsOf(client), first);
  let workspaces = 0;
  return async (bytes) => {
    workspaces += 1;
    const workspace = `ws_${workspaces}`;
    await insertWorkspace(statementsOf(client), workspace);
    await writeFile(path, bytes);
    const flags = ["--max-semi-space-size=4", "--heap-growing-percent=40"];
    const { stdout } = await run(process.execPath, [...flags, worker, first, workspace, path], {
      cwd: ROOT,
      timeout: IMPORT_WITHIN_MS,
      env: {
        ...process.env,
        NODE_ENV: "production",
        ...serviceSettings(ownerUrl),
        LOG_LEVEL: "error",
        MALLOC_ARENA_MAX: "2",
      },
    });
    return figuresShape.parse(JSON.parse(stdout.trim().split("\n").at(-1) ?? ""));
  };
}

async function whole(name: string, imported: Import, bytes: Buffer) {
  const { seconds, peak_mb, longest_ms, ...result } = await imported(bytes);
  if (result.created !== rows) throw new Error(`${name}: ${JSON.stringify(result)}`);
  const figures = { megabytes: Number((bytes.length / 1e6).toFixed(1)), seconds, peak_mb, longest_ms };
  console.log(`${name}: ${JSON.stringify(figures)}`);
  return figures;
}

/** Returns the milliseconds until the last of the files is refused, and the highest memory meanwhile. */
async function refusals(imported: Import, files: readonly (() => Promise<Buffer>)[]) {
  let ms = 0;
  let peak_mb = 0;
  for (const make of files) {
    const figures = await imported(await make());
    if (figures.refused === undefined) throw new Error(`not refused: ${JSON.stringify(figures)}`);
    console.log(`${figures.refused} ${figures.ms} ms, ${figures.peak_mb} MB`);
    ms = Math.max(ms, figures.ms);
    peak_mb = Math.max(peak_mb, figures.peak_mb);
  }
  return { ms, peak_mb };
}

async function measure(imported: Import): Promise<void> {
  const xlsx = await whole("xlsx", imported, await xlsxOfRows(rows));
  const ods = await whole("ods", imported, await odsOfRows(rows));
  const bombs = await refusals(imported, BOMBS);
  const broken = await refusals(imported, BROKEN);
  const bars_missed = [
    ...Object.entries({ xlsx, ods, bombs, broken })
      .filter(([, { peak_mb }]) => peak_mb > BARS.peak_mb)
      .map(([name]) => `${name}: too much memory`),
    ...Object.entries({ xlsx, ods })
      .filter(([, { longest_ms }]) => longest_ms > BARS.longest_ms)
      .map(([name]) => `${name}: others wait too long`),
    ...Object.entries({ bombs, broken })
      .filter(([, { ms }]) => ms > BARS.refused_ms)
      .map(([name]) => `${name}: refused too late`),
  ];
  console.log(JSON.stringify({ rows, xlsx, ods, bomb_ms: bombs.ms, broken_ms: broken.ms, bars_missed }));
  process.exitCode = bars_missed.length > 0 ? 1 : 0;
}

const folder = await mkdtemp(join(tmpdir(), "bench-spreadsheets-"));
const server = await startEmbedded(join(folder, "data"));
try {
  const ownerUrl = await createBenchDatabase(server.ownerUrl);
  const client = new pg.Client(ownerUrl);
  await client.connect();
  await importer(folder, ownerUrl, client)
    .then(measure)
    .finally(() => client.end());
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
