import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { applyMigrations, appRoleUrl, prepareAppRole } from "@/server/db/database/migrate";
import { createDatabase, withDatabase } from "@/server/db/database/server";
import { startEmbedded } from "@/server/db/embedded/start";
import { prepareQueue } from "@/server/db/queue/queue";
import { experiment, holds } from "./experiment";

/** The time limit grows with the events, because a slow machine must not count as a loss. */
const STARTING_MS = 60_000;
const EACH_EVENT_MS = 400;

const { values } = parseArgs({ options: { events: { type: "string" }, seed: { type: "string" } } });
const events = Number(values.events ?? 2_000);
if (!(Number.isInteger(events) && events > 0 && events <= 20_000)) {
  console.error("Usage: [--events 1…20000] [--seed NUMBER]");
  process.exit(2);
}
const seed = Number(values.seed ?? Date.now() % 1_000_000);
console.log(`${events} events, seed ${seed}`);
process.exit((await onOwnDatabase()) ? 0 : 1);

async function onOwnDatabase(): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), "pricecheck-webhooks-"));
  const embedded = await startEmbedded(dataDir, { settings: { fsync: "off", max_connections: "200" } });
  try {
    const ownerUrl = withDatabase(embedded.ownerUrl, "webhooks");
    const password = randomBytes(16).toString("hex");
    await createDatabase(embedded.ownerUrl, "webhooks");
    await applyMigrations(ownerUrl, join(import.meta.dirname, "..", "..", "prisma", "migrations"));
    await prepareAppRole(ownerUrl, password);
    await prepareQueue(ownerUrl);
    const database = { ownerUrl, appUrl: appRoleUrl(ownerUrl, password) };
    const timeoutMs = STARTING_MS + events * EACH_EVENT_MS;
    const figures = await experiment(database, { events, seed, senders: 3, timeoutMs });
    console.log(JSON.stringify(figures));
    return holds(figures);
  } finally {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
