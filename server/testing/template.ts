import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { applyMigrations, prepareAppRole } from "@/server/db/database/migrate";
import { createDatabase, withDatabase } from "@/server/db/database/server";
import { prepareQueue } from "@/server/db/queue/queue";

declare module "vitest" {
  export interface ProvidedContext {
    /** The owner's URL of the migrated database that each test file copies; nothing else connects to it. */
    readonly templateUrl: string;
    readonly appPassword: string;
  }
}

const TEMPLATE = "pricecheck_template";

/** What a power failure would lose is test data; nothing of it changes a plan. */
export const FAST = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "300",
};

/** Migrates a new database on a server and provides it to the tests of a project. */
export async function provideTemplate(project: TestProject, ownerUrl: string): Promise<void> {
  const templateUrl = withDatabase(ownerUrl, TEMPLATE);
  const appPassword = randomBytes(16).toString("hex");
  await createDatabase(ownerUrl, TEMPLATE);
  await applyMigrations(templateUrl, fileURLToPath(new URL("../../prisma/migrations", import.meta.url)));
  await prepareAppRole(templateUrl, appPassword);
  await prepareQueue(templateUrl);
  project.provide("templateUrl", templateUrl);
  project.provide("appPassword", appPassword);
}
