import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { isServerInUse } from "@/server/db/embedded/processes";
import { startEmbedded } from "@/server/db/embedded/start";
import { MINUTE_MS } from "@/server/domain/durations";
import { FAST, provideTemplate } from "./template";

const PREFIX = "pricecheck-test-";
// A run that has just created its folder has not recorded its process there yet.
const SURELY_MARKED_MS = 5 * MINUTE_MS;

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
    await provideTemplate(project, embedded.ownerUrl);
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
