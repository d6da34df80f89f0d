import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import {
  type Migration,
  openMigrationRecord,
  type RecordedMigration,
  recordApplied,
  recordFailed,
  takeUpStatement,
} from "./migration-record";
import { disableWorkspaceStatistics } from "./planner-statistics";
import { withClient } from "./server";

const APP_ROLE = "pricecheck_app";
// An arbitrary number that no other lock uses.
const LOCK = "7245103866";
const LOCK_TIMEOUT = "5min";
const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Applies this build's migrations and planner settings, each migration in a transaction of its own. Processes that
 * start at the same time wait for each other; an interrupted migration is applied anew.
 * @param ownerUrl connection string of the role that owns the database
 * @param migrationsDir the folder that contains one folder for each migration, applied in the order of their names
 * @returns the names of the migrations applied by this call, in order; empty when all were applied before
 * @param allowNewer accepts migrations that this build does not know
 * @throws Error with a one-line message: the failed migration and the reason, the migration of a newer version, a
 * database that belongs to something else, or the server that cannot be reached
 */
export async function applyMigrations(
  ownerUrl: string,
  migrationsDir: string,
  { allowNewer = false }: { readonly allowNewer?: boolean } = {},
): Promise<string[]> {
  const migrations = await readMigrations(migrationsDir);
  return underLock(ownerUrl, async (client) => {
    const recorded = await openMigrationRecord(client);
    throwIfFailed(recorded);
    if (!allowNewer) throwIfNewer(recorded, migrations);
    const applied = new Set(recorded.filter(({ state }) => state === "applied").map(({ name }) => name));
    const missing = migrations.filter(({ name }) => !applied.has(name));
    for (const migration of missing) await applyMigration(client, migration);
    await disableWorkspaceStatistics(client);
    return missing.map(({ name }) => name);
  });
}

/**
 * Lets the service sign in as its unprivileged role, by setting the role's password.
 * @param ownerUrl connection string of the role that owns the database
 * @returns the connection string of the service's own role
 * @throws Error when the migrations, which create the role, have not been applied
 */
export async function prepareAppRole(ownerUrl: string, password: string): Promise<string> {
  await underLock(ownerUrl, async (client) => {
    const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [APP_ROLE]);
    if (rowCount === 0) throw new Error(`The role ${APP_ROLE} does not exist: apply the migrations first.`);
    await client.query(`ALTER ROLE ${APP_ROLE} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
    // Costs are estimates for an unknown workspace (docs/decisions/024); compiling a statement on their word takes
    // seconds, and no statement of the service runs long enough to win them back.
    await client.query(`ALTER ROLE ${APP_ROLE} SET jit = off`);
    // Readiness compares the applied migrations with those of this build.
    await client.query(`GRANT SELECT ON "_prisma_migrations" TO ${APP_ROLE}`);
  });
  return appRoleUrl(ownerUrl, password);
}

/** Returns the owner's connection string with the service's own role in it. */
export function appRoleUrl(ownerUrl: string, password: string): string {
  const appUrl = new URL(ownerUrl);
  appUrl.username = APP_ROLE;
  appUrl.password = encodeURIComponent(password);
  return appUrl.toString();
}

async function underLock<Result>(
  ownerUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  return withClient(ownerUrl, async (client) => {
    await client.query(`SET lock_timeout = '${LOCK_TIMEOUT}'`);
    try {
      await client.query("SELECT pg_advisory_lock($1)", [LOCK]);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error;
      throw new Error(`Another process has been migrating this database for ${LOCK_TIMEOUT}.`, {
        cause: error,
      });
    }
    return work(client);
  });
}

function throwIfFailed(recorded: readonly RecordedMigration[]): void {
  const failed = recorded.find(({ state }) => state === "failed");
  if (failed === undefined) return;
  throw new Error(
    `The migration ${failed.name} failed at an earlier start and left nothing behind: correct it, then run in the database: ` +
      takeUpStatement(failed.name),
  );
}

/** An old build would read and write rows whose meaning it does not know, and would say that it is ready. */
function throwIfNewer(recorded: readonly RecordedMigration[], migrations: readonly Migration[]): void {
  const own = new Set(migrations.map(({ name }) => name));
  const newer = recorded.find(({ name, state }) => state === "applied" && !own.has(name));
  if (newer === undefined) return;
  throw new Error(
    `The database belongs to a newer version: this one does not know its migration ${newer.name}. ` +
      "Start that version, or see docs/going-back.md",
  );
}

async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  try {
    // A migration waits for other locks as long as the role's settings allow.
    await client.query("BEGIN; SET LOCAL lock_timeout TO DEFAULT");
    await client.query(migration.sql);
    await recordApplied(client, migration);
    await client.query("COMMIT");
  } catch (error) {
    const reason = oneLine(error);
    // A lost connection takes the transaction with it and leaves no row: the next start applies the migration anew.
    await client
      .query("ROLLBACK")
      .then(() => recordFailed(client, migration, reason))
      .catch(() => undefined);
    throw new Error(`The migration ${migration.name} failed: ${reason}`, { cause: error });
  }
}

async function readMigrations(migrationsDir: string): Promise<Migration[]> {
  const entries = await readdir(migrationsDir, { withFileTypes: true }).catch((error: unknown) => {
    throw new Error(`The migrations cannot be read: ${oneLine(error)}`, { cause: error });
  });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(
    folders.sort().map(async (name) => ({
      name,
      sql: await readFile(join(migrationsDir, name, "migration.sql"), "utf8"),
    })),
  );
}

function oneLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\s+/g, " ").trim();
}
