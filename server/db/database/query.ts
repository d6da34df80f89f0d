import type pg from "pg";
import type { Database } from "./database";
import type { Tenant } from "./tenant";

/** A prepared statement: parsed and planned once for each connection. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

/**
 * A statement that is planned at each execution: for texts with so many variants that a connection could not keep a
 * plan for each.
 */
export interface UnnamedStatement {
  readonly text: string;
}

/** Runs one read-only statement as a workspace, in a transaction or without one. */
export type RunStatement = <Row extends pg.QueryResultRow>(
  statement: NamedStatement,
  values: readonly unknown[],
) => Promise<Row[]>;

/**
 * Runs one read-only statement as that workspace, without the four round trips of a transaction. The connection
 * remembers its last workspace; another workspace is set before the statement runs. Pages are read in the order of
 * an index: where the planner expects few rows it would read and sort everything after the key.
 */
export async function queryAsTenant<Row extends pg.QueryResultRow>(
  db: Database,
  tenant: Tenant,
  statement: NamedStatement | UnnamedStatement,
  values: readonly unknown[],
): Promise<Row[]> {
  const client = await db.statementPool.connect();
  let failure: Error | undefined;
  try {
    if (db.servedTenants.get(client) !== tenant.workspaceId) {
      db.servedTenants.delete(client);
      await client.query({
        name: "serve_tenant",
        text: "SELECT set_config('app.workspace_id', $1, false), set_config('enable_sort', 'off', false)",
        values: [tenant.workspaceId],
      });
      db.servedTenants.set(client, tenant.workspaceId);
    }
    return (await client.query<Row>({ ...statement, values: [...values] })).rows;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(failure);
  }
}

/**
 * Runs one statement across workspaces: for credential look-ups and maintenance, through database functions that
 * restrict what they return.
 */
export async function queryAsSystem<Row extends pg.QueryResultRow>(
  db: Database,
  statement: NamedStatement,
  values: readonly unknown[],
): Promise<Row[]> {
  return (await db.statementPool.query<Row>({ ...statement, values: [...values] })).rows;
}
