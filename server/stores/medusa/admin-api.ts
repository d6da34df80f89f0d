import { z } from "zod";
import { callStore, invalidResponse, type StoreCall, type StoreResponse } from "@/server/stores/http";
import type { MedusaCredentials } from "@/server/stores/medusa/declaration";
import { parseExact } from "@/server/stores/medusa/exact-json";
import { type StoreConnection, StoreError } from "@/server/stores/port";

/** A connection with credentials parsed by the connector's schema; the address is that of the server's root. */
export type MedusaConnection = StoreConnection & { readonly medusa: MedusaCredentials };

export type Query = Readonly<Record<string, string | readonly string[]>>;

/** One call of the server; the path begins at its root. */
export interface MedusaCall extends Pick<StoreCall, "method" | "access" | "body" | "bodyText"> {
  readonly path: string;
  readonly query?: Query;
}

const failure = z.object({ message: z.string() });
/** Every error of the server has a type, but for the one of a request without a sign-in. */
const ownError = failure.extend({ type: z.string().regex(/^\w+$/) });
const notSignedIn = z.strictObject({ message: z.literal("Unauthorized") });

/**
 * Calls the server once. Numbers of its answer are texts, as they were sent.
 * @param headers those that sign in
 * @param shape of the answer; it decides, because the server answers 200 to much that it did not do
 * @throws StoreError
 */
export async function callMedusa<T>(
  connection: StoreConnection,
  headers: Readonly<Record<string, string>>,
  { path, query = {}, ...call }: MedusaCall,
  shape: z.ZodType<T>,
): Promise<T> {
  const sent = encodeQuery(query);
  const response = await callStore(connection, {
    ...call,
    path: `${path}${sent === "" ? "" : `?${sent}`}`,
    headers,
    parse: parseExact,
    isOwnError: (json, status) =>
      ownError.safeParse(json).success || (status === 401 && notSignedIn.safeParse(json).success),
    missing: NO_SERVER,
    explain: refusalText,
  });
  if (response.status >= 400) throw refusalOf(response);
  const parsed = shape.safeParse(response.json);
  if (!parsed.success)
    throw invalidResponse(call, "The answer is not what a Medusa shop gives.", parsed.error);
  return parsed.data;
}

/** The server reads a list from a name with brackets, and takes one value of it for a text. */
function encodeQuery(query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of typeof value === "string" ? [value] : value)
      params.append(typeof value === "string" ? name : `${name}[]`, each);
  return params.toString();
}

const NO_SERVER = "There is no Medusa server of version 2.12.3 or newer at this address.";

/** Translates a refusal of the server's own; a path that it does not have is a page. */
function refusalOf({ status, json }: StoreResponse): StoreError {
  const message = failure.safeParse(json).data?.message ?? `status ${status}`;
  return new StoreError(status === 404 ? "not_found" : "rejected", "definite", `The shop says: ${message}`);
}

/** Explains a 401. A missing, an unknown and a revoked key are the same to the server. */
function refusalText(json: unknown): string | null {
  const message = failure.safeParse(json).data?.message;
  if (message === undefined) return null;
  return message === "Unauthorized"
    ? "The shop does not know the sign-in: the key is wrong or was revoked, or it is not a secret key."
    : `The shop refused the sign-in: ${message}`;
}
