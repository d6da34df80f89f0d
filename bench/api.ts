/**
 * Measures the cost of one catalog page: our service beside a bare Node server with the same answer and the same
 * token lookup, and beside the same endpoint inside Next. The servers are measured in turns within one run; the last
 * output line is the figures as JSON. `npm run bench:api -- [items] [seconds per turn]`; exits with 1 if a limit is
 * exceeded.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbedded } from "@/server/db/embedded/start";
import { seedCatalog } from "@/server/testing/seed-catalog";
import { ensureGenerated, ensurePages } from "../scripts/build.mjs";
import { createBenchDatabase, ROOT } from "./database";
import { canPin, type Figures, type Measured, measure, startMeasured } from "./load";
import { buildPrograms } from "./programs";
import { serviceSettings } from "./settings";
import { createOwner, openWorkspace } from "./workspace";

const WORKSPACE = "ws_bench";
const PORTS = { bare: 26_401, service: 26_402, pages: 26_403 };
const ROUNDS = 4;
const WARM_UP_SECONDS = 3;
const BARS = { cpu_ratio_to_bare: 6, throughput_ratio_to_next: 2 };

/** Creates the catalog and one token that may read it. */
async function prepare(serverUrl: string, items: number): Promise<{ ownerUrl: string; token: string }> {
  const ownerUrl = await createBenchDatabase(serverUrl);
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await createOwner(client);
  const token = await openWorkspace(client, WORKSPACE, ["catalog:read"]);
  await seedCatalog((sql, values) => client.query(sql, values), WORKSPACE, items, new Date());
  await client.query("VACUUM ANALYZE");
  await client.end();
  return { ownerUrl, token };
}

async function startAll(
  [handler, bareServer]: readonly [string, string],
  { ownerUrl, token }: { readonly ownerUrl: string; readonly token: string },
  started: Measured[],
): Promise<Record<keyof typeof PORTS, Measured>> {
  const env = {
    ...process.env,
    NODE_ENV: "production" as const,
    ...serviceSettings(ownerUrl),
    LOG_LEVEL: "error",
    NEXT_TELEMETRY_DISABLED: "1",
  };
  const start = async (name: keyof typeof PORTS, program: string, ...args: string[]): Promise<Measured> => {
    const url = `http://127.0.0.1:${PORTS[name]}/api/v1/catalog/items?limit=50`;
    const measured = await startMeasured(name, [program, ...args], { url, env, token });
    started.push(measured);
    return measured;
  };
  return {
    bare: await start("bare", bareServer, String(PORTS.bare)),
    service: await start("service", handler, "service", String(PORTS.service), ROOT),
    pages: await start("pages", handler, "pages", String(PORTS.pages), ROOT),
  };
}

/** Fails if the servers answer differently, because the comparison would be meaningless. */
async function requireSamePage(servers: readonly Measured[], token: string): Promise<void> {
  const answers = await Promise.all(
    servers.map(async ({ url }) =>
      (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).text(),
    ),
  );
  for (const [i, response] of answers.entries())
    if (response !== answers[0]) throw new Error(`${servers[i]?.name} does not answer the same page`);
}

const sum = (turns: readonly Figures[], of: (turn: Figures) => number) =>
  turns.reduce((all, turn) => all + of(turn), 0);
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const cpuMicros = (turns: readonly Figures[]) =>
  (sum(turns, (t) => t.cpuSeconds) / sum(turns, (t) => t.requests)) * 1e6;
const perSecond = (turns: readonly Figures[]) => sum(turns, (t) => t.requests) / sum(turns, (t) => t.seconds);

const items = Number(process.argv[2] ?? 100_000);
const seconds = Number(process.argv[3] ?? 5);
const folder = await mkdtemp(join(tmpdir(), "pricecheck-bench-"));
const database = await startEmbedded(join(folder, "data"));
const started: Measured[] = [];
try {
  await ensureGenerated(ROOT);
  await ensurePages(ROOT);
  const programs = await buildPrograms(["handler", "bare-server"]);
  const { ownerUrl, token } = await prepare(database.ownerUrl, items);
  const servers = await startAll(programs, { ownerUrl, token }, started);
  await requireSamePage(started, token);
  const turns: Record<keyof typeof PORTS, Figures[]> = { bare: [], service: [], pages: [] };
  const names = ["bare", "service", "pages"] as const;
  for (const name of names) await measure(ROOT, servers[name], token, WARM_UP_SECONDS);
  for (let round = 1; round <= ROUNDS; round++)
    for (const name of names) {
      const turn = await measure(ROOT, servers[name], token, seconds);
      turns[name].push(turn);
      console.log(
        `round ${round} ${name}: ${Math.round(cpuMicros([turn]))} µs CPU a request, ${Math.round(perSecond([turn]))} requests a second`,
      );
    }
  const two = (value: number) => Number(value.toFixed(2));
  const figures = {
    cpu_ratio_to_bare: two(cpuMicros(turns.service) / cpuMicros(turns.bare)),
    throughput_ratio_to_next: two(perSecond(turns.service) / perSecond(turns.pages)),
    cpu_us_per_request: Math.round(cpuMicros(turns.service)),
    bare_cpu_us_per_request: Math.round(cpuMicros(turns.bare)),
    next_cpu_us_per_request: Math.round(cpuMicros(turns.pages)),
    requests_per_second: Math.round(perSecond(turns.service)),
    bare_requests_per_second: Math.round(perSecond(turns.bare)),
    next_requests_per_second: Math.round(perSecond(turns.pages)),
    p50_ms: median(turns.service.map(({ p50 }) => p50)),
    p99_ms: median(turns.service.map(({ p99 }) => p99)),
    items,
    one_core_each: canPin,
  };
  console.log(JSON.stringify(figures));
  if (
    figures.cpu_ratio_to_bare > BARS.cpu_ratio_to_bare ||
    figures.throughput_ratio_to_next < BARS.throughput_ratio_to_next
  )
    process.exitCode = 1;
} finally {
  for (const server of started) await server.stop();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}
