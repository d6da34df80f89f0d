import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { type OwnServer, onOwnDatabase } from "@/e2e/own-database";
import { checkShops, secondsUntilEmpty } from "@/e2e/soak/ending";
import { loadUntil } from "@/e2e/soak/load";
import { emptyTally, requestsTo } from "@/e2e/soak/requests";
import { openLoadedShop } from "@/e2e/soak/supply";
import { ensureBundled, ensurePages } from "@/scripts/build.mjs";
import { randomFrom } from "@/server/testing/random";
import { askForMails } from "./mails";
import { type Seen, suffer } from "./outage";
import { recoveryOf } from "./recovery";
import { mountSmallDisk, type SmallDisk } from "./small-disk";
import { DEPENDENCIES, METRICS_TOKEN, openSurroundings } from "./surroundings";

const MAX_SECONDS = 600;
const EVERY_MS = 400;
const PRICES = 250;
const EMPTY_WITHIN_MS = 60_000;
/** The database's own log leaves space on a small disk. */
const SMALL_LOG = { max_wal_size: "64MB", min_wal_size: "32MB" };

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    only: { type: "string" },
    seed: { type: "string" },
  },
});
const seconds = Number(values.seconds);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const chosen = DEPENDENCIES.filter((name) => values.only === undefined || values.only === name);
if (!(seconds >= 5 && seconds <= MAX_SECONDS) || !Number.isInteger(seed) || chosen.length === 0) {
  console.error(`Usage: [--seconds 5…${MAX_SECONDS}] [--seed NUMBER] [--only ${DEPENDENCIES.join("|")}]`);
  process.exit(2);
}
const root = dirname(dirname(import.meta.dirname));
await ensureBundled(root);
await ensurePages(root);
const disk = chosen.includes("disk") ? await mountSmallDisk() : null;
const figures = await onOwnDatabase(
  "outages",
  (database) => outages(database, disk),
  disk?.folder,
  SMALL_LOG,
).finally(() => disk?.remove());
console.log(JSON.stringify(figures));
process.exit(figures.holds ? 0 : 1);

async function outages(database: OwnServer, disk: SmallDisk | null) {
  const random = randomFrom(seed);
  const surroundings = await openSurroundings(database, disk);
  const { installation, gates, mailServer, store, storeUrl } = surroundings;
  const ending = new AbortController();
  try {
    const { api, office } = installation;
    const shop = await openLoadedShop(office, store, { url: storeUrl, items: PRICES, random });
    const tally = emptyTally();
    const requests = requestsTo(api.url, tally);
    const load = loadUntil({ shops: [shop], requests, random, everyMs: EVERY_MS }, ending.signal);
    const mails = askForMails(office, api.url, mailServer, ending.signal);
    const seen: Record<string, Seen> = {};
    for (const name of chosen) {
      const gate = gates[name];
      if (!gate) continue;
      const outage = { name, gate, recovery: recoveryOf(name, office, mails) };
      seen[name] = await suffer(outage, { installation, tally, metricsToken: METRICS_TOKEN, seconds });
      console.log(`${name}: ${JSON.stringify(seen[name])}`);
    }
    ending.abort();
    await load;
    await mails.ended;
    const queue_empty_seconds = await secondsUntilEmpty(office, EMPTY_WITHIN_MS);
    const lostMails = mails.missing();
    const doubledMails = mails.doubled();
    const { sums, notes, holds } = await checkShops(office, [shop]);
    for (const note of notes) console.log(note);
    const suffered = Object.values(seen);
    return {
      seconds,
      seed,
      outages: seen,
      left_out: chosen.filter((name) => seen[name] === undefined),
      requests: tally.requests,
      mails: { asked: mails.asked.size, missing: lostMails.length, doubled: doubledMails.length },
      queue_empty_seconds,
      ...sums,
      holds:
        holds &&
        suffered.every(({ recovered_seconds, wrong }) => recovered_seconds !== null && wrong.length === 0) &&
        lostMails.length + doubledMails.length === 0 &&
        queue_empty_seconds !== null,
    };
  } finally {
    ending.abort();
    await surroundings.stop();
  }
}
