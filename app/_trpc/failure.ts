import { TRPCClientError } from "@trpc/client";
import type { AppRouter } from "@/server/api/root";
import type { FieldIssue } from "@/server/domain/errors";
import { type CallOutcome, callOutcomeOf } from "./lost/lost-response";

/** A failed call as a page shows it. `code` is null if no answer arrived. */
export interface Failure {
  readonly code: string | null;
  readonly message: string;
  readonly requestId: string | undefined;
  /** The validation issues, by dotted path of the field. */
  readonly issues: readonly FieldIssue[];
  /** The fields that changed since the page was loaded; empty unless `code` is "conflict". */
  readonly changed: readonly string[];
  readonly currentStatus: string | undefined;
  /** The outcome of a mutation whose answer was lost; null if an answer arrived. */
  readonly callOutcome: CallOutcome | null;
}

/** What a call says to which no answer arrived. */
export const UNREACHABLE = "The service could not be reached. Check the connection and try again.";
const NOT_SHOWN = "Something went wrong on our side. Try again in a moment.";

/** Converts the error of a call into a `Failure`; an error that is not the service's becomes a general message. */
export function failureOf(error: unknown): Failure {
  const callOutcome = callOutcomeOf(error);
  const blank = { requestId: undefined, issues: [], changed: [], currentStatus: undefined, callOutcome };
  if (!isOurs(error)) return { code: null, message: NOT_SHOWN, ...blank };
  const { data } = error;
  if (callOutcome !== null) return { code: null, message: error.message, ...blank };
  if (!data) return { code: null, message: UNREACHABLE, ...blank };
  return {
    code: data.error,
    message: error.message,
    requestId: data.requestId ?? undefined,
    issues: data.issues ?? [],
    changed: data.changed ?? [],
    currentStatus: data.current_status,
    callOutcome,
  };
}

/** Returns the message about one field as a sentence, or undefined if there is none. */
export function issueAt(failure: Failure | null, path: string): string | undefined {
  const message = failure?.issues.find((issue) => issue.path === path)?.message;
  return message && message.charAt(0).toUpperCase() + message.slice(1);
}

/** Whether the same call may succeed if repeated: no answer, or an error that is not the caller's. */
export function isTransient(error: unknown): boolean {
  if (!isOurs(error)) return false;
  const status = error.data?.httpStatus;
  return status === undefined || status >= 500;
}

function isOurs(error: unknown): error is TRPCClientError<AppRouter> {
  return error instanceof TRPCClientError;
}
