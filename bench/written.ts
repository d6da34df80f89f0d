import type pg from "pg";

/** Runs a statement as the database's owner, with $1… parameters. */
export type Statement = <Row extends pg.QueryResultRow>(text: string, values: unknown[]) => Promise<Row[]>;

/** Returns what runs the statements of a connection. */
export const statementsOf =
  (client: pg.Client): Statement =>
  async (text, values) =>
    (await client.query(text, values)).rows;

/** The tables of what a run finds, whose sizes and rows are told one by one. */
const FOUND = ["recommendations", "alerts"] as const;
const SIZED = [...FOUND, "run_results"] as const;

type Of<Name extends string> = Readonly<Record<Name, number>>;

/** What a run wrote. */
export interface Written {
  /** Rows that were there before and are written anew; `others` are those of every other table. */
  readonly rows_updated: Of<(typeof FOUND)[number] | "others">;
  /** Write-ahead log, with the images of pages that were first changed after a checkpoint. */
  readonly wal_bytes_per_item: number;
  /** Each table on disk with its indexes, by the items of all workspaces that have run. */
  readonly bytes_per_item: Of<(typeof SIZED)[number]>;
  readonly megabytes: Of<(typeof SIZED)[number]>;
}

interface Rows {
  readonly table: string;
  readonly rows: number;
  readonly written: number;
}

/** Counts the rows of each table of the workspace, and those that transactions after that one wrote. */
async function countRows(sql: Statement, workspace: string, after: string): Promise<Rows[]> {
  const tables = await sql<{ name: string }>(
    `SELECT c.table_name AS name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND c.column_name = 'workspace_id' AND t.table_type = 'BASE TABLE' ORDER BY 1`,
    [],
  );
  const counted: Rows[] = [];
  for (const { name } of tables) {
    const [row] = await sql<{ rows: number; written: number }>(
      `SELECT count(*)::int AS rows, (count(*) FILTER (WHERE xmin::text::bigint > $2::bigint))::int AS written
       FROM ${name} WHERE workspace_id = $1`,
      [workspace, after],
    );
    if (row) counted.push({ table: name, ...row });
  }
  return counted;
}

/**
 * Begins to count what a run writes. The rows are counted exactly, by the transaction that wrote them last: a row that
 * is written twice counts once. Nothing but the run may write to the workspace.
 * @param items the items that the sizes are divided by
 * @returns ends the count
 */
export async function countWritten(
  sql: Statement,
  workspace: string,
  items: number,
): Promise<() => Promise<Written>> {
  await sql("CHECKPOINT", []);
  const [start] = await sql<{ xid: string; lsn: string }>(
    "SELECT pg_current_xact_id()::text AS xid, pg_current_wal_insert_lsn()::text AS lsn",
    [],
  );
  if (start === undefined) throw new Error("there is no position of the log");
  const before = new Map(
    (await countRows(sql, workspace, start.xid)).map(({ table, rows }) => [table, rows]),
  );
  return async () => {
    const [end] = await sql<{ wal: number } & Of<(typeof SIZED)[number]>>(
      `SELECT (pg_current_wal_insert_lsn() - $1::pg_lsn)::float8 AS wal,
         ${SIZED.map((table) => `pg_total_relation_size('${table}')::float8 AS ${table}`).join(", ")}`,
      [start.lsn],
    );
    if (end === undefined) throw new Error("there are no sizes");
    const updated = (await countRows(sql, workspace, start.xid)).map(({ table, rows, written }) => ({
      table,
      // No run deletes rows.
      count: written - (rows - (before.get(table) ?? 0)),
    }));
    const updatedOf = (is: (table: string) => boolean) =>
      updated.filter(({ table }) => is(table)).reduce((sum, { count }) => sum + count, 0);
    const sizes = (by: number) => ({
      recommendations: Math.round(end.recommendations / by),
      alerts: Math.round(end.alerts / by),
      run_results: Math.round(end.run_results / by),
    });
    return {
      rows_updated: {
        recommendations: updatedOf((table) => table === "recommendations"),
        alerts: updatedOf((table) => table === "alerts"),
        others: updatedOf((table) => !FOUND.some((found) => found === table)),
      },
      wal_bytes_per_item: Math.round(end.wal / items),
      bytes_per_item: sizes(items),
      megabytes: sizes(1e6),
    };
  };
}
