import { createHash, randomUUID } from "node:crypto";
import type pg from "pg";

/** A migration of this build: the name of its folder, and its statements. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** The last state of a migration in the database: `failed` has its reason in the row, `interrupted` has none. */
export interface RecordedMigration {
  readonly name: string;
  readonly state: "applied" | "failed" | "interrupted";
}

const FIND = `
  SELECT to_regclass('"_prisma_migrations"') IS NOT NULL AS recorded,
    EXISTS (
      SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p') AND NOT EXISTS (
        SELECT FROM pg_depend d
        WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e'
      )
    ) AS used`;
// As Prisma's own command creates it, which applied the migrations of earlier builds.
const CREATE = `
  CREATE TABLE "_prisma_migrations" (
    id varchar(36) PRIMARY KEY NOT NULL,
    checksum varchar(64) NOT NULL,
    finished_at timestamptz,
    migration_name varchar(255) NOT NULL,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(),
    applied_steps_count integer NOT NULL DEFAULT 0
  )`;
// Earlier builds wrote the row when they began; the row of a killed one has neither an end nor a reason.
const READ = `
  SELECT migration_name AS name,
    CASE WHEN finished_at IS NOT NULL THEN 'applied' WHEN logs IS NOT NULL THEN 'failed' ELSE 'interrupted' END AS state
  FROM "_prisma_migrations" WHERE rolled_back_at IS NULL ORDER BY migration_name`;
const GIVE_UP_INTERRUPTED = `
  UPDATE "_prisma_migrations" SET rolled_back_at = now()
  WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL`;
const APPLIED = `
  INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count)
  VALUES ($1, $2, $3, clock_timestamp(), 1)`;
const FAILED = `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, logs) VALUES ($1, $2, $3, $4)`;

/**
 * Returns what the database records of its migrations, by name; an empty database gets the table that records them.
 * @throws Error when the database has tables, those of extensions apart, and no such record: it belongs to something
 * else
 */
export async function openMigrationRecord(client: pg.Client): Promise<RecordedMigration[]> {
  const found = await client.query<{ recorded: boolean; used: boolean }>(FIND);
  const [database] = found.rows;
  if (!database?.recorded) {
    if (database?.used)
      throw new Error("The database has tables that are not this service's: name an empty database.");
    await client.query(CREATE);
  }
  return (await client.query<RecordedMigration>(READ)).rows;
}

/** Records that a migration is applied, in the transaction of its statements. */
export async function recordApplied(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(GIVE_UP_INTERRUPTED, [migration.name]);
  await client.query(APPLIED, keyOf(migration));
}

/** Records why a migration failed, which keeps later starts from applying it until somebody has seen to it. */
export async function recordFailed(client: pg.Client, migration: Migration, reason: string): Promise<void> {
  await client.query(FAILED, [...keyOf(migration), reason]);
}

/** The statement by which somebody declares that a failed migration may be applied anew. */
export const takeUpStatement = (name: string): string =>
  `UPDATE "_prisma_migrations" SET rolled_back_at = now() WHERE migration_name = '${name}' AND finished_at IS NULL`;

const keyOf = ({ name, sql }: Migration): string[] => [
  randomUUID(),
  createHash("sha256").update(sql).digest("hex"),
  name,
];
