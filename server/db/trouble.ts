import pg from "pg";

const UNIQUE_VIOLATION = "23505";
const PRISMA_UNIQUE_VIOLATION = "P2002";
// Connection lost, serialization failure or deadlock, out of resources, shut down or starting: later it may work.
const PASSING = /^(08|40|53|57P|55P03)/;
const NETWORK = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"]);
// Prisma's own: cannot reach the server, timed out, connection closed, no connection free, transaction gone or in conflict.
const PRISMA = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2028", "P2034"]);

const codeOf = (error: unknown): string | null =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;

/** Whether a statement would have broken a unique index, whichever way it was sent. */
export const isUniqueViolation = (error: unknown): boolean =>
  (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION) ||
  codeOf(error) === PRISMA_UNIQUE_VIOLATION;

/** Whether the database's trouble passes by itself, so that the same work may succeed later. */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== null) return PASSING.test(code) || NETWORK.has(code) || PRISMA.has(code);
  return error instanceof Error && /Connection terminated|connection is not queryable/i.test(error.message);
}
