import pg from "pg";

/** Result of probing a server: its data directory, that it starts or stops, or no PostgreSQL of ours. */
export type ProbeResult =
  | { readonly state: "ready"; readonly dataDirectory: string }
  | { readonly state: "starting" }
  | { readonly state: "absent" };

// 57P03: the server is starting, shutting down or recovering.
const CANNOT_CONNECT_NOW = "57P03";
const TIMEOUT_MS = 5_000;

/** Queries the data directory of the server behind a connection string. Never throws. */
export async function probe(url: string): Promise<ProbeResult> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS });
  // A server that stops meanwhile ends the connection; the query itself reports the error.
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>("SHOW data_directory");
    const dataDirectory = rows[0]?.data_directory;
    return dataDirectory === undefined ? { state: "absent" } : { state: "ready", dataDirectory };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return { state: code === CANNOT_CONNECT_NOW ? "starting" : "absent" };
  } finally {
    await client.end().catch(() => undefined);
  }
}
