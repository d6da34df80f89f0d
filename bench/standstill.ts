import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { BODIES } from "@/e2e/hostile/bodies";
import { type HostileRoute, hostileRoutes } from "@/e2e/hostile/routes";
import { sendRaw } from "@/e2e/hostile/send-raw";
import { residentBytes, startHostileTarget } from "@/e2e/hostile/service";
import { ensureBundled, ensurePages } from "@/scripts/build.mjs";
import { longestWait } from "./health";

const MAX_MS = 200;
/** One tick of /proc/…/stat, in milliseconds. */
const TICK_MS = 10;

const [times = "3", only = ""] = process.argv.slice(2);
const root = dirname(import.meta.dirname);
await ensureBundled(root);
await ensurePages(root);
const { service, workspaceId, tokens } = await startHostileTarget();
try {
  const routes = hostileRoutes(tokens.hostile, workspaceId).filter(({ path }) => path.includes(only));
  if (routes.length === 0) throw new Error(`No path contains ${only}.`);
  const rows = [];
  for (const route of routes) {
    for (const [name, make] of Object.entries(BODIES)) {
      const figures = [];
      for (let time = 0; time < Number(times); time += 1)
        figures.push(await standstill(route, make(route.limit)));
      // The fastest of several attempts counts, because the first one includes the compilation of code.
      const best = figures.toSorted((a, b) => a.gapMs - b.gapMs)[0] ?? { gapMs: 0, cpuMs: 0, status: null };
      rows.push({ route: `${route.kind} ${route.path}`, body: name, ...best });
      if (best.gapMs > 50) console.log(`${route.path} ${name}: ${JSON.stringify(best)}`);
    }
  }
  const worst = rows.toSorted((a, b) => b.gapMs - a.gapMs).slice(0, 5);
  const holds = worst.every(({ gapMs }) => gapMs <= MAX_MS);
  console.log(JSON.stringify({ bodies: rows.length, worst, residentMb: residentMb(), holds }));
  process.exitCode = holds ? 0 : 1;
} finally {
  await service.stop();
}

function residentMb(): number {
  return Math.round(residentBytes(service.pid() ?? 0) / 1e6);
}

/** Measures the longest pause between two health answers while the service processes a body, and its CPU time. */
async function standstill(route: HostileRoute, body: Buffer) {
  const { hostname, port, host } = new URL(service.url);
  const target = { host: hostname === "localhost" ? "127.0.0.1" : hostname, port: Number(port) };
  const headers = { host, connection: "close", "content-type": route.type, "content-length": body.length };
  const lines = Object.entries({ ...headers, ...route.headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const before = cpuMs();
  const { value: status, longestMs } = await longestWait(service.url, () =>
    sendRaw(target, null, [Buffer.from(`POST ${route.path} HTTP/1.1\r\n${lines.join("")}\r\n`), body]),
  );
  return { gapMs: Math.round(longestMs), cpuMs: cpuMs() - before, status };
}

/** Returns the service's CPU time so far, in milliseconds; 0 if the system does not report it. */
function cpuMs(): number {
  try {
    const fields = readFileSync(`/proc/${service.pid()}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return 0;
  }
}
