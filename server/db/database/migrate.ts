import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { type OpenEngine, openEngine } from "@/prisma/engine/engine.mjs";
import { disableWorkspaceStatistics } from "./planner-statistics";
import { withClient } from "./server";

type Engine = OpenEngine["engine"];
type MigrationList = Parameters<Engine["applyMigrations"]>[0]["migrationsList"];

const APP_ROLE = "pricecheck_app";
// An arbitrary number that no other lock uses; Prisma's own lock has another one.
const LOCK = "7245103866";
const LOCK_TIMEOUT = "5min";
const LOCK_NOT_AVAILABLE = "55P03";
const NOTHING_EXTERNAL = { externalTables: [], externalEnums: [] };

// Commits together with a migration's script, so a row without an end belongs to a script that did not commit.
const FINISH_WITH_SCRIPT =
  'UPDATE "_prisma_migrations" SET finished_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL';

/**
 * Applies this build's migrations and planner settings, with Prisma's own engine and table, in process. Processes
 * that start at the same time wait for each other; an interrupted migration is resumed.
 * @param ownerUrl connection string of the role that owns the database
 * @param migrationsDir the folder that contains one folder for each migration
 * @returns the names of the migrations applied by this call, in order; empty when all were applied before
 * @param allowNewer accepts migrations that this build does not know
 * @throws Error with a one-line message: the failed migration and the reason, the migration of a newer version, or the
 * server that cannot be reached
 */
export async function applyMigrations(
  ownerUrl: string,
  migrationsDir: string,
  { allowNewer = false }: { readonly allowNewer?: boolean } = {},
): Promise<string[]> {
  const migrationsList = await readMigrations(migrationsDir);
  return underLock(ownerUrl, async (client) => {
    await throwIfFailed(client);
    if (!allowNewer) await throwIfNewer(client, migrationsList);
    if (await isApplied(client, migrationsList)) {
      await disableWorkspaceStatistics(client);
      return [];
    }
    const { engine, close, scriptError } = await openEngine(ownerUrl, { afterScript: FINISH_WITH_SCRIPT });
    try {
      await takeUpInterrupted(client, engine);
      const applied = await engine.applyMigrations({ migrationsList, filters: NOTHING_EXTERNAL });
      await disableWorkspaceStatistics(client);
      return applied.appliedMigrationNames;
    } catch (error) {
      const [failed] = await unfinished(client);
      const reason = oneLine(scriptError() ?? error);
      throw new Error(`The migration ${failed?.name ?? "of the database"} failed: ${reason}`, {
        cause: error,
      });
    } finally {
      await close();
    }
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

/** Returns whether all migrations are applied. Does not start the engine, which never releases its memory. */
async function isApplied(client: pg.Client, { migrationDirectories }: MigrationList): Promise<boolean> {
  if (!(await hasTable(client))) return false;
  const { rows } = await client.query<{ name: string; whole: boolean }>(
    `SELECT migration_name AS name, finished_at IS NOT NULL AS whole FROM "_prisma_migrations"
     WHERE rolled_back_at IS NULL`,
  );
  const finished = new Set(rows.map(({ name }) => name));
  return rows.every((row) => row.whole) && migrationDirectories.every(({ path }) => finished.has(path));
}

interface Unfinished {
  readonly name: string;
  readonly failed: boolean;
}

// The row of a failed migration has the reason in its logs; the row of an interrupted one has none.
async function unfinished(client: pg.Client): Promise<Unfinished[]> {
  if (!(await hasTable(client))) return [];
  const { rows } = await client.query<Unfinished>(
    `SELECT migration_name AS name, logs IS NOT NULL AS failed FROM "_prisma_migrations"
     WHERE finished_at IS NULL AND rolled_back_at IS NULL ORDER BY started_at`,
  );
  return rows;
}

async function hasTable(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ name: string | null }>(
    `SELECT to_regclass('"_prisma_migrations"')::text AS name`,
  );
  return rows[0]?.name !== null;
}

async function throwIfFailed(client: pg.Client): Promise<void> {
  const failed = (await unfinished(client)).find((row) => row.failed);
  if (failed === undefined) return;
  throw new Error(
    `The migration ${failed.name} failed at an earlier start and left nothing behind: correct it, then run ` +
      `npm run prisma -- migrate resolve --rolled-back ${failed.name}`,
  );
}

/** An old build would read and write rows whose meaning it does not know, and would say that it is ready. */
async function throwIfNewer(client: pg.Client, { migrationDirectories }: MigrationList): Promise<void> {
  if (!(await hasTable(client))) return;
  const own = migrationDirectories.map(({ path }) => path);
  const { rows } = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM "_prisma_migrations"
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL AND migration_name <> ALL ($1) ORDER BY 1 LIMIT 1`,
    [own],
  );
  const [newer] = rows;
  if (newer === undefined) return;
  throw new Error(
    `The database belongs to a newer version: this one does not know its migration ${newer.name}. ` +
      "Start that version, or see docs/going-back.md",
  );
}

async function takeUpInterrupted(client: pg.Client, engine: Engine): Promise<void> {
  for (const { name } of await unfinished(client))
    await engine.markMigrationRolledBack({ migrationName: name });
}

async function readMigrations(migrationsDir: string): Promise<MigrationList> {
  const entries = await readdir(migrationsDir, { withFileTypes: true }).catch((error: unknown) => {
    throw new Error(`The migrations cannot be read: ${oneLine(error)}`, { cause: error });
  });
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  const migrationDirectories = await Promise.all(
    names.map(async (name) => {
      const value = await readFile(join(migrationsDir, name, "migration.sql"), "utf8");
      return { path: name, migrationFile: { path: "migration.sql", content: { tag: "ok" as const, value } } };
    }),
  );
  const lockfile = {
    path: "migration_lock.toml",
    content: await readFile(join(migrationsDir, "migration_lock.toml"), "utf8").catch(() => null),
  };
  return { baseDir: migrationsDir, lockfile, shadowDbInitScript: "", migrationDirectories };
}

function oneLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\s+/g, " ").trim();
}
