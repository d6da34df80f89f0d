import { z } from "zod";
import { codeOf, type GraphqlFailure, graphqlFailure, isUnexecuted } from "@/server/stores/graphql-failures";
import { callStore, invalidResponse, type StoreResponse } from "@/server/stores/http";
import { type StoreConnection, StoreError } from "@/server/stores/port";

export type Operation = {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly access: "read" | "write";
};

/** Every error of the API has a code; so gateways that speak GraphQL are told from it where theirs have none. */
const ownError = z.object({
  errors: z.array(z.object({ message: z.string(), extensions: z.object({ code: z.string() }) })).min(1),
});
/** What the server under the API says of a path that it does not have. */
const noPath = z.object({ statusCode: z.literal(404), message: z.string().startsWith("Cannot ") });

const envelope = z.object({ data: z.unknown().optional(), errors: z.array(graphqlFailure).optional() });

/** Error codes that Vendure returns before the whole operation, or after rolling it back. */
const REFUSALS: ReadonlyMap<string, "unauthorized" | "not_found" | "rejected"> = new Map([
  ["FORBIDDEN", "unauthorized"],
  ["UNAUTHORIZED", "unauthorized"],
  ["ENTITY_NOT_FOUND", "not_found"],
  ["CHANNEL_NOT_FOUND", "rejected"],
  ["USER_INPUT_ERROR", "rejected"],
  ["ILLEGAL_OPERATION", "rejected"],
  ["BAD_USER_INPUT", "rejected"],
  ["GRAPHQL_VALIDATION_FAILED", "rejected"],
  ["GRAPHQL_PARSE_FAILED", "rejected"],
]);

/**
 * Runs one GraphQL operation on a Vendure Admin API, which returns its errors in the body, mostly with HTTP 200.
 * @returns the parsed `data` and the answer's headers
 * @throws StoreError
 */
export async function callVendure<T>(
  connection: StoreConnection,
  headers: Readonly<Record<string, string>>,
  operation: Operation,
  shape: z.ZodType<T>,
): Promise<{ data: T; headers: StoreResponse["headers"] }> {
  const { query, variables, access } = operation;
  const response = await callStore(connection, {
    method: "POST",
    path: "",
    headers,
    body: { query, variables },
    access,
    isOwnError: (json) => ownError.safeParse(json).success || noPath.safeParse(json).success,
    missing: NO_API,
  });
  const parsed = envelope.safeParse(response.json);
  if (parsed.success) refuseErrors(parsed.data, operation);
  if (response.status === 404) {
    throw new StoreError("not_found", "definite", NO_API);
  }
  if (response.status >= 400) {
    throw new StoreError("rejected", "definite", `The store refused the request (${response.status}).`);
  }
  const data = shape.safeParse(parsed.data?.data);
  if (!data.success)
    throw invalidResponse(operation, "The store's answer is not what a Vendure store gives.", data.error);
  return { data: data.data, headers: response.headers };
}

const NO_API = "There is no Admin API at the store's address.";

/** @throws StoreError if the answer has errors */
function refuseErrors(answer: Answer, operation: Operation): void {
  const [first] = answer.errors ?? [];
  if (!first) return;
  throw operation.access === "write" ? failedWrite(answer, first) : failedRead(answer, first);
}

type Answer = z.output<typeof envelope>;
const says = ({ message }: GraphqlFailure): string => `The store says: ${message.slice(0, 300)}`;

/** All errors are judged: one that leaves the outcome unknown leaves it unknown whatever the others say. */
function failedWrite({ errors = [], data }: Answer, first: GraphqlFailure): StoreError {
  const doubtful = errors.find((error) => !isUnexecuted({ errors: [error], data }, isRefusal));
  const reason = REFUSALS.get(codeOf(first));
  return doubtful || !reason
    ? invalidResponse({ access: "write" }, says(doubtful ?? first))
    : new StoreError(reason, "definite", says(first));
}

/**
 * A sign-in that does not suffice is the reason wherever it is said, and beside fields that were answered. Any other
 * error below the operation's own field says nothing of what was asked for.
 */
function failedRead({ errors = [] }: Answer, first: GraphqlFailure): StoreError {
  const refused = errors.find((error) => REFUSALS.get(codeOf(error)) === "unauthorized");
  if (refused) return new StoreError("unauthorized", "definite", says(refused));
  const reason = (first.path?.length ?? 0) <= 1 ? REFUSALS.get(codeOf(first)) : undefined;
  return reason
    ? new StoreError(reason, "definite", says(first))
    : invalidResponse({ access: "read" }, says(first));
}

const isRefusal = (code: string): boolean => REFUSALS.has(code);
