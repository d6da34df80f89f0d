import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startCrashingStore } from "@/e2e/exactly-once/crashing-store";
import { startWooCommerceStore } from "@/e2e/exactly-once/woocommerce-store";
import { type OwnDatabase, onOwnDatabase } from "@/e2e/own-database";
import type { Service } from "@/e2e/service";
import { ensureBundled, ensurePages } from "@/scripts/build.mjs";
import { randomFrom } from "@/server/testing/random";
import { checkShops, secondsUntilEmpty } from "./ending";
import { startInstallation } from "./installation";
import { loadUntil } from "./load";
import { watchMemory } from "./memory";
import { emptyTally, requestsTo } from "./requests";
import { openLoadedShop } from "./supply";

const MAX_MINUTES = 240;
const EVERY_MS = 100;
const KILL_EVERY_MS = 20_000;
const EMPTY_WITHIN_MS = 60_000;
const MAX_GROWTH = 1.1;
/** Memory is compared over so many seconds, from minute two on and at the end. */
const WINDOW = 20;
const MINUTE_TWO = 120;
/** Prices for a minute of load, and how many of them are the second shop's, whose catalog has so many. */
const PRICES_PER_MINUTE = 90;
const SECOND_SHOP = 60;

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "10" }, seed: { type: "string" } },
});
const minutes = /^\d{1,3}(\.\d{1,3})?$/.test(values.minutes) ? Number(values.minutes) : 0;
const seed = Number(values.seed ?? Date.now() % 1_000_000);
if (minutes <= 0 || minutes > MAX_MINUTES || !Number.isInteger(seed)) {
  console.error(`Usage: [--minutes 0.1…${MAX_MINUTES}] [--seed NUMBER]`);
  process.exit(2);
}
const root = dirname(dirname(import.meta.dirname));
await ensureBundled(root);
await ensurePages(root);
const figures = await onOwnDatabase("soak", soak);
console.log(JSON.stringify(figures));
process.exit(figures.holds ? 0 : 1);

async function soak(database: OwnDatabase) {
  const random = randomFrom(seed);
  const stores = [await startCrashingStore(), await startWooCommerceStore()] as const;
  const installation = await startInstallation(database, Number(new URL(database.ownerUrl).port));
  const { api, worker, office } = installation;
  try {
    const [first, second] = stores;
    const items = Math.ceil(minutes * PRICES_PER_MINUTE);
    const shops = [
      await openLoadedShop(office, first, { url: first.url, items, random }),
      await openLoadedShop(office, second, { url: second.url, items: SECOND_SHOP, random }),
    ];
    const tally = emptyTally();
    const requests = requestsTo(api.url, tally);
    const memory = watchMemory(api.pid() ?? 0);
    const ending = new AbortController();
    const load = loadUntil({ shops, requests, random, everyMs: EVERY_MS }, ending.signal);
    const killing = killUntil(worker, ending.signal);
    try {
      await Promise.race([pause(minutes * 60_000, undefined, { signal: ending.signal }), load, killing]);
    } finally {
      memory.stop();
      ending.abort();
      // Whatever failed: no worker is started any more when the installation stops.
      await Promise.allSettled([load, killing]);
    }
    const seconds = minutes * 60;
    const from = Math.min(MINUTE_TWO, seconds / 3);
    const resident = {
      at_minute_two: memory.between(from, from + WINDOW),
      at_end: memory.between(seconds - WINDOW, seconds),
    };
    await load;
    const kills = await killing;
    const queue_empty_seconds = await secondsUntilEmpty(office, EMPTY_WITHIN_MS);
    const { sums, notes, holds } = await checkShops(office, shops);
    for (const { kind, answer } of tally.failures) console.log(`${kind}: ${answer}`);
    for (const note of notes) console.log(note);
    const grows = resident.at_end > resident.at_minute_two * MAX_GROWTH;
    return {
      minutes,
      seed,
      requests: tally.requests,
      by_kind: tally.byKind,
      by_status: tally.byStatus,
      kills,
      failed_requests: tally.failures.length,
      resident_mb: resident,
      queue_empty_seconds,
      ...sums,
      holds: holds && tally.failures.length === 0 && !grows && queue_empty_seconds !== null,
    };
  } finally {
    await installation.stop();
    for (const store of stores) await store.stop();
  }
}

/** Kills the worker every twenty seconds and starts it again. @returns how often */
async function killUntil(worker: Service, signal: AbortSignal): Promise<number> {
  for (let kills = 0; ; kills += 1) {
    await pause(KILL_EVERY_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return kills;
    await worker.kill();
    await worker.start();
  }
}
