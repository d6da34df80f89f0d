/**
 * Measures the memory and the time in which a worker reads a store's whole list, of so many variants and of a tenth,
 * each in a process of its own: `npm run bench:sync -- [--store shopify|vendure|medusa|woocommerce] [--items N]`; the
 * last output line is the figures as JSON. Exits with 1 if memory depends on the length of the list, or a variant is
 * missing.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { z } from "zod";
import { startEmbedded } from "@/server/db/embedded/start";
import { createBenchDatabase, ROOT } from "./database";
import { buildPrograms } from "./programs";
import { serviceSettings } from "./settings";
import { GREAT_SHOPS } from "./sync/shops";
import { insertWorkspace } from "./workspace";
import { statementsOf } from "./written";

const BARS = { memory_ratio_to_tenth: 1.3 };
/** The stand-ins answer from the same processor that the worker has. */
const STORE_TIMEOUT_MS = 60_000;

const { values } = parseArgs({
  options: { store: { type: "string", default: "shopify" }, items: { type: "string", default: "100000" } },
});
const kinds = Object.keys(GREAT_SHOPS);
const store = z.enum(kinds as [keyof typeof GREAT_SHOPS]).parse(values.store);
const items = z.coerce.number().int().min(10).parse(values.items);

const figuresShape = z.object({
  variants: z.number(),
  created: z.number(),
  pages: z.number(),
  seconds: z.number(),
  before_mb: z.number(),
  peak_rss_mb: z.number(),
  peak_heap_mb: z.number(),
});
type Figures = z.output<typeof figuresShape>;

/** Reads a shop of so many variants in a process of its own, with the flags of `npm start`. */
async function measure(worker: string, ownerUrl: string, client: pg.Client, count: number): Promise<Figures> {
  const workspace = `ws_${count}`;
  await insertWorkspace(statementsOf(client), workspace);
  const shop = await GREAT_SHOPS[store](count);
  const flags = ["--max-semi-space-size=4", "--heap-growing-percent=40"];
  const child = spawn(
    process.execPath,
    [...flags, worker, workspace, store, shop.url, JSON.stringify(shop.credentials)],
    {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        ...process.env,
        NODE_ENV: "production",
        ...serviceSettings(ownerUrl),
        LOG_LEVEL: "error",
        MALLOC_ARENA_MAX: "2",
        ALLOW_PRIVATE_STORES: "1",
        STORE_TIMEOUT_MS: String(STORE_TIMEOUT_MS),
        WRITE_BACK_QUARANTINE_MS: String(4 * STORE_TIMEOUT_MS),
      },
    },
  );
  let printed = "";
  child.stdout.on("data", (piece: Buffer) => {
    printed += piece.toString();
  });
  const [code] = await once(child, "close");
  await shop.stop();
  if (code !== 0) throw new Error(`the worker ended with ${code}`);
  const figures = figuresShape.parse(JSON.parse(printed.trim().split("\n").at(-1) ?? ""));
  console.log(`${count} variants: ${JSON.stringify(figures)}`);
  return figures;
}

async function compare(ownerUrl: string, client: pg.Client): Promise<void> {
  const [worker] = await buildPrograms(["sync/worker"]);
  const tenth = await measure(worker, ownerUrl, client, Math.ceil(items / 10));
  const whole = await measure(worker, ownerUrl, client, items);
  const ratio = (name: "peak_rss_mb" | "peak_heap_mb") => Number((whole[name] / tenth[name]).toFixed(2));
  const rss_ratio_to_tenth = ratio("peak_rss_mb");
  const heap_ratio_to_tenth = ratio("peak_heap_mb");
  const bars_missed = [
    ...(rss_ratio_to_tenth > BARS.memory_ratio_to_tenth ? ["rss_ratio_to_tenth"] : []),
    ...(whole.created < items ? ["variants"] : []),
  ];
  console.log(
    JSON.stringify({ store, items, tenth, whole, rss_ratio_to_tenth, heap_ratio_to_tenth, bars_missed }),
  );
  process.exitCode = bars_missed.length > 0 ? 1 : 0;
}

const folder = await mkdtemp(join(tmpdir(), "bench-sync-"));
const server = await startEmbedded(join(folder, "data"));
try {
  const ownerUrl = await createBenchDatabase(server.ownerUrl);
  const client = new pg.Client(ownerUrl);
  await client.connect();
  await compare(ownerUrl, client).finally(() => client.end());
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
