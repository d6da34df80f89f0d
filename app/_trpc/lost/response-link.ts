import { type Operation, type TRPCClient, TRPCClientError, type TRPCLink } from "@trpc/client";
import { observable, observableToPromise } from "@trpc/server/observable";
import type { AppRouter } from "@/server/api/root";
import { callOutcomeOf, type Inquiry, isSignedOut, sendReliably } from "./lost-response";

/** The procedure that returns the outcome of an earlier request. */
const SETTLE = "requests.settle";

/** Routers about people rather than workspaces; the service stores no request outcomes for their calls. */
export const WITHOUT_WORKSPACE: ReadonlySet<string> = new Set(["account", "staff"]);

/** Options of a mutation besides its input: `mutate(input, { context: calling({ … }) })`. */
export interface CallOptions {
  /** The mutation as a sentence: "Approve Brass desk lamp". */
  readonly says?: string;
  /** Called when the answer was lost, before its outcome is resolved. */
  readonly onLost?: () => void;
  /** The key of an earlier attempt at the same mutation. */
  readonly idempotencyKey?: string;
}

export const callContext = (options: CallOptions): Record<string, unknown> => ({ ...options });

/** The functions of the page that the link calls. */
export interface ResponseLinkHooks {
  /** Whether calls name a workspace. */
  readonly inWorkspace: boolean;
  settle(key: string): ReturnType<NonNullable<Inquiry["settle"]>>;
  reach(): Promise<unknown>;
  pause(milliseconds: number): Promise<void>;
  checking(op: Operation): () => void;
  /**
   * Called when a mutation is sent, with its key in the context; the returned function is called when it was
   * answered.
   */
  sending(op: Operation): () => void;
  /** Called after the outcome of a lost answer is resolved, so that the page reloads its data. */
  onOutcomeKnown(): void;
  /** Opens the sign-in page. False if the page stays. */
  signIn(): boolean;
}

/** Gives every mutation of a workspace an Idempotency-Key and resolves its outcome if the answer is lost. */
export const responseLink =
  (hooks: ResponseLinkHooks): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) => {
    if (op.type !== "mutation" || op.path === SETTLE) return next(op);
    const keyed = hooks.inWorkspace && !WITHOUT_WORKSPACE.has(op.path.split(".")[0] ?? "");
    const key = callOptionsOf(op).idempotencyKey ?? newKey();
    const sent = { ...op, context: { ...op.context, idempotencyKey: key } };
    return observable((observer) => {
      const done = hooks.sending(sent);
      sendReliably(() => observableToPromise(next(sent)), inquiryOf(sent, keyed ? key : null, hooks)).then(
        (response) => {
          done();
          observer.next(response);
          observer.complete();
        },
        (error: unknown) => {
          // The interrupted mutation is stored; the page is being left, so no error is shown on it.
          if (isSignedOut(error) && hooks.signIn()) return;
          done();
          if (callOutcomeOf(error) !== null) hooks.onOutcomeKnown();
          observer.error(TRPCClientError.from<AppRouter>(error as Error));
        },
      );
    });
  };

/** Builds the inquiry for a workspace's request that bypasses the link, by its Idempotency-Key. */
export const createInquiry = (
  client: TRPCClient<AppRouter>,
  key: string,
  checking: Inquiry["checking"],
): Inquiry => ({
  settle: async () => (await client.requests.settle.mutate({ key })).outcome,
  reach: () => client.account.me.query(),
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  checking,
});

const inquiryOf = (op: Operation, key: string | null, hooks: ResponseLinkHooks): Inquiry => ({
  settle: key === null ? null : () => hooks.settle(key),
  reach: () => hooks.reach(),
  pause: (milliseconds) => hooks.pause(milliseconds),
  checking: () => {
    callOptionsOf(op).onLost?.();
    return hooks.checking(op);
  },
});

/** Returns the options that the caller passed besides the input. */
export const callOptionsOf = ({ context }: Operation): CallOptions => context;

/** Returns a random 128-bit key in hex. Unlike `crypto.randomUUID`, this also works on a page served without https. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
