import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { applyMigrations, prepareAppRole } from "@/server/db/database/migrate";
import { createDatabase, withDatabase } from "@/server/db/database/server";
import { prepareQueue } from "@/server/db/queue/queue";
import { SECRET } from "./settings";

/** The project's folder. */
export const ROOT = fileURLToPath(new URL("../", import.meta.url));

/**
 * Creates an empty database with the schema and the queue.
 * @returns the connection string of the role that owns it
 */
export async function createBenchDatabase(serverUrl: string): Promise<string> {
  await createDatabase(serverUrl, "bench");
  const ownerUrl = withDatabase(serverUrl, "bench");
  await applyMigrations(ownerUrl, join(ROOT, "prisma", "migrations"));
  await prepareAppRole(ownerUrl, SECRET);
  await prepareQueue(ownerUrl);
  return ownerUrl;
}
