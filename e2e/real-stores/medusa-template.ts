import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createDatabase, dropDatabase, withClient, withDatabase } from "@/server/db/database/server";
import { type EmbeddedDatabase, startEmbedded } from "@/server/db/embedded/start";
import { freePort } from "@/server/testing/free-port";
import { ensureInstalled } from "../../scripts/install.mjs";
import { installLog } from "./medusa-log";
import { MEDUSA_FOLDER, runMedusa, startMedusaProcess } from "./medusa-process";
import { MERCHANT, seedMedusa } from "./medusa-seed";

const RUN = join(MEDUSA_FOLDER, "run");
const FAST = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "200" };

/** PostgreSQL with a database that every shop is a copy of. */
export interface MedusaTemplate {
  readonly postgres: EmbeddedDatabase;
  /** The database to copy; nothing connects to it. */
  readonly name: string;
  readonly apiKey: string;
}

/**
 * Installs Medusa if needed and fills a shop once per version of its files.
 * @throws Error with what Medusa printed
 */
export async function openTemplate(): Promise<MedusaTemplate> {
  await ensureInstalled(MEDUSA_FOLDER, "the Medusa store (750 MB, once)");
  await mkdir(RUN, { recursive: true });
  const postgres = await startEmbedded(RUN, { settings: FAST });
  try {
    const name = `template_${await contentKey()}`;
    const access = join(RUN, `${name}.key`);
    if (!existsSync(access)) await build(postgres.ownerUrl, name, access);
    return { postgres, name, apiKey: await readFile(access, "utf8") };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function build(ownerUrl: string, name: string, access: string): Promise<void> {
  process.stderr.write("Filling the Medusa store, once (some minutes).\n");
  await dropDatabase(ownerUrl, name);
  await createDatabase(ownerUrl, name);
  const url = withDatabase(ownerUrl, name);
  await runMedusa(url, ["db:migrate", "--execute-safe-links"]);
  await runMedusa(url, ["user", "-e", MERCHANT.email, "-p", MERCHANT.password]);
  const server = await startMedusaProcess(url, await freePort());
  let key: string;
  try {
    key = await seedMedusa(server.url);
  } finally {
    await server.end();
  }
  await withClient(url, installLog);
  await writeFile(access, key);
}

async function contentKey(): Promise<string> {
  const files = [
    join(MEDUSA_FOLDER, "package-lock.json"),
    join(MEDUSA_FOLDER, "medusa-config.js"),
    join(import.meta.dirname, "medusa-seed.ts"),
    join(import.meta.dirname, "medusa-log.ts"),
  ];
  const hash = createHash("sha256");
  for (const file of files) hash.update(await readFile(file));
  return hash.digest("hex").slice(0, 16);
}
