import pg from "pg";

const UNIQUE_VIOLATION = "23505";
const PRISMA_UNIQUE_VIOLATION = "P2002";
const UNSTORABLE_CHARACTER = "22021";
// PostgreSQL: connection lost, serialization failure or deadlock, out of resources, shut down or starting, lock not free.
const SERVER = /^(08[0-9A-Z]{3}|40[0-9A-Z]{3}|53[0-9A-Z]{3}|57P0[1235]|55P03)$/;
const NETWORK = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"]);
// Prisma's own: cannot reach the server, timed out, connection closed, no connection free, transaction gone or in conflict.
const PRISMA = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2028", "P2034"]);
const LOST = /^(Connection terminated|timeout exceeded when trying to connect)|connection is not queryable/i;
const MAX_CAUSES = 8;

const codeOf = (error: unknown): string | null =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;

/** Whether a statement would have broken a unique index, whichever way it was sent. */
export const isUniqueViolation = (error: unknown): boolean =>
  (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION) ||
  codeOf(error) === PRISMA_UNIQUE_VIOLATION;

/** An error and its causes, the outermost first. */
export function causesOf(thrown: unknown): Error[] {
  const errors: Error[] = [];
  for (let error = thrown; error instanceof Error && errors.length < MAX_CAUSES; error = error.cause)
    errors.push(error);
  return errors;
}

function passes(error: Error): boolean {
  const code = codeOf(error);
  if (code !== null && (SERVER.test(code) || NETWORK.has(code) || PRISMA.has(code))) return true;
  return LOST.test(error.message);
}

/**
 * Whether the database is away or busy in a way that passes by itself, anywhere down the chain of causes, so that the
 * same work may succeed later. Trouble on the way to a store looks the same: tell it apart before asking this.
 */
export const isTransient = (thrown: unknown): boolean => causesOf(thrown).some(passes);

/** The SQLSTATE of an error: the driver's own, or what Prisma's adapter keeps of it; null where it has none. */
function sqlStateOf(error: Error): string | null {
  if (error instanceof pg.DatabaseError) return error.code ?? null;
  const { cause } = error;
  const adapters =
    typeof cause === "object" && cause !== null && "originalCode" in cause ? cause.originalCode : null;
  return typeof adapters === "string" ? adapters : null;
}

/** Whether a text was refused because PostgreSQL cannot store one of its characters (NUL), whichever way it was sent. */
export const isUnstorableText = (thrown: unknown): boolean =>
  causesOf(thrown).some((error) => sqlStateOf(error) === UNSTORABLE_CHARACTER);
