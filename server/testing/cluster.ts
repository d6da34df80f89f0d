import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { createDatabase, withDatabase } from "@/server/db/databases";
import { startEmbedded } from "@/server/db/embedded/start";
import { applyMigrations, prepareAppRole } from "@/server/db/migrate";

declare module "vitest" {
  export interface ProvidedContext {
    /** The migrated database that each test file copies, as its owner; nobody connects to it. */
    readonly templateUrl: string;
    readonly appPassword: string;
  }
}

// Lost at a power failure, which is fine for data that nobody keeps.
const FAST = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" };
const TEMPLATE = "pricecheck_template";

/** Starts one PostgreSQL for a whole test run and migrates the database that every test file copies. */
export default async function startCluster(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "pricecheck-test-"));
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
    project.provide("templateUrl", templateUrl);
    project.provide("appPassword", appPassword);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}
