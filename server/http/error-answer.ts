import type { PublicError } from "@/server/api/middleware/errors";
import type { HttpAnswer } from "./message";

/** Headers that every answer of the API carries. */
export const apiHeaders = (requestId: string): Record<string, string> => ({
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "x-request-id": requestId,
});

/**
 * The error envelope of the contract.
 * @param credentialSent whether the request carried a credential, which decides what WWW-Authenticate says
 */
export function errorAnswer(
  error: PublicError,
  facts: { requestId: string; publicUrl: string; credentialSent: boolean },
  headers: Readonly<Record<string, string>> = {},
): HttpAnswer {
  const { retry_after: retryAfter } = error.extra;
  return {
    status: error.status,
    headers: {
      ...apiHeaders(facts.requestId),
      ...challenge(error, facts.credentialSent),
      ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
      ...headers,
    },
    body: JSON.stringify(errorEnvelope(error, facts)),
  };
}

/** What every transport says of an error, in the form of the contract. */
export function errorEnvelope(error: PublicError, facts: { requestId: string; publicUrl: string }) {
  const { retry_after: _retryAfter, ...extra } = error.extra;
  return {
    error: error.code,
    message: error.message,
    request_id: facts.requestId,
    docs_url: `${facts.publicUrl}/reference#${error.code}`,
    ...extra,
  };
}

function challenge(error: PublicError, credentialSent: boolean): Record<string, string> {
  if (error.code === "unauthorized")
    return { "www-authenticate": credentialSent ? 'Bearer error="invalid_token"' : "Bearer" };
  if (error.code === "insufficient_scope")
    return { "www-authenticate": `Bearer error="insufficient_scope", scope="${error.extra.required ?? ""}"` };
  return {};
}
