import type { TestProject } from "vitest/node";
import { startExternalPostgres } from "./external-postgres";
import { FAST, provideTemplate } from "./template";

/**
 * Starts a PostgreSQL of the operating system for a test run, with its default settings but for waiting for the disk,
 * and migrates the database that every test file copies.
 */
export default async function startExternalCluster(project: TestProject): Promise<() => Promise<void>> {
  const server = await startExternalPostgres(FAST);
  try {
    await provideTemplate(project, server.ownerUrl);
    return server.stop;
  } catch (error) {
    await server.stop();
    throw error;
  }
}
