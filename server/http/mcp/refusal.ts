import type { PublicError } from "@/server/api/middleware/errors";
import { SCOPES } from "@/server/domain/permissions";
import { apiHeaders, errorEnvelope } from "../error-answer";
import type { HttpAnswer } from "../message";

export const MCP_PATH = "/api/mcp";

/** The id of the one request a refusal answers; null where none could be told. */
export type RequestId = string | number | null;

// JSON-RPC leaves -32000 to the implementation; what it is stands in `data.error`.
const REFUSED = -32_000;
const PARSE_ERROR = -32_700;
const METHOD_NOT_FOUND = -32_601;

/** Where a client learns which authorization server this resource trusts (RFC 9728). */
const metadataUrl = (publicUrl: string): string =>
  `${publicUrl}/.well-known/oauth-protected-resource${MCP_PATH}`;

/** Asked for first: what reads. A change asks for its own scope when it is tried. */
const FIRST_SCOPES = SCOPES.filter((scope) => scope.endsWith(":read")).join(" ");

/**
 * A request refused before any of it was carried out: HTTP status and headers as on REST, and a JSON-RPC error whose
 * `data` is the envelope of the contract.
 */
export function refusalAnswer(
  error: PublicError,
  facts: { requestId: string; publicUrl: string; credentialSent: boolean },
  id: RequestId,
  headers: Readonly<Record<string, string>> = {},
): HttpAnswer {
  const { retry_after: retryAfter } = error.extra;
  const data = errorEnvelope(error, facts);
  const code = error.code === "bad_request" ? PARSE_ERROR : REFUSED;
  return {
    status: error.status,
    headers: {
      ...apiHeaders(facts.requestId),
      ...challenge(error, facts),
      ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id, error: { code, message: error.message, data } }),
  };
}

/** For a method of the protocol that this server has no use for. */
export const noSuchMethod = (requestId: string, id: RequestId): HttpAnswer => ({
  status: 404,
  headers: apiHeaders(requestId),
  body: JSON.stringify({
    jsonrpc: "2.0",
    id,
    error: { code: METHOD_NOT_FOUND, message: "Method not found" },
  }),
});

function challenge(
  error: PublicError,
  { publicUrl, credentialSent }: { publicUrl: string; credentialSent: boolean },
): Record<string, string> {
  const where = `resource_metadata="${metadataUrl(publicUrl)}"`;
  if (error.code === "unauthorized") {
    const invalid = credentialSent ? 'error="invalid_token", ' : "";
    return { "www-authenticate": `Bearer ${invalid}scope="${FIRST_SCOPES}", ${where}` };
  }
  if (error.code === "insufficient_scope") {
    const scope = error.extra.required ?? "";
    return { "www-authenticate": `Bearer error="insufficient_scope", scope="${scope}", ${where}` };
  }
  return {};
}
