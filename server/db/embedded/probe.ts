import pg from "pg";

/** What a server says when asked: its data directory, that it starts or stops, or nothing of ours. */
export type ServerAnswer =
  | { readonly state: "ready"; readonly dataDirectory: string }
  | { readonly state: "starting" }
  | { readonly state: "absent" };

// 57P03: the server starts up, shuts down or recovers.
const CANNOT_CONNECT_NOW = "57P03";
const TIMEOUT_MS = 5_000;

/** Asks the server behind a connection string where its data lies. Never throws. */
export async function probe(url: string): Promise<ServerAnswer> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS });
  // A server that stops while we ask ends the connection; the query itself reports it.
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
