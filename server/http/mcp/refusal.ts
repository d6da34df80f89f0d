import { apiHeaders, errorEnvelope, errorHeaders, type PublicError } from "@/server/api/error-response";
import { DEFAULT_SCOPES } from "@/server/domain/grants/grant";
import type { HttpResponse } from "../message";

export const MCP_PATH = "/api/mcp";

/** The id of the message that an error answers; null when it could not be parsed. */
export type RequestId = string | number | null;

// JSON-RPC leaves -32000 to the implementation; `data.error` is the contract's code.
const REFUSED = -32_000;
const PARSE_ERROR = -32_700;
const METHOD_NOT_FOUND = -32_601;

/** The address at which a client finds the authorization server this resource trusts (RFC 9728). */
const metadataUrl = (publicUrl: string): string =>
  `${publicUrl}/.well-known/oauth-protected-resource${MCP_PATH}`;

/** The scopes a client requests first: all read scopes. Write scopes are requested when a tool needs them. */
const FIRST_SCOPES = DEFAULT_SCOPES.join(" ");

/**
 * Builds the answer to a request that failed before any of it was performed: HTTP status and headers as in REST, and
 * a JSON-RPC error whose `data` is the error envelope of the contract.
 */
export function jsonRpcErrorResponse(
  error: PublicError,
  { requestId, publicUrl, credentialSent }: { requestId: string; publicUrl: string; credentialSent: boolean },
  id: RequestId,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  const resource = { metadataUrl: metadataUrl(publicUrl), firstScopes: FIRST_SCOPES };
  const data = errorEnvelope(error, { requestId, publicUrl });
  const code = error.code === "bad_request" ? PARSE_ERROR : REFUSED;
  return {
    status: error.status,
    headers: { ...errorHeaders(error, { requestId, publicUrl, credentialSent, resource }), ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id, error: { code, message: error.message, data } }),
  };
}

/** Builds the answer to a protocol method that this server does not support. */
export const noSuchMethod = (requestId: string, id: RequestId): HttpResponse => ({
  status: 404,
  headers: apiHeaders(requestId),
  body: JSON.stringify({
    jsonrpc: "2.0",
    id,
    error: { code: METHOD_NOT_FOUND, message: "Method not found" },
  }),
});
