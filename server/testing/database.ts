import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { appRoleUrl } from "@/server/db/database/migrate";
import { createDatabase, dropDatabase, withDatabase } from "@/server/db/database/server";

/** A database for one test file, migrated and empty, on a real PostgreSQL. */
export interface TestDatabase {
  readonly databaseName: string;
  /** The URL of the role that owns the tables and bypasses row-level security. */
  readonly ownerUrl: string;
  /** The URL of the service's own role. */
  readonly appUrl: string;
  /** Drops the database and ends every connection to it. */
  drop(): Promise<void>;
}

/**
 * Copies the migrated template for the calling test file; call it in `beforeAll` and `drop()` in `afterAll`.
 * @throws the server's error when the copy cannot be made
 */
export async function testDatabase(): Promise<TestDatabase> {
  const templateUrl = inject("templateUrl");
  const template = decodeURIComponent(new URL(templateUrl).pathname.slice(1));
  const databaseName = `test_${randomUUID().replaceAll("-", "")}`;
  await createDatabase(templateUrl, databaseName, { template });
  const ownerUrl = withDatabase(templateUrl, databaseName);
  return {
    databaseName,
    ownerUrl,
    appUrl: appRoleUrl(ownerUrl, inject("appPassword")),
    drop: () => dropDatabase(templateUrl, databaseName),
  };
}
