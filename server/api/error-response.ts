/**
 * The way of an error: whatever was thrown becomes a public error, and a public error becomes the response with status,
 * headers, challenge and body. REST, files, agents and the browser's calls all use it.
 */
import { TRPCError } from "@trpc/server";
import { ZodError } from "zod";
import { isTransient, isUnstorableText } from "@/server/db/database/errors";
import { DomainError, type ErrorCode, type ErrorExtra, type FieldIssue } from "@/server/domain/errors";
import type { Log, Services } from "@/server/usecases/services";

/** An error as any transport may return it, without internal details. */
export interface PublicError {
  readonly code: ErrorCode;
  readonly status: number;
  readonly message: string;
  readonly extra: ErrorExtra;
}

const publicPart = (error: DomainError): PublicError => ({
  code: error.code,
  status: error.status,
  message: error.message,
  extra: error.extra,
});

/** A body can have a hundred thousand invalid fields; only the first issues are listed. */
const MAX_ISSUES = 100;

/** Converts Zod's issues to the contract's form: dotted path, code, message. */
const fieldIssues = (error: ZodError): FieldIssue[] =>
  error.issues.slice(0, MAX_ISSUES).map((issue) => ({
    path: issue.path.map(String).join("."),
    code: issue.code,
    message: issue.message,
  }));

/**
 * Returns the public error for any thrown value. A DomainError keeps its code and message; a body that fails its
 * schema becomes validation_error, a transient database failure unavailable, and everything else internal_error
 * without its text.
 */
export function publicError(thrown: unknown): PublicError {
  if (thrown instanceof DomainError) return publicPart(thrown);
  if (thrown instanceof TRPCError) {
    if (thrown.cause instanceof DomainError) return publicPart(thrown.cause);
    if (thrown.code === "BAD_REQUEST" && thrown.cause instanceof ZodError)
      return publicPart(
        new DomainError("validation_error", undefined, { issues: fieldIssues(thrown.cause) }),
      );
    if (thrown.code === "NOT_FOUND")
      return publicPart(new DomainError("not_found", "There is no such path."));
    if (thrown.code === "PARSE_ERROR" || thrown.code === "BAD_REQUEST")
      return publicPart(new DomainError("bad_request"));
    if (thrown.code === "METHOD_NOT_SUPPORTED") return publicPart(new DomainError("method_not_allowed"));
    if (thrown.code === "UNSUPPORTED_MEDIA_TYPE")
      return publicPart(new DomainError("unsupported_media_type"));
    if (thrown.code === "PAYLOAD_TOO_LARGE") return publicPart(new DomainError("payload_too_large"));
  }
  if (isTransient(thrown)) return publicPart(new DomainError("unavailable"));
  if (isUnstorableText(thrown))
    return publicPart(new DomainError("validation_error", "A text contains a NUL character.", NUL_ISSUE));
  return publicPart(new DomainError("internal_error"));
}

// PostgreSQL stores every character except NUL; a NUL in any input is a validation error of the caller.
const NUL_ISSUE = {
  issues: [{ path: "", code: "invalid_format", message: "must not contain a NUL character" }],
};

/** Returns the cause of a 5xx, which is logged; null for a caller's mistake. */
function internalCause(thrown: unknown, { status }: PublicError): unknown {
  if (status < 500) return null;
  return thrown instanceof TRPCError ? (thrown.cause ?? thrown) : thrown;
}

/**
 * Logs the cause of an internal failure, and returns the public error.
 * @param fields for the log: the request's id and the requested operation
 */
export function loggedError(
  log: Log,
  thrown: unknown,
  fields: Readonly<Record<string, string | undefined>>,
): PublicError {
  const error = publicError(thrown);
  const cause = internalCause(thrown, error);
  if (cause) log.error({ err: cause, ...fields }, "request failed");
  return error;
}

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

/** The response to a failed request, for any transport over HTTP. */
interface ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
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
): ErrorResponse {
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
