import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { applyMigrations, appRoleUrl, prepareAppRole } from "@/server/db/database/migrate";
import { createDatabase, withDatabase } from "@/server/db/database/server";
import { startEmbedded } from "@/server/db/embedded/start";
import { prepareQueue } from "@/server/db/queue/queue";

/** The addresses of a database: as its owner, and as the service. */
export interface OwnDatabase {
  readonly ownerUrl: string;
  readonly appUrl: string;
}

/**
 * Does work on a migrated database of its own server, which is deleted afterwards.
 * @param name of the database, lower-case letters and underscores
 */
export async function onOwnDatabase<Result>(
  name: string,
  work: (database: OwnDatabase) => Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), `pricecheck-${name}-`));
  const embedded = await startEmbedded(dataDir, { settings: { fsync: "off", max_connections: "200" } });
  try {
    const ownerUrl = withDatabase(embedded.ownerUrl, name);
    const password = randomBytes(16).toString("hex");
    await createDatabase(embedded.ownerUrl, name);
    await applyMigrations(ownerUrl, join(import.meta.dirname, "..", "prisma", "migrations"));
    await prepareAppRole(ownerUrl, password);
    await prepareQueue(ownerUrl);
    return await work({ ownerUrl, appUrl: appRoleUrl(ownerUrl, password) });
  } finally {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
