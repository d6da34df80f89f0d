import { TRPCError } from "@trpc/server";
import { ZodError } from "zod";
import { isTransient, isUnstorableText } from "@/server/db/database/errors";
import { DomainError, type ErrorCode, type ErrorExtra, type FieldIssue } from "@/server/domain/errors";
import type { Log } from "@/server/usecases/request-context";

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
