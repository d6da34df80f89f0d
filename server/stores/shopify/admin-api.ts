import { z } from "zod";
import { codeOf, type GraphqlFailure, graphqlFailure, isUnexecuted } from "@/server/stores/graphql-failures";
import { callStore, invalidResponse, type StoreResponse } from "@/server/stores/http";
import { StoreError, type StoreErrorReason } from "@/server/stores/port";
import { API_VERSION } from "@/server/stores/shopify/documents";
import { costShape, noteCost, restoreMs } from "@/server/stores/shopify/pace";
import { accessToken, forgetToken, type ShopifyConnection } from "@/server/stores/shopify/session";

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

const envelope = z.object({
  data: z.unknown().optional(),
  errors: z.union([z.array(graphqlFailure), z.string()]).optional(),
  extensions: z.object({ cost: costShape.optional().catch(undefined) }).optional(),
});
type Envelope = z.output<typeof envelope>;
/** A refusal by status: its errors are a text, a list, or texts by the name of what they are about. */
const refusal = z.object({
  errors: z.union([
    z.string(),
    z.array(z.union([graphqlFailure, z.string()])).min(1),
    z.record(z.string(), z.unknown()),
  ]),
});

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
 * reach the caller. With an installed app, what is refused in the end is `throttled`: another process may have renewed
 * the token, and the next attempt has the new one. Points that are used up are an error `throttled` with the time until
 * they are back.
 * @throws StoreError
 */
export const callShopify = <T>(
  connection: ShopifyConnection,
  operation: Operation,
  shape: z.ZodType<T>,
): Promise<Answer<T>> => attempt(connection, operation, shape, { isLast: operation.access === "write" });

async function attempt<T>(
  connection: ShopifyConnection,
  operation: Operation,
  shape: z.ZodType<T>,
  { isLast }: { readonly isLast: boolean },
): Promise<Answer<T>> {
  const token = await accessToken(connection);
  try {
    return await send(connection, operation, shape, token);
  } catch (error) {
    if (!(error instanceof StoreError) || error.reason !== "unauthorized") throw error;
    const isInstalled = "refreshToken" in connection.shopify;
    // A refusal of a scope says nothing about the token; renewing it would end the token that others use.
    if (isInstalled && !(error instanceof TokenRefused)) throw error;
    if (!forgetToken(connection, token)) throw error;
    if (!isLast) return attempt(connection, operation, shape, { isLast: true });
    throw isInstalled ? new StoreError("throttled", "definite", TOKEN_ENDED, { cause: error }) : error;
  }
}

const TOKEN_ENDED = "The app's token ended meanwhile.";

/** The shop does not know the token: it answered so before it executed anything. */
class TokenRefused extends StoreError {}

async function send<T>(
  connection: ShopifyConnection,
  operation: Operation,
  shape: z.ZodType<T>,
  token: string,
): Promise<Answer<T>> {
  const { query, variables = {}, access } = operation;
  const response = await callStore(connection, {
    method: "POST",
    path: `/admin/api/${API_VERSION}/graphql.json`,
    headers: { "x-shopify-access-token": token },
    body: { query, variables },
    access,
    isOwnError: (json) => refusal.safeParse(json).success,
    missing: NO_SHOP,
    explain: () => TOKEN_UNKNOWN,
  }).catch((error: unknown) => {
    if (error instanceof StoreError && error.reason === "unauthorized")
      throw new TokenRefused("unauthorized", "definite", error.message, { cause: error });
    throw error;
  });
  if (response.status >= 400) throw refusedStatus(response);
  const parsed = envelope.safeParse(response.json);
  if (!parsed.success) throw invalidResponse(operation, NOT_SHOPIFY, parsed.error);
  const cost = parsed.data.extensions?.cost;
  if (cost) noteCost(connection, cost);
  refuseErrors(parsed.data, operation);
  const data = shape.safeParse(parsed.data.data);
  if (!data.success) throw invalidResponse(operation, NOT_SHOPIFY, data.error);
  return { data: data.data, answeredAt: timeOf(response.headers["date"]) };
}

const TOKEN_UNKNOWN = "The shop does not know the token, or the app is not installed in it any more.";
const NOT_SHOPIFY = "The answer is not what a Shopify shop gives.";

const NO_SHOP = "There is no Shopify shop at this address.";
const STATUS_TEXTS: ReadonlyMap<number, string> = new Map([
  [402, "The shop is frozen until its plan is paid."],
  [404, NO_SHOP],
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
  const all: readonly GraphqlFailure[] = typeof errors === "string" ? [{ message: errors }] : (errors ?? []);
  const [first] = all;
  if (!first) return;
  const message = `The shop says: ${first.message.slice(0, 300)}`;
  if (operation.access === "write" && !isUnexecuted({ errors: all, data }, isEarlyRefusal))
    throw invalidResponse(operation, message);
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
const isEarlyRefusal = (code: string): boolean => code === THROTTLED || REFUSALS.has(code);

function timeOf(header: string | readonly string[] | undefined): Date | null {
  const ms = typeof header === "string" ? Date.parse(header) : Number.NaN;
  return Number.isNaN(ms) ? null : new Date(ms);
}
