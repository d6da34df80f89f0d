/**
 * Measures how long the API takes for a page of each list, on the embedded PostgreSQL and on the oldest one that a
 * service may use, with its default settings; with statistics that know another workspace alone, and complete ones.
 * `npm run bench:lists -- [items] [pages] [server]`: the items of each of the two workspaces, 100,000 unless stated
 * otherwise, and how many pages of each list are read, from the first on; `embedded` or `external` leaves the other
 * server out. The last output line is the figures as JSON. Exits with 1 if a 95th percentile is 50 ms or
 * more; of a report by a column without an index, 300 ms.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbedded } from "@/server/db/embedded/start";
import { startExternalPostgres } from "@/server/testing/external-postgres";
import { createBenchDatabase, ROOT } from "./database";
import { percentile } from "./distribution";
import { LISTS, Reader } from "./lists/pages";
import { openListedShop, stopAutovacuum } from "./lists/shop";
import { startService } from "./service";
import { settled } from "./settled";
import { createOwner } from "./workspace";

const WARM_UP_PAGES = 5;

const [items = 100_000, pages = 60] = process.argv.slice(2, 4).map(Number);
const only = process.argv[4];

/** The 95th percentile of each list's pages in milliseconds, by the list's name. */
type Percentiles = Readonly<Record<string, number>>;

async function measure(url: string, token: string): Promise<Percentiles> {
  const byList: Record<string, number> = {};
  for (const list of LISTS) {
    const reader = new Reader(url, list, token);
    for (let page = 0; page < WARM_UP_PAGES; page += 1) await reader.next();
    const took: number[] = [];
    for (let page = 0; page < pages; page += 1) took.push(await reader.next());
    byList[list.name] = Number(percentile(took, 0.95).toFixed(1));
  }
  return byList;
}

/** Measures the lists of a new workspace beside an analyzed one, and again when both are analyzed. */
async function measureOn(url: string, client: pg.Client): Promise<Record<string, Percentiles>> {
  await stopAutovacuum(client);
  await createOwner(client);
  await openListedShop(client, "ws_neighbour", items);
  await settled(client);
  await client.query("VACUUM ANALYZE");
  const token = await openListedShop(client, "ws_measured", items);
  await settled(client);
  const foreign = await measure(url, token);
  await client.query("VACUUM ANALYZE");
  return { foreign, complete: await measure(url, token) };
}

/** Measures with a service on a new database of a server. */
async function withServiceOn(serverUrl: string, dataDir: string): Promise<Record<string, Percentiles>> {
  const ownerUrl = await createBenchDatabase(serverUrl);
  const client = new pg.Client(ownerUrl);
  await client.connect();
  try {
    const service = await startService({ root: ROOT, role: "all", ownerUrl, dataDir });
    return await measureOn(service.url, client).finally(() => service.stop());
  } finally {
    await client.end();
  }
}

const folder = await mkdtemp(join(tmpdir(), "pricecheck-bench-"));
const servers = {
  embedded: () => startEmbedded(join(folder, "data")),
  external: () => startExternalPostgres(),
};
if (only !== undefined && !(only in servers)) throw new Error(`There is no server ${only}.`);
const columns: Record<string, Percentiles> = {};
try {
  for (const [name, start] of Object.entries(servers)) {
    if (only !== undefined && name !== only) continue;
    const server = await start();
    const measured = await withServiceOn(server.ownerUrl, join(folder, name)).finally(() => server.stop());
    for (const [statistics, p95] of Object.entries(measured)) columns[`${name}, ${statistics}`] = p95;
  }
  console.table(
    Object.fromEntries(
      LISTS.map(({ name }) => [
        name,
        Object.fromEntries(Object.entries(columns).map(([column, p95]) => [column, p95[name]])),
      ]),
    ),
  );
  const bars_missed = Object.entries(columns).flatMap(([column, p95]) =>
    LISTS.flatMap(({ name, barMs }) => ((p95[name] ?? Infinity) < barMs ? [] : [`${column}: ${name}`])),
  );
  console.log(JSON.stringify({ items, pages, p95_ms: columns, bars_missed }));
  process.exitCode = bars_missed.length === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
