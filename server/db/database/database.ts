import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { type ChangeFeed, createChangeFeed } from "../changes/feed";
import { PrismaClient } from "../generated/client";

/**
 * Parses bigint columns as bigint. Set on our own connections and not on the driver: Prisma uses the same driver and
 * expects text.
 */
export const exactIntegers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === pg.types.builtins.INT8 && format !== "binary"
      ? (text: string) => BigInt(text)
      : pg.types.getTypeParser(oid, format),
};

type Capturing = AsyncLocalStorage<{ client: pg.PoolClient | null }>;

/** A pool that exposes the connection of a Prisma transaction, so that plain SQL can run in the same transaction. */
class CapturingPool extends pg.Pool {
  constructor(
    config: pg.PoolConfig,
    private readonly capturing: Capturing,
  ) {
    super(config);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(
    callback: (err: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void,
  ): void;
  override connect(
    callback?: (err: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void,
  ): Promise<pg.PoolClient> | undefined {
    if (callback) {
      super.connect(callback);
      return undefined;
    }
    const slot = this.capturing.getStore();
    return super.connect().then((client) => {
      if (slot && !slot.client) slot.client = client;
      return client;
    });
  }
}

/** The service's access to PostgreSQL: Prisma for rows, plain SQL for sets and for speed. */
export interface Database {
  readonly prisma: PrismaClient;
  readonly pool: pg.Pool;
  /**
   * For single named statements; its connections remember the workspace they are set to, so nothing else may use
   * them.
   */
  readonly statementPool: pg.Pool;
  readonly url: string;
  readonly changes: ChangeFeed;
  /**
   * State of the connections is stored here and not in a module, because a process may open several databases.
   */
  readonly capturing: Capturing;
  readonly servedTenants: WeakMap<pg.PoolClient, string>;
  close(): Promise<void>;
}

/** Opens a database as the role in `url`, which must be the role that row-level security applies to. */
export function openDatabase(url: string, options: { connections?: number } = {}): Database {
  const capturing: Capturing = new AsyncLocalStorage();
  const pool = new CapturingPool(
    {
      connectionString: url,
      max: options.connections ?? 10,
      application_name: "pricecheck",
      types: exactIntegers,
    },
    capturing,
  );
  const statementPool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 10,
    application_name: "pricecheck-read",
    types: exactIntegers,
  });
  for (const each of [pool, statementPool]) each.on("error", () => undefined);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  const changes = createChangeFeed(url, pool);
  return {
    prisma,
    pool,
    statementPool,
    url,
    changes,
    capturing,
    servedTenants: new WeakMap(),
    close: async () => {
      await changes.close();
      await prisma.$disconnect();
      await Promise.all([pool.end(), statementPool.end()]);
      // Everything asynchronous pays for each storage that is not disabled, for as long as the process lives.
      capturing.disable();
    },
  };
}

/** Runs `work` in a Prisma transaction and passes it the transaction's connection. */
export async function withConnection<T>(
  db: Database,
  work: (prisma: PrismaTransaction, client: pg.PoolClient) => Promise<T>,
  timeoutMs: number,
): Promise<T> {
  const slot: { client: pg.PoolClient | null } = { client: null };
  return db.capturing.run(slot, () =>
    db.prisma.$transaction(
      async (prisma) => {
        if (!slot.client) throw new Error("the transaction's connection was not seen");
        return work(prisma, slot.client);
      },
      { maxWait: 15_000, timeout: timeoutMs },
    ),
  );
}

export type PrismaTransaction = Parameters<Parameters<PrismaClient["$transaction"]>[0]>[0];
