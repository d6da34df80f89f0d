import pg from "pg";

// 42P04: the database exists. Two processes that start at once may both find it missing.
const DUPLICATE_DATABASE = "42P04";

/** The same connection string with another database in it. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${encodeURIComponent(database)}`;
  return changed.toString();
}

/**
 * Runs `work` on a connection of its own and closes it.
 * @throws what connecting or `work` throws
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
 * Creates a database on the server behind `ownerUrl`; one that already exists is left as it is.
 * @param options.template a database to copy; nobody may be connected to it
 * @throws the server's own error otherwise
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
      if (!(error instanceof pg.DatabaseError) || error.code !== DUPLICATE_DATABASE) throw error;
    }
  });
}

/** Drops a database and ends the connections to it; one that does not exist is no error. */
export async function dropDatabase(ownerUrl: string, name: string): Promise<void> {
  await withClient(withDatabase(ownerUrl, "postgres"), (client) =>
    client.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`),
  );
}
