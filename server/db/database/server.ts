import pg from "pg";
import { isUniqueViolation } from "./errors";

const DUPLICATE_DATABASE = "42P04";

/** Returns the connection string with another database in it. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${encodeURIComponent(database)}`;
  return changed.toString();
}

/**
 * Runs `work` on a new connection and closes it.
 * @throws errors of the connection or of `work`
 */
export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** True when the server behind `url` has a database of this name. */
export async function databaseExists(url: string, name: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [name]);
    return rowCount !== 0;
  });
}

/**
 * Creates a database on the server behind `ownerUrl`; an existing one is not changed.
 * @param options.template a database to copy; it must have no connections
 * @throws the server's other errors
 */
export async function createDatabase(
  ownerUrl: string,
  name: string,
  options: { readonly template?: string } = {},
): Promise<void> {
  const { template } = options;
  const source = template === undefined ? "" : ` TEMPLATE ${pg.escapeIdentifier(template)}`;
  await withClient(withDatabase(ownerUrl, "postgres"), async (client) => {
    try {
      await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}${source}`);
    } catch (error) {
      if (!isAlreadyCreated(error)) throw error;
    }
  });
}

// Two processes that start at the same time may both find the database missing. The later one is told that it exists
// or, when the earlier one commits after that check, of the unique index of the catalog.
function isAlreadyCreated(error: unknown): boolean {
  return (error instanceof pg.DatabaseError && error.code === DUPLICATE_DATABASE) || isUniqueViolation(error);
}

/** Drops a database and ends its connections; a missing database is not an error. */
export async function dropDatabase(ownerUrl: string, name: string): Promise<void> {
  await withClient(withDatabase(ownerUrl, "postgres"), (client) =>
    client.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`),
  );
}
