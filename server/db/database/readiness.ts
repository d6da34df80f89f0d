import type { Database } from "./database";

/** Which parts of the database match this build. */
export interface DatabaseReadiness {
  readonly database: boolean;
  readonly migrations: boolean;
  readonly queue: boolean;
}

const NOTHING: DatabaseReadiness = { database: false, migrations: false, queue: false };

const QUERY = `
  SELECT (SELECT count(*) FROM "_prisma_migrations"
          WHERE migration_name = ANY($1) AND finished_at IS NOT NULL AND rolled_back_at IS NULL) = cardinality($1)
           AS migrations,
         to_regnamespace('graphile_worker') IS NOT NULL AS queue`;

/**
 * Checks the database once, within the given time.
 * @param migrations names of this build's migrations
 * @returns false for each part that is missing or that did not respond in time; never throws
 */
export async function databaseReadiness(
  db: Database,
  migrations: readonly string[],
  timeoutMs: number,
): Promise<DatabaseReadiness> {
  const query = db.pool
    .query<{ migrations: boolean; queue: boolean }>(QUERY, [migrations])
    .then(({ rows: [row] }) => (row ? { database: true, ...row } : NOTHING))
    .catch(() => NOTHING);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<DatabaseReadiness>((resolve) => {
    timer = setTimeout(() => resolve(NOTHING), timeoutMs);
  });
  return Promise.race([query, timeout]).finally(() => clearTimeout(timer));
}
