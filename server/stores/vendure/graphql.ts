import { z } from "zod";
import { codeOf, graphqlFailure, isUnexecuted } from "@/server/stores/graphql-failures";
import { callStore, invalidResponse, type StoreResponse } from "@/server/stores/http";
import { type StoreConnection, StoreError } from "@/server/stores/port";

export type Operation = {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly access: "read" | "write";
};

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
  });
  const parsed = envelope.safeParse(response.json);
  if (parsed.success) refuseErrors(parsed.data, operation);
  if (response.status === 404) {
    throw new StoreError("not_found", "definite", "There is no Admin API at the store's address.");
  }
  if (response.status >= 400) {
    throw new StoreError("rejected", "definite", `The store refused the request (${response.status}).`);
  }
  const data = shape.safeParse(parsed.data?.data);
  if (!data.success)
    throw invalidResponse(operation, "The store's answer is not what a Vendure store gives.", data.error);
  return { data: data.data, headers: response.headers };
}

/**
 * All errors of an answer are judged: one that leaves the outcome unknown leaves it unknown whatever the others say.
 * @throws StoreError if the answer has errors
 */
function refuseErrors({ errors = [], data }: z.output<typeof envelope>, operation: Operation): void {
  const [first] = errors;
  if (!first) return;
  const doubtful = errors.find((error) => !isUnexecuted({ errors: [error], data }, isRefusal));
  const message = `The store says: ${(doubtful ?? first).message.slice(0, 300)}`;
  const reason = REFUSALS.get(codeOf(first));
  if (doubtful || !reason) throw invalidResponse(operation, message);
  throw new StoreError(reason, "definite", message);
}

const isRefusal = (code: string): boolean => REFUSALS.has(code);
