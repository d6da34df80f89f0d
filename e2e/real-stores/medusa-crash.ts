import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Gate } from "./gate";
import { readLog } from "./medusa-log";

const PATIENCE_MS = 30_000;
/** The lock's transaction and a write's may wait for each other; PostgreSQL ends one of them then. */
const DEADLOCK = "40P01";
const LOCK_TRIES = 20;

interface Locked {
  /** The connection that holds the locks. */
  readonly lock: pg.PoolClient;
  readonly savesBefore: number;
}

const countSaves = async (database: pg.Pool): Promise<number> =>
  (await readLog(database)).filter(({ kind, marker }) => kind === "save" && marker !== null).length;

/** Locks every price, so that the next write stores its key and waits. */
export async function lockPrices(database: pg.Pool): Promise<Locked> {
  for (let tried = 1; ; tried += 1) {
    const savesBefore = await countSaves(database);
    const lock = await database.connect();
    try {
      await lock.query("BEGIN");
      await lock.query("SELECT id FROM price WHERE price_list_id IS NULL ORDER BY id FOR UPDATE");
      return { lock, savesBefore };
    } catch (error) {
      // A connection in a failed transaction is not used again.
      lock.release(true);
      const isDeadlock = error instanceof pg.DatabaseError && error.code === DEADLOCK;
      if (!isDeadlock || tried === LOCK_TRIES) throw error;
    }
  }
}

/**
 * Waits for the next write's key, then has the server killed and started again. The lock is held until the server's
 * connections are gone, so that nothing of the write is carried out.
 */
export async function crash(
  database: pg.Pool,
  { lock, savesBefore }: Locked,
  gate: Gate,
  restart: () => Promise<void>,
): Promise<void> {
  try {
    for (const until = performance.now() + PATIENCE_MS; (await countSaves(database)) === savesBefore; ) {
      if (performance.now() > until) return;
      await pause(20);
    }
    const back = restart();
    gate.close(back);
    await back;
  } finally {
    await lock.query("ROLLBACK");
    lock.release();
  }
}
