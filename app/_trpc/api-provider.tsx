"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  type Operation,
  splitLink,
  type TRPCClient,
} from "@trpc/client";
import { type ReactNode, useState } from "react";
import { dismissNotice, notify } from "@/app/_components/ui/toast";
import type { AppRouter } from "@/server/api/root";
import { TRPCProvider } from "./client";
import { isTransient } from "./failure";
import { createSessionEnd, type SessionEnd } from "./interrupted/session-end";
import { about, answerLink } from "./lost/answer-link";
import { type Checking, CheckingContext, createChecking } from "./lost/checking";
import { isSignedOut } from "./lost/lost-answer";

const FRESH_MS = 15_000;
const MAX_BATCH = 20;
const MAX_TRIES = 2;
/** A question that says more than this goes in a body: servers take addresses of 16 KiB with all headers at most. */
const MAX_IN_ADDRESS = 2_000;
/** Longer than any change takes that is not stuck, testing a slow store included. */
const ANSWERED_WITHIN_MS = 60_000;
/** Browsers refuse to keep more than 64 KiB alive, of all such requests together. */
const MAX_KEPT_ALIVE = 8_192;

/**
 * Gives the pages below it the service's procedures and a cache of their own. Inside a workspace every call names it;
 * mount it with the workspace's id as `key`, so that nothing of one workspace is kept when another is opened.
 * `person` is whoever is signed in, for whom a change is kept when their session ends; null for visitors.
 */
export function ApiProvider(props: {
  workspaceId: string | null;
  person: string | null;
  children: ReactNode;
}) {
  const [{ queryClient, trpcClient, checking }] = useState(() => {
    const checking = createChecking();
    const queryClient = makeQueryClient();
    const session = createSessionEnd(props.person);
    return {
      checking,
      queryClient,
      trpcClient: makeClient(props.workspaceId, queryClient, checking, session),
    };
  });
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        <CheckingContext value={checking}>{props.children}</CheckingContext>
      </TRPCProvider>
    </QueryClientProvider>
  );
}

function makeClient(
  workspaceId: string | null,
  queryClient: QueryClient,
  checking: Checking,
  session: SessionEnd,
) {
  const url = "/api/trpc";
  const headers = workspaceId === null ? {} : { "x-workspace-id": workspaceId };
  const keyed = ({ op }: { op: Operation }) => {
    const key = about(op).idempotencyKey;
    return key === undefined ? headers : { ...headers, "idempotency-key": key };
  };
  const client: TRPCClient<AppRouter> = createTRPCClient<AppRouter>({
    links: [
      answerLink({
        inWorkspace: workspaceId !== null,
        settle: async (key) => (await client.requests.settle.mutate({ key })).outcome,
        reach: () =>
          client.account.me.query().catch((error: unknown) => {
            // For a visitor, that is an answer too.
            if (!isSignedOut(error)) throw error;
          }),
        pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
        checking: (op) => showChecking(op, checking),
        sending: (op) => session.sending(op),
        foundOut: () => void queryClient.invalidateQueries(),
        signIn: () => session.signIn(),
      }),
      splitLink({
        condition: ({ type }) => type === "mutation",
        true: httpLink({ url, headers: keyed, fetch: outliving }),
        false: splitLink({
          condition: ({ input }) => JSON.stringify(input ?? null).length > MAX_IN_ADDRESS,
          true: httpLink({ url, headers, fetch: watched(session), methodOverride: "POST" }),
          false: httpBatchLink({ url, headers, maxItems: MAX_BATCH, fetch: watched(session) }),
        }),
      }),
    ],
  });
  return client;
}

/** Says that the answer to a change was lost and that the page is finding out, until what it returns is called. */
function showChecking(op: Operation, checking: Checking): () => void {
  const { says } = about(op);
  const notice = notify({
    title: says ? `${says}: no answer came back` : "No answer came back",
    detail: "We are checking what became of it. Nothing is sent twice.",
    durationMs: null,
  });
  const remove = checking.add(op);
  return () => {
    dismissNotice(notice);
    remove();
  };
}

/** A change that was asked for is made even when the page is left at that moment, as far as browsers allow. */
const outliving: typeof fetch = (input, init) => {
  const small = typeof init?.body === "string" && init.body.length < MAX_KEPT_ALIVE;
  const signals = [AbortSignal.timeout(ANSWERED_WITHIN_MS), ...(init?.signal ? [init.signal] : [])];
  return fetch(input, { ...init, keepalive: small, signal: AbortSignal.any(signals) });
};

function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failed, error) => failed < MAX_TRIES && isTransient(error),
      },
    },
  });
}

/** A session that ended while a page was open leads to the sign-in page and back to where the reader was. */
const watched =
  (session: SessionEnd): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (response.status === 401) session.signIn();
    return response;
  };
