import { TRPCClientError } from "@trpc/client";
import type { AppRouter } from "@/server/api/root";

/** What is known of a change whose answer never came: it took no effect, it did, or nobody can tell. */
export type CallOutcome = "not_taken" | "taken" | "unknown";

const MESSAGES: Readonly<Record<CallOutcome, string>> = {
  not_taken: "The connection broke before it arrived, so nothing was changed. Try again.",
  taken:
    "It was done, but its answer was lost on the way. What is shown only once, such as a new key, cannot be shown: revoke it and make another.",
  unknown: "The answer was lost; it may have been saved. The page shows what is stored now.",
};

/** Why a call has no answer to give. */
class LostAnswer extends Error {
  override readonly name = "LostAnswer";
  constructor(readonly callOutcome: CallOutcome) {
    super(MESSAGES[callOutcome]);
  }
}

const UNAUTHORIZED = 401;
const REQUEST_TIMEOUT = 408;
const TOO_MANY = 429;

/**
 * Whether it is open what became of a call: no answer, one that broke off, or a fault on the service's side. A refusal
 * of the service is an answer.
 */
export function isLost(error: unknown): boolean {
  if (!isCallError(error) || error.cause instanceof LostAnswer) return false;
  const status = error.data?.httpStatus;
  if (status !== undefined) return status >= 500;
  const raw = responseStatus(error);
  return raw === null || raw < 400 || raw === REQUEST_TIMEOUT || raw >= 500;
}

/** What is known of the change that failed with this error; null where the service answered. */
export const fateOf = (error: unknown): CallOutcome | null =>
  isCallError(error) && error.cause instanceof LostAnswer ? error.cause.callOutcome : null;

/** How a change is sent, and how one finds out about it. */
export interface Inquiry {
  /** Asks what became of it; null where the service keeps no account of such calls. */
  readonly settle: (() => Promise<"taken" | "underway" | "not_taken">) | null;
  /** Resolves when the service answers anything at all. */
  reach(): Promise<unknown>;
  pause(milliseconds: number): Promise<void>;
  /** Says that it is being found out; what it returns takes that back. */
  checking(): () => void;
}

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 8_000;

/** How long to wait before asking for the n-th time again, in milliseconds. */
export const pauseBefore = (attempt: number): number =>
  Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempt, 10));

/**
 * Sends a change and gives its answer. Where the answer is lost, asks until it is known what became of the change, over
 * a restart of the service too, and gives the first answer again if it took effect. Nothing takes effect twice.
 * @throws the service's refusal; a call error caused by LostAnswer where there is no answer to give
 */
export async function answered<T>(send: () => Promise<T>, inquiry: Inquiry): Promise<T> {
  let over: (() => void) | null = null;
  try {
    for (;;) {
      try {
        return await send();
      } catch (error) {
        // A repeat that is refused says nothing against the first one, which was taken.
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

const lost = (callOutcome: CallOutcome) => TRPCClientError.from<AppRouter>(new LostAnswer(callOutcome));

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
