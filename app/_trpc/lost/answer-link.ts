import { type Operation, type TRPCClient, TRPCClientError, type TRPCLink } from "@trpc/client";
import { observable, observableToPromise } from "@trpc/server/observable";
import type { AppRouter } from "@/server/api/root";
import { answered, fateOf, type Inquiry, isSignedOut } from "./lost-answer";

/** The procedure that says what became of a request. */
const SETTLE = "requests.settle";

/** The resources of people rather than workspaces, where no account of requests is kept. */
export const WITHOUT_WORKSPACE: ReadonlySet<string> = new Set(["account", "staff"]);

/** What a caller may say beside the input: `mutate(input, { context: calling({ … }) })`. */
export interface Calling {
  /** The change in words: "Approve Brass desk lamp". */
  readonly says?: string;
  /** Called when the answer was lost, before it is found out what became of the change. */
  readonly onLost?: () => void;
  /** The key of an earlier try of the same change. */
  readonly idempotencyKey?: string;
}

export const calling = (about: Calling): Record<string, unknown> => ({ ...about });

/** What the link does of the page's own. */
export interface AnswerWays {
  /** Whether calls name a workspace. */
  readonly inWorkspace: boolean;
  settle(key: string): ReturnType<NonNullable<Inquiry["settle"]>>;
  reach(): Promise<unknown>;
  pause(milliseconds: number): Promise<void>;
  checking(op: Operation): () => void;
  /** Called when a change sets out, with its key; what it returns is called when it was answered. */
  sending(op: Operation): () => void;
  /** Called after it was found out what became of a change, so that the page reads again what is stored. */
  foundOut(): void;
  /** Leaves for the sign-in page. False where the page stays. */
  signIn(): boolean;
}

/** Gives every change of a workspace a key of its own, and finds out what became of it when its answer is lost. */
export const answerLink =
  (ways: AnswerWays): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) => {
    if (op.type !== "mutation" || op.path === SETTLE) return next(op);
    const keyed = ways.inWorkspace && !WITHOUT_WORKSPACE.has(op.path.split(".")[0] ?? "");
    const key = about(op).idempotencyKey ?? newKey();
    const sent = { ...op, context: { ...op.context, idempotencyKey: key } };
    return observable((observer) => {
      const done = ways.sending(sent);
      answered(() => observableToPromise(next(sent)), inquiryOf(sent, keyed ? key : null, ways)).then(
        (answer) => {
          done();
          observer.next(answer);
          observer.complete();
        },
        (error: unknown) => {
          // What the end of the session stopped is kept; on the page that is being left there is nothing to say.
          if (isSignedOut(error) && ways.signIn()) return;
          done();
          if (fateOf(error) !== null) ways.foundOut();
          observer.error(TRPCClientError.from<AppRouter>(error as Error));
        },
      );
    });
  };

/** How one finds out about a request of a workspace that does not go through the link, by its Idempotency-Key. */
export const inquiryInto = (
  client: TRPCClient<AppRouter>,
  key: string,
  checking: Inquiry["checking"],
): Inquiry => ({
  settle: async () => (await client.requests.settle.mutate({ key })).outcome,
  reach: () => client.account.me.query(),
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  checking,
});

const inquiryOf = (op: Operation, key: string | null, ways: AnswerWays): Inquiry => ({
  settle: key === null ? null : () => ways.settle(key),
  reach: () => ways.reach(),
  pause: (milliseconds) => ways.pause(milliseconds),
  checking: () => {
    about(op).onLost?.();
    return ways.checking(op);
  },
});

/** What the caller said beside the input. */
export const about = ({ context }: Operation): Calling => context;

/** A key that nobody else makes; also where the page did not come over https. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
