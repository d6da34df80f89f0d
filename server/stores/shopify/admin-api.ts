import { z } from "zod";
import { callStore, invalidResponse, type StoreResponse } from "@/server/stores/http";
import { StoreError, type StoreErrorReason } from "@/server/stores/port";
import { API_VERSION } from "@/server/stores/shopify/documents";
import { costShape, noteCost, restoreMs } from "@/server/stores/shopify/pace";
import {
  accessToken,
  connectionKey,
  forgetToken,
  type ShopifyConnection,
} from "@/server/stores/shopify/session";

/** One operation of the Admin API. */
export interface Operation {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly access: "read" | "write";
}

export interface Answer<T> {
  readonly data: T;
  /** The shop's time when it answered, by its Date header; null if there is none. */
  readonly answeredAt: Date | null;
}

const failure = z.object({
  message: z.string(),
  path: z.array(z.unknown()).optional(),
  extensions: z.object({ code: z.string().optional() }).optional(),
});
type Failure = z.output<typeof failure>;
const envelope = z.object({
  data: z.unknown().optional(),
  errors: z.union([z.array(failure), z.string()]).optional(),
  extensions: z.object({ cost: costShape.optional().catch(undefined) }).optional(),
});
type Envelope = z.output<typeof envelope>;

/** Codes of errors that the shop returns before it executes anything. */
const REFUSALS: ReadonlyMap<string, StoreErrorReason> = new Map([
  ["ACCESS_DENIED", "unauthorized"],
  ["SHOP_INACTIVE", "rejected"],
  ["MAX_COST_EXCEEDED", "rejected"],
  ["BAD_REQUEST", "rejected"],
  ["INVALID_VARIABLE", "rejected"],
  ["missingRequiredArguments", "rejected"],
  ["argumentLiteralsIncompatible", "rejected"],
  ["undefinedField", "rejected"],
]);

/**
 * Runs one operation. A read whose token has ended signs in again once; a write never does, because its refusal has to
 * reach the caller. Points that are used up are an error `throttled` with the time until they are back.
 * @throws StoreError
 */
export async function callShopify<T>(
  connection: ShopifyConnection,
  operation: Operation,
  shape: z.ZodType<T>,
): Promise<Answer<T>> {
  try {
    return await send(connection, operation, shape);
  } catch (error) {
    if (!(error instanceof StoreError) || error.reason !== "unauthorized") throw error;
    if (!forgetToken(connection) || operation.access === "write") throw error;
    return send(connection, operation, shape);
  }
}

async function send<T>(
  connection: ShopifyConnection,
  operation: Operation,
  shape: z.ZodType<T>,
): Promise<Answer<T>> {
  const { query, variables = {}, access } = operation;
  const response = await callStore(connection, {
    method: "POST",
    path: `/admin/api/${API_VERSION}/graphql.json`,
    headers: { "x-shopify-access-token": await accessToken(connection) },
    body: { query, variables },
    access,
    explain: () => "The shop does not know the token, or the app is not installed in it any more.",
  });
  if (response.status >= 400) throw refusedStatus(response);
  const parsed = envelope.safeParse(response.json);
  if (!parsed.success) throw invalidResponse(operation, NOT_SHOPIFY, parsed.error);
  const cost = parsed.data.extensions?.cost;
  if (cost) noteCost(connectionKey(connection), cost);
  refuseErrors(parsed.data, operation);
  const data = shape.safeParse(parsed.data.data);
  if (!data.success) throw invalidResponse(operation, NOT_SHOPIFY, data.error);
  return { data: data.data, answeredAt: timeOf(response.headers["date"]) };
}

const NOT_SHOPIFY = "The answer is not what a Shopify shop gives.";

const STATUS_TEXTS: ReadonlyMap<number, string> = new Map([
  [402, "The shop is frozen until its plan is paid."],
  [404, "There is no Shopify shop at this address."],
  [423, "The shop is locked."],
]);

const refusedStatus = ({ status }: StoreResponse): StoreError =>
  new StoreError(
    "rejected",
    "definite",
    STATUS_TEXTS.get(status) ?? `The shop refused the request (${status}).`,
  );

/**
 * The outcome of a write is known only where nothing of the answer says that the shop executed it: see `isUnexecuted`.
 * @throws StoreError if the answer has errors
 */
function refuseErrors({ data, errors, extensions }: Envelope, operation: Operation): void {
  const all: readonly Failure[] = typeof errors === "string" ? [{ message: errors }] : (errors ?? []);
  const [first] = all;
  if (!first) return;
  const message = `The shop says: ${first.message.slice(0, 300)}`;
  if (operation.access === "write" && !isUnexecuted(all, data)) throw invalidResponse(operation, message);
  const code = codeOf(first);
  if (code === THROTTLED) {
    const cost = extensions?.cost;
    const retryAfterMs = cost ? restoreMs(cost.requestedQueryCost, cost) : null;
    throw new StoreError("throttled", "definite", "The shop asks to wait.", { retryAfterMs });
  }
  const reason = REFUSALS.get(code);
  throw reason ? new StoreError(reason, "definite", message) : invalidResponse(operation, message);
}

const THROTTLED = "THROTTLED";
const codeOf = ({ extensions }: Failure): string => extensions?.code ?? "";

/**
 * Returns whether all of an answer says that nothing was executed: each error has a code that comes before, none is
 * below the operation's own field, where it occurred while the answer was built, and no field has a value.
 */
function isUnexecuted(errors: readonly Failure[], data: unknown): boolean {
  const isEarly = (error: Failure) =>
    (error.path?.length ?? 0) <= 1 && (codeOf(error) === THROTTLED || REFUSALS.has(codeOf(error)));
  const isEmpty = typeof data === "object" && Object.values(data ?? {}).every((field) => field === null);
  return errors.every(isEarly) && (data === undefined || isEmpty);
}

function timeOf(header: string | readonly string[] | undefined): Date | null {
  const ms = typeof header === "string" ? Date.parse(header) : Number.NaN;
  return Number.isNaN(ms) ? null : new Date(ms);
}
