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

/** A database whose server has its files below a folder, and can be started again after it has ended. */
export interface OwnServer extends OwnDatabase {
  readonly startAgain: () => Promise<void>;
}

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Does work on a migrated database of its own server, which is deleted afterwards, also where the process is told to
 * end.
 * @param name of the database, lower-case letters and underscores
 * @param parent the folder below which the server's files are
 * @param more settings of the server
 */
export async function onOwnDatabase<Result>(
  name: string,
  work: (database: OwnServer) => Promise<Result>,
  parent = tmpdir(),
  more: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const dataDir = await mkdtemp(join(parent, `pricecheck-${name}-`));
  const options = { settings: { fsync: "off", max_connections: "200", ...more } };
  let embedded = await startEmbedded(dataDir, options);
  let ended: Promise<void> | null = null;
  const end = (): Promise<void> => {
    ended ??= embedded.stop().then(() => rm(dataDir, { recursive: true, force: true }));
    return ended;
  };
  const onSignal = (signal: NodeJS.Signals): void =>
    void end().finally(() => process.exit(EXIT_CODES[signal as keyof typeof EXIT_CODES]));
  for (const signal of Object.keys(EXIT_CODES)) process.once(signal, onSignal);
  try {
    const ownerUrl = withDatabase(embedded.ownerUrl, name);
    const password = randomBytes(16).toString("hex");
    await createDatabase(embedded.ownerUrl, name);
    await applyMigrations(ownerUrl, join(import.meta.dirname, "..", "prisma", "migrations"));
    await prepareAppRole(ownerUrl, password);
    await prepareQueue(ownerUrl);
    const startAgain = async (): Promise<void> => {
      embedded = await startEmbedded(dataDir, options);
    };
    return await work({ ownerUrl, appUrl: appRoleUrl(ownerUrl, password), startAgain });
  } finally {
    for (const signal of Object.keys(EXIT_CODES)) process.off(signal, onSignal);
    await end();
  }
}
