import { TRPCError } from "@trpc/server";
import { ZodError } from "zod";
import { isTransient, isUnstorableText } from "@/server/db/database/errors";
import { DomainError, type ErrorCode, type ErrorExtra, type FieldIssue } from "@/server/domain/errors";
import type { Log } from "@/server/usecases/request-context";

/** An error as any transport may return it: nothing in it is internal. */
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

/** A body can be wrong in a hundred thousand places; only the first issues are listed. */
const MAX_ISSUES = 100;

/** Zod's issues in the contract's form: dotted path, code, message. */
const fieldIssues = (error: ZodError): FieldIssue[] =>
  error.issues.slice(0, MAX_ISSUES).map((issue) => ({
    path: issue.path.map(String).join("."),
    code: issue.code,
    message: issue.message,
  }));

/**
 * The public error for anything that was thrown. A DomainError is returned as it is; a body that fails its schema
 * becomes validation_error, a database that is away for now unavailable; everything else becomes internal_error
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

// PostgreSQL stores every character but NUL; wherever a caller put it, the mistake is the caller's.
const NUL_ISSUE = {
  issues: [{ path: "", code: "invalid_format", message: "must not contain a NUL character" }],
};

/** The cause of a 5xx, which belongs in the log; null for a mistake of the caller's. */
function internalCause(thrown: unknown, { status }: PublicError): unknown {
  if (status < 500) return null;
  return thrown instanceof TRPCError ? (thrown.cause ?? thrown) : thrown;
}

/**
 * Logs the cause of an internal failure, and returns what the caller may see of it.
 * @param fields for the log: the request's id, and what was asked for
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
