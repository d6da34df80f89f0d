import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { ensureBundled, ensurePages } from "@/scripts/build.mjs";
import { type AttackLoad, attackOnce, attackUntil, emptyTally } from "./crowd";
import { percentile, startGoodClient } from "./good-client";
import { hostileRoutes } from "./routes";
import { type HostileTarget, hasManyAddresses, residentBytes, startHostileTarget } from "./service";

const MAX_MINUTES = 60;
const HANDS = 16;
const SETTLES_MS = 60_000;
const WARM_UP_MS = 10_000;
const MAX_P99_MS = 500;
const MAX_GROWTH = 1.1;

const { values } = parseArgs({ options: { minutes: { type: "string", default: "10" } } });
const minutes = /^\d{1,3}(\.\d{1,3})?$/.test(values.minutes) ? Number(values.minutes) : 0;
if (minutes <= 0 || minutes > MAX_MINUTES) {
  console.error(`Usage: [--minutes 0.1…${MAX_MINUTES}]`);
  process.exit(2);
}
const root = dirname(dirname(import.meta.dirname));
await ensureBundled(root);
await ensurePages(root);
const besieged = await startHostileTarget();
try {
  const figures = await besiege(besieged);
  console.log(JSON.stringify(figures));
  process.exitCode = figures.holds ? 0 : 1;
} finally {
  await besieged.service.stop();
}

async function besiege({ service, workspaceId, tokens }: HostileTarget) {
  const { hostname, port } = new URL(service.url);
  const crowd: AttackLoad = {
    target: { host: hostname === "localhost" ? "127.0.0.1" : hostname, port: Number(port) },
    routes: hostileRoutes(tokens.hostile, workspaceId),
    concurrency: HANDS,
    manyAddresses: hasManyAddresses(),
  };
  const pid = service.pid() ?? 0;
  // One pass over everything loads what is loaded at first use, before memory is measured.
  const tally = emptyTally();
  await attackOnce(crowd, tally);
  console.log(`warmed up with ${tally.requests} requests: ${JSON.stringify(tally.byStatus)}`);
  await pause(WARM_UP_MS);
  const before = residentBytes(pid);
  const ending = new AbortController();
  const good = startGoodClient(service.url, tokens.good);
  const hostile = attackUntil(crowd, tally, ending.signal);
  await pause(minutes * 60_000);
  ending.abort();
  const [{ latenciesMs, unexpected }] = await Promise.all([good.end(), hostile]);
  const during = residentBytes(pid);
  const after = await settled(pid, before * MAX_GROWTH);
  const p99 = percentile(latenciesMs, 99);
  const failures = [...tally.failures, ...unexpected];
  for (const failure of new Set(failures)) console.log(`failed: ${failure}`);
  return {
    minutes,
    good: {
      requests: latenciesMs.length,
      p50Ms: percentile(latenciesMs, 50),
      p99Ms: p99,
      unexpected: unexpected.length,
    },
    hostile: { requests: tally.requests, byKind: tally.byKind, byStatus: tally.byStatus },
    residentMb: { before: megabytes(before), atEnd: megabytes(during), after: megabytes(after) },
    serverErrors: tally.failures.length,
    holds: p99 <= MAX_P99_MS && after <= before * MAX_GROWTH && failures.length === 0,
  };
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}

/** Returns the lowest resident memory within the settling time, in bytes; stops early below `enough`. */
async function settled(pid: number, enough: number): Promise<number> {
  const until = Date.now() + SETTLES_MS;
  let lowest = residentBytes(pid);
  while (lowest > enough && Date.now() < until) {
    await pause(2_000);
    lowest = Math.min(lowest, residentBytes(pid));
  }
  return lowest;
}
