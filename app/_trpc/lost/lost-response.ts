import { TRPCClientError } from "@trpc/client";
import type { AppRouter } from "@/server/api/root";

/**
 * The outcome of a mutation whose answer was lost: it took no effect, it took effect, or neither can be established.
 */
export type CallOutcome = "not_taken" | "taken" | "unknown";

const MESSAGES: Readonly<Record<CallOutcome, string>> = {
  not_taken: "The connection broke before it arrived, so nothing was changed. Try again.",
  taken:
    "It was done, but its answer was lost on the way. What is shown only once, such as a new key, cannot be shown any more: revoke it and create another.",
  unknown: "The answer was lost; it may have been saved. The page shows what is stored now.",
};

/** The answer of a call was lost; carries the mutation's outcome. */
class LostResponse extends Error {
  override readonly name = "LostAnswer";
  constructor(readonly callOutcome: CallOutcome) {
    super(MESSAGES[callOutcome]);
  }
}

const UNAUTHORIZED = 401;
const REQUEST_TIMEOUT = 408;
const TOO_MANY = 429;

/**
 * Whether the outcome of a call is open: no answer, a broken connection, or an error on the service's side. A refusal
 * by the service is an answer.
 */
export function isLost(error: unknown): boolean {
  if (!isCallError(error) || error.cause instanceof LostResponse) return false;
  const status = error.data?.httpStatus;
  if (status !== undefined) return status >= 500;
  const raw = responseStatus(error);
  return raw === null || raw < 400 || raw === REQUEST_TIMEOUT || raw >= 500;
}

/** Returns the outcome of the mutation that failed with this error; null if the service answered. */
export const callOutcomeOf = (error: unknown): CallOutcome | null =>
  isCallError(error) && error.cause instanceof LostResponse ? error.cause.callOutcome : null;

/** The calls that resolve the outcome of a mutation. */
export interface Inquiry {
  /** Returns the mutation's outcome; null if the service stores no outcomes of such calls. */
  readonly settle: (() => Promise<"taken" | "underway" | "not_taken">) | null;
  /** Resolves when the service answers anything at all. */
  reach(): Promise<unknown>;
  pause(milliseconds: number): Promise<void>;
  /** Shows that the outcome is being resolved; the returned function removes that notice. */
  checking(): () => void;
}

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 8_000;

/** Returns the pause before the n-th repeated inquiry, in milliseconds. */
export const pauseBefore = (attempt: number): number =>
  Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempt, 10));

/**
 * Sends a mutation and returns its answer. If the answer is lost, resolves the outcome, over a restart of the service
 * too; if the mutation took effect, sends it again under the same key, which returns the first answer. Nothing takes
 * effect twice.
 * @throws the service's refusal; a call error caused by LostResponse if there is no answer to return
 */
export async function sendReliably<T>(send: () => Promise<T>, inquiry: Inquiry): Promise<T> {
  let over: (() => void) | null = null;
  try {
    for (;;) {
      try {
        return await send();
      } catch (error) {
        // A refused repetition says nothing about the first request, which took effect.
        if (!isLost(error)) throw over === null ? error : lost("taken");
      }
      over ??= inquiry.checking();
      const callOutcome = await findOut(inquiry);
      if (callOutcome !== "taken") throw lost(callOutcome);
    }
  } finally {
    over?.();
  }
}

const lost = (callOutcome: CallOutcome) => TRPCClientError.from<AppRouter>(new LostResponse(callOutcome));

async function findOut({ settle, reach, pause }: Inquiry): Promise<CallOutcome> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      if (settle === null) {
        await reach();
        return "unknown";
      }
      const outcome = await settle();
      if (outcome !== "underway") return outcome;
    } catch (error) {
      if (isSignedOut(error)) throw error;
      if (!isLost(error) && !isBusy(error)) return "unknown";
    }
    await pause(pauseBefore(attempt));
  }
}

const isBusy = (error: unknown): boolean => isCallError(error) && error.data?.httpStatus === TOO_MANY;

/** Whether a call was refused because the session has ended. */
export const isSignedOut = (error: unknown): boolean =>
  isCallError(error) && (error.data?.httpStatus ?? responseStatus(error)) === UNAUTHORIZED;

const isCallError = (error: unknown): error is TRPCClientError<AppRouter> => error instanceof TRPCClientError;

function responseStatus({ meta }: TRPCClientError<AppRouter>): number | null {
  const response = meta?.["response"];
  return response instanceof Response ? response.status : null;
}
