import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { applyMigrations, prepareAppRole } from "@/server/db/database/migrate";
import { createDatabase, withDatabase } from "@/server/db/database/server";
import { isServerInUse } from "@/server/db/embedded/processes";
import { startEmbedded } from "@/server/db/embedded/start";
import { prepareQueue } from "@/server/db/queue/queue";
import { MINUTE_MS } from "@/server/domain/durations";

declare module "vitest" {
  export interface ProvidedContext {
    /** The owner's URL of the migrated database that each test file copies; nothing else connects to it. */
    readonly templateUrl: string;
    readonly appPassword: string;
  }
}

// A power failure loses data, which is acceptable for test data.
const FAST = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" };
const PREFIX = "pricecheck-test-";
// A run that has just created its folder has not recorded its process there yet.
const SURELY_MARKED_MS = 5 * MINUTE_MS;
const TEMPLATE = "pricecheck_template";

/** Starts one PostgreSQL for a whole test run and migrates the database that every test file copies. */
export default async function startCluster(project: TestProject): Promise<() => Promise<void>> {
  await sweepKilledRuns();
  const dataDir = await mkdtemp(join(tmpdir(), PREFIX));
  const embedded = await startEmbedded(dataDir, { settings: FAST });
  const stop = async (): Promise<void> => {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const templateUrl = withDatabase(embedded.ownerUrl, TEMPLATE);
    const appPassword = randomBytes(16).toString("hex");
    await createDatabase(embedded.ownerUrl, TEMPLATE);
    await applyMigrations(templateUrl, fileURLToPath(new URL("../../prisma/migrations", import.meta.url)));
    await prepareAppRole(templateUrl, appPassword);
    await prepareQueue(templateUrl);
    project.provide("templateUrl", templateUrl);
    project.provide("appPassword", appPassword);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

// Stops the servers of killed runs, which could not do so themselves.
async function sweepKilledRuns(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const dataDir = join(tmpdir(), name);
    if (!name.startsWith(PREFIX) || !(await isAbandoned(dataDir))) continue;
    // Joining a server and leaving it as its last user stops it.
    const server = await startEmbedded(dataDir, { settings: FAST }).catch(() => null);
    await server?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function isAbandoned(dataDir: string): Promise<boolean> {
  const info = await stat(dataDir).catch(() => null);
  if (info === null || info.uid !== process.getuid?.()) return false;
  const settled = Date.now() - info.mtimeMs > SURELY_MARKED_MS;
  return settled && !isServerInUse(join(dataDir, "postgres", "processes"));
}
