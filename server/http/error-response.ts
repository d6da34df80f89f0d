import { loggedError, type PublicError } from "@/server/api/public-error";
import type { Services } from "@/server/usecases/request-context";
import type { HttpResponse } from "./message";

/** The request data that an error answer depends on. */
interface RequestOfError {
  readonly requestId: string;
  readonly publicUrl: string;
  /** Whether the request carried a credential: WWW-Authenticate then reports it as invalid. */
  readonly credentialSent: boolean;
  /** The authorization metadata of a resource that OAuth protects (RFC 9728). */
  readonly resource?: { readonly metadataUrl: string; readonly firstScopes: string };
}

/** Returns the headers of every answer of the API. */
export const apiHeaders = (requestId: string): Record<string, string> => ({
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "x-request-id": requestId,
});

/** Returns the headers of an error's answer: the common ones, the challenge, and Retry-After. */
export function errorHeaders(error: PublicError, request: RequestOfError): Record<string, string> {
  const { retry_after: retryAfter } = error.extra;
  return {
    ...apiHeaders(request.requestId),
    ...challenge(error, request),
    ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
  };
}

/** Builds the error body of the contract, the same for every transport. */
export function errorEnvelope(
  error: PublicError,
  { requestId, publicUrl }: Pick<RequestOfError, "requestId" | "publicUrl">,
) {
  const { retry_after: _retryAfter, ...extra } = error.extra;
  return {
    error: error.code,
    message: error.message,
    request_id: requestId,
    docs_url: `${publicUrl}/reference#${error.code}`,
    ...extra,
  };
}

/**
 * Builds the answer to a failed request; logs the cause of an internal failure.
 * @param options.headers additional headers for an error, such as `allow`
 */
export function errorResponse(
  { settings, newId, log }: Pick<Services, "settings" | "newId" | "log">,
  thrown: unknown,
  options: {
    readonly requestId?: string;
    readonly path?: string;
    readonly credentialSent?: boolean;
    readonly headers?: (error: PublicError) => Readonly<Record<string, string>> | undefined;
  } = {},
): HttpResponse {
  const { requestId = newId("request"), path, credentialSent = false, headers } = options;
  const error = loggedError(log, thrown, { request_id: requestId, path });
  const request = { requestId, publicUrl: settings.publicUrl, credentialSent };
  return {
    status: error.status,
    headers: { ...errorHeaders(error, request), ...headers?.(error) },
    body: JSON.stringify(errorEnvelope(error, request)),
  };
}

/** Returns WWW-Authenticate (RFC 6750) for a missing or invalid credential and for a missing scope. */
function challenge(error: PublicError, { credentialSent, resource }: RequestOfError): Record<string, string> {
  const parameters: string[] = [];
  if (error.code === "unauthorized") {
    if (credentialSent) parameters.push('error="invalid_token"');
    if (resource) parameters.push(`scope="${resource.firstScopes}"`);
  } else if (error.code === "insufficient_scope") {
    parameters.push('error="insufficient_scope"', `scope="${error.extra.required ?? ""}"`);
  } else return {};
  if (resource) parameters.push(`resource_metadata="${resource.metadataUrl}"`);
  return { "www-authenticate": `Bearer ${parameters.join(", ")}`.trim() };
}
