import type pg from "pg";
import { type Database, type PrismaTransaction, withConnection } from "./database";
import type { Tenant } from "./tenant";

/** A transaction confined to one workspace by row-level security; rows through Prisma, sets through SQL. */
export interface Tx {
  readonly tenant: Tenant;
  readonly prisma: PrismaTransaction;
  /** Runs SQL with $1… parameters on the transaction's own connection; bigint columns are returned as bigint. */
  sql<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ): Promise<Row[]>;
  /** Like `sql`, but returns the number of affected rows. */
  run(text: string, values?: readonly unknown[]): Promise<number>;
  /** Calls `work` once the transaction is committed, and never if it is rolled back. */
  afterCommit(work: () => void): void;
}

type Afterwards = (() => void)[];

/**
 * Runs `work` in one transaction as that workspace; commits when it resolves, rolls back when it throws.
 * @param timeoutMs time until the transaction is rolled back, in milliseconds
 */
export async function inTenant<T>(
  db: Database,
  tenant: Tenant,
  work: (tx: Tx) => Promise<T>,
  { timeoutMs = 20_000 }: { timeoutMs?: number } = {},
): Promise<T> {
  const afterwards: Afterwards = [];
  const result = await withConnection(
    db,
    async (prisma, client) => {
      await client.query("SELECT set_config('app.workspace_id', $1, true)", [tenant.workspaceId]);
      return work(transactionOn(client, prisma, tenant, afterwards));
    },
    timeoutMs,
  );
  for (const each of afterwards) each();
  return result;
}

function transactionOn(
  client: pg.PoolClient,
  prisma: PrismaTransaction,
  tenant: Tenant,
  afterwards: Afterwards,
): Tx {
  return {
    tenant,
    prisma,
    sql: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, [...values])).rows,
    run: async (text, values = []) => (await client.query(text, [...values])).rowCount ?? 0,
    afterCommit: (each) => void afterwards.push(each),
  };
}

/**
 * Runs `work` in one transaction as that user, who sees their own memberships and no workspace's data. `enter`
 * switches the same transaction to a workspace, leaving the one entered before.
 */
export async function asUser<T>(
  db: Database,
  userId: string,
  work: (prisma: PrismaTransaction, enter: (tenant: Tenant) => Promise<Tx>) => Promise<T>,
): Promise<T> {
  const afterwards: Afterwards = [];
  const result = await withConnection(
    db,
    async (prisma, client) => {
      await client.query("SELECT set_config('app.user_id', $1, true)", [userId]);
      return work(prisma, async (tenant) => {
        await client.query("SELECT set_config('app.workspace_id', $1, true)", [tenant.workspaceId]);
        return transactionOn(client, prisma, tenant, afterwards);
      });
    },
    20_000,
  );
  for (const each of afterwards) each();
  return result;
}

/**
 * SQL: any of an array's keys, looked up one by one in an index. Without it the planner reads all of a workspace's rows
 * instead, because it takes them for a two-hundredth of the table (decision 024); it takes these keys for ten.
 */
export const anyKey = (keys: string): string => `ANY (ARRAY(SELECT unnest(${keys})))`;

/**
 * Changes the rows of a set with hash joins, so that the set is read once; `anyKey` restricts the table's rows to its
 * own. By default the planner scans the whole set for each row when it expects only one.
 * @returns the number of changed rows
 */
export async function runWithHashJoins(tx: Tx, text: string, values: readonly unknown[]): Promise<number> {
  await tx.run("SET LOCAL enable_nestloop = off; SET LOCAL enable_mergejoin = off");
  try {
    return await tx.run(text, values);
  } finally {
    const restored = tx.run("SET LOCAL enable_nestloop TO DEFAULT; SET LOCAL enable_mergejoin TO DEFAULT");
    await restored.catch(() => undefined);
  }
}

/**
 * Reads a page by key: returns the requested number of rows in the order of an index with that key. By default the
 * planner reads and sorts all rows after the key when it expects few, and repeats that for every page.
 */
export async function queryInKeyOrder<Row extends pg.QueryResultRow>(
  tx: Tx,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  await tx.run("SET LOCAL enable_sort = off");
  try {
    return await tx.sql<Row>(text, values);
  } finally {
    await tx.run("SET LOCAL enable_sort TO DEFAULT").catch(() => undefined);
  }
}
