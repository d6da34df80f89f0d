import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "../generated/client";

/**
 * Reads bigint columns as bigint. Given to our own connections and not to the driver as a whole: Prisma reads over the
 * same driver and expects them as text.
 */
export const exactIntegers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === pg.types.builtins.INT8 && format !== "binary"
      ? (text: string) => BigInt(text)
      : pg.types.getTypeParser(oid, format),
};

type Capturing = AsyncLocalStorage<{ client: pg.PoolClient | null }>;

/** Lets a transaction that Prisma opened be spoken to with plain SQL on the very same connection. */
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

/** The service's way to PostgreSQL: Prisma for rows, plain SQL where sets or speed ask for it. */
export interface Database {
  readonly prisma: PrismaClient;
  readonly pool: pg.Pool;
  /** For single named statements; its connections remember the workspace they serve, so nothing else may use it. */
  readonly hotPool: pg.Pool;
  readonly url: string;
  /** What is known of its connections lives here, not in a module: pages and service are two bundles of one process. */
  readonly capturing: Capturing;
  readonly servedTenants: WeakMap<pg.PoolClient, string>;
  close(): Promise<void>;
}

/** Opens a database as the role in `url`, which must be the one that row-level security binds. */
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
  const hotPool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 10,
    application_name: "pricecheck-read",
    types: exactIntegers,
  });
  for (const each of [pool, hotPool]) each.on("error", () => undefined);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  return {
    prisma,
    pool,
    hotPool,
    url,
    capturing,
    servedTenants: new WeakMap(),
    close: async () => {
      await prisma.$disconnect();
      await Promise.all([pool.end(), hotPool.end()]);
    },
  };
}

/** Runs `work` in a Prisma transaction and hands it the connection the transaction lives on. */
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
