import type pg from "pg";
import { type CommitName, commitOf, type Phase } from "./points";

/**
 * What becomes of a process at a commit: it goes on, its connection breaks there, the database's disk is full, or it
 * dies and does nothing any more.
 */
export type Outcome = "go" | "cut" | "full" | "die";

export interface Interception {
  /** Called in, before and after the commit of every transaction that has a name; of the first, only `full` counts. */
  readonly injectFault: (name: CommitName, phase: Phase) => Promise<Outcome>;
  /** Called with every statement; what it returns is executed. */
  readonly rewrite: (statement: string) => string;
  /** Whether the transaction is committed after this statement and another one begun, as if it were two. */
  readonly splitsAfter?: (statement: string) => boolean;
  /** Called when the process dies. */
  readonly died?: () => void;
}

/** A process's connections, as a fault sees them. */
export interface Connections {
  /** Breaks all of them without a word, and lets no statement on them ever end. */
  readonly die: () => void;
  readonly dead: () => boolean;
}

const never = <T>(): Promise<T> => new Promise<T>(() => undefined);
const LOST = "Connection terminated unexpectedly";
/** What PostgreSQL answers where a table cannot grow; the transaction is lost. */
const DISK_FULL = `DO $$ BEGIN
  RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
END $$`;

/** Watches the transactions of a pool that has no connections yet. */
export function interceptTransactions(pool: pg.Pool, interception: Interception): Connections {
  const clients = new Set<pg.PoolClient>();
  let isDead = false;
  const die = (): void => {
    if (isDead) return;
    isDead = true;
    interception.died?.();
    for (const client of clients) breakOff(client);
  };
  pool.on("connect", (client) => {
    clients.add(client);
    client.on("error", () => undefined);
    client.once("end", () => clients.delete(client));
    const alive = <T>(work: Promise<T>): Promise<T> =>
      work.then(
        (value) => (isDead ? never<T>() : value),
        (error: unknown) => (isDead ? never<T>() : Promise.reject(error)),
      );
    Object.assign(client, { query: watched(client, interception, { alive, die, dead: () => isDead }) });
  });
  return { die, dead: () => isDead };
}

type Query = (...request: readonly unknown[]) => Promise<unknown>;
interface Process extends Connections {
  readonly alive: <T>(work: Promise<T>) => Promise<T>;
}

/** Wraps the connection's own function; requests with a callback and streams are passed through. */
function watched(
  client: pg.PoolClient,
  { injectFault, rewrite, splitsAfter }: Interception,
  { alive, die, dead }: Process,
): Query {
  const query: Query = (client.query as Query).bind(client);
  let name: CommitName | null = null;
  const commit = async (reached: CommitName, request: readonly unknown[]): Promise<unknown> => {
    const before = await injectFault(reached, "before");
    if (before === "die") die();
    if (before === "cut") breakOff(client);
    if (dead()) return never();
    if (before === "full") return fail();
    const answer = await alive(query(...request) as Promise<unknown>);
    const after = await injectFault(reached, "after");
    if (after === "die") die();
    if (dead()) return never();
    if (after === "go") return answer;
    breakOff(client);
    throw new Error(LOST);
  };
  const fail = async (): Promise<unknown> => {
    const error: unknown = await query(DISK_FULL).catch((refused: unknown) => refused);
    // After a commit that failed, the connection is in no transaction.
    await query("ROLLBACK");
    throw error;
  };
  const noted = async (text: string, run: () => unknown): Promise<unknown> => {
    const own = commitOf(text);
    if (own !== null && (await injectFault(own, "in")) === "full") await query(DISK_FULL);
    const answer = await run();
    // A statement that found nothing to change commits nothing.
    if (Number(Object(answer).rowCount) > 0) name ??= own;
    return answer;
  };
  const split = async (work: Promise<unknown>): Promise<unknown> => {
    const answer = await alive(work);
    await query("COMMIT");
    const outcome = await injectFault(name ?? "receipt-stored", "after");
    if (outcome === "die") die();
    if (dead()) return never();
    await query("BEGIN");
    if (entered) await query(...entered);
    return answer;
  };
  let entered: readonly unknown[] | null = null;
  return (first: unknown, ...rest: readonly unknown[]) => {
    if (dead()) return never();
    const text = textOf(first);
    if (text === null || rest.some((each) => typeof each === "function")) return query(first, ...rest);
    if (text === "BEGIN") name = null;
    if (text === "COMMIT" && name !== null) return commit(name, [first, ...rest]);
    const changed = typeof first === "string" ? rewrite(text) : { ...Object(first), text: rewrite(text) };
    if (text.startsWith("SELECT set_config")) entered = [first, ...rest];
    const work = noted(text, () => query(changed, ...rest));
    return splitsAfter?.(text) ? split(work) : alive(work);
  };
}

/** Returns the statement of a request; null for a stream, which is an object with functions of its own. */
function textOf(request: unknown): string | null {
  if (typeof request === "string") return request;
  if (typeof request !== "object" || request === null || "submit" in request) return null;
  return "text" in request && typeof request.text === "string" ? request.text : null;
}

/** Ends a connection as a broken network does; the server rolls its transaction back. */
function breakOff(client: pg.PoolClient): void {
  const { connection } = client as pg.PoolClient & {
    readonly connection: { readonly stream: { destroy(): void } };
  };
  connection.stream.destroy();
}
