import { TRPCError } from "@trpc/server";
import { ZodError } from "zod";
import { causesOf, isTransient } from "@/server/db/database/errors";
import { DomainError, type ErrorCode, type ErrorExtra, type FieldIssue } from "@/server/domain/errors";

/** An error as any transport may tell it: nothing in it is internal. */
export interface PublicError {
  readonly code: ErrorCode;
  readonly status: number;
  readonly message: string;
  readonly extra: ErrorExtra;
}

const told = (error: DomainError): PublicError => ({
  code: error.code,
  status: error.status,
  message: error.message,
  extra: error.extra,
});

/** A body can be wrong in a hundred thousand places; the first ones are told. */
const MAX_ISSUES = 100;

/** Zod's issues in the contract's form: dotted path, code, message. */
const fieldIssues = (error: ZodError): FieldIssue[] =>
  error.issues.slice(0, MAX_ISSUES).map((issue) => ({
    path: issue.path.map(String).join("."),
    code: issue.code,
    message: issue.message,
  }));

/**
 * What a caller is told of anything that was thrown. Only a DomainError speaks for itself; a body that is not of
 * the schema's form becomes validation_error, a database that is away for now unavailable; everything else is
 * internal_error without a word of its text.
 */
export function publicError(thrown: unknown): PublicError {
  if (thrown instanceof DomainError) return told(thrown);
  if (thrown instanceof TRPCError) {
    if (thrown.cause instanceof DomainError) return told(thrown.cause);
    if (thrown.code === "BAD_REQUEST" && thrown.cause instanceof ZodError)
      return told(new DomainError("validation_error", undefined, { issues: fieldIssues(thrown.cause) }));
    if (thrown.code === "NOT_FOUND") return told(new DomainError("not_found", "There is no such path."));
    if (thrown.code === "PARSE_ERROR" || thrown.code === "BAD_REQUEST")
      return told(new DomainError("bad_request"));
    if (thrown.code === "METHOD_NOT_SUPPORTED") return told(new DomainError("method_not_allowed"));
    if (thrown.code === "UNSUPPORTED_MEDIA_TYPE") return told(new DomainError("unsupported_media_type"));
    if (thrown.code === "PAYLOAD_TOO_LARGE") return told(new DomainError("payload_too_large"));
  }
  if (isTransient(thrown)) return told(new DomainError("unavailable"));
  if (causesOf(thrown).some(({ message }) => UNSTORABLE.test(message)))
    return told(new DomainError("validation_error", "A text contains a NUL character.", NUL_ISSUE));
  return told(new DomainError("internal_error"));
}

// PostgreSQL holds every text but one with this character; wherever a caller put it, the mistake is the caller's.
const UNSTORABLE = /invalid byte sequence for encoding "UTF8": 0x00/;
const NUL_ISSUE = {
  issues: [{ path: "", code: "invalid_format", message: "must not contain a NUL character" }],
};

/** What belongs in the log: the cause at the bottom of a 5xx, never a caller's mistake. */
export function internalCause(thrown: unknown): unknown {
  if (publicError(thrown).status < 500) return null;
  return thrown instanceof TRPCError ? (thrown.cause ?? thrown) : thrown;
}
