import pg from "pg";

const UNIQUE_VIOLATION = "23505";
const PRISMA_UNIQUE_VIOLATION = "P2002";
const UNSTORABLE_CHARACTER = "22021";
// PostgreSQL: connection lost, serialization failure or deadlock, out of resources, shutdown or startup, lock not
// available.
const SERVER = /^(08[0-9A-Z]{3}|40[0-9A-Z]{3}|53[0-9A-Z]{3}|57P0[1235]|55P03)$/;
const NETWORK = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"]);
// Prisma: cannot reach the server, timeout, connection closed, no free connection, transaction closed or in conflict.
const PRISMA = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2028", "P2034"]);
const LOST = /^(Connection terminated|timeout exceeded when trying to connect)|connection is not queryable/i;
// PostgreSQL: a value that its type cannot hold, a row that breaks a constraint, something larger than its limits.
const REFUSED = /^(22|23|54)[0-9A-Z]{3}$/;
const MAX_CAUSES = 8;

const codeOf = (error: unknown): string | null =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;

/** Returns whether a statement violated a unique index, through Prisma or plain SQL. */
export const isUniqueViolation = (error: unknown): boolean =>
  (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION) ||
  codeOf(error) === PRISMA_UNIQUE_VIOLATION;

/** Returns an error and its causes, outermost first. */
function causesOf(thrown: unknown): Error[] {
  const errors: Error[] = [];
  for (let error = thrown; error instanceof Error && errors.length < MAX_CAUSES; error = causeOf(error))
    errors.push(error);
  return errors;
}

/** Returns the cause of an error; Prisma puts the error of its adapter into `meta` instead. */
function causeOf(error: Error): unknown {
  const meta = "meta" in error && typeof error.meta === "object" ? error.meta : null;
  return error.cause ?? (meta && "driverAdapterError" in meta ? meta.driverAdapterError : undefined);
}

function isTransientError(error: Error): boolean {
  // A failure of a statement of Prisma's has Prisma's code, and the server's one beneath.
  const codes = [codeOf(error), sqlStateOf(error)].filter((code) => code !== null);
  if (codes.some((code) => SERVER.test(code) || NETWORK.has(code) || PRISMA.has(code))) return true;
  return LOST.test(error.message);
}

/**
 * Returns whether any cause in the chain is a transient database failure (unreachable or overloaded), so that the
 * same work may succeed later. Network errors of a call to a store look the same: distinguish them before calling
 * this.
 */
export const isTransient = (thrown: unknown): boolean => causesOf(thrown).some(isTransientError);

/** Returns the SQLSTATE of an error, from the driver or from Prisma's adapter; null without one. */
function sqlStateOf(error: Error): string | null {
  if (error instanceof pg.DatabaseError) return error.code ?? null;
  const { cause } = error;
  const adapters =
    typeof cause === "object" && cause !== null && "originalCode" in cause ? cause.originalCode : null;
  return typeof adapters === "string" ? adapters : null;
}

/**
 * Returns whether PostgreSQL rejected a text because it cannot store one of its characters (NUL), through Prisma or
 * plain SQL.
 */
export const isUnstorableText = (thrown: unknown): boolean =>
  causesOf(thrown).some((error) => sqlStateOf(error) === UNSTORABLE_CHARACTER);

/** Returns whether PostgreSQL refused to store a value or a row as it was, so that the same statement fails again. */
export const isRefusedValue = (thrown: unknown): boolean =>
  causesOf(thrown).some((error) => REFUSED.test(sqlStateOf(error) ?? ""));
