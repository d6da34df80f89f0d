import type pg from "pg";
import type { Database } from "./database";
import type { Tenant } from "./tenant";

/** A prepared statement: parsed and planned once a connection. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

/**
 * One read-only statement as that workspace, without the four round trips of a transaction: the connection
 * keeps the workspace it last served, and is told the new one before anything else when that differs.
 */
export async function queryAsTenant<Row extends pg.QueryResultRow>(
  db: Database,
  tenant: Tenant,
  statement: NamedStatement,
  values: readonly unknown[],
): Promise<Row[]> {
  const client = await db.hotPool.connect();
  let failure: Error | undefined;
  try {
    if (db.servedTenants.get(client) !== tenant.workspaceId) {
      db.servedTenants.delete(client);
      await client.query({
        name: "serve_tenant",
        text: "SELECT set_config('app.workspace_id', $1, false)",
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

/** One statement of no workspace: credential look-ups, through functions that answer for one credential only. */
export async function queryAsSystem<Row extends pg.QueryResultRow>(
  db: Database,
  statement: NamedStatement,
  values: readonly unknown[],
): Promise<Row[]> {
  return (await db.hotPool.query<Row>({ ...statement, values: [...values] })).rows;
}
