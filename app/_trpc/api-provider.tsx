"use client";

import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
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
import { createSessionEnd, type SessionEnd } from "./interrupted/session-end";
import { type Checking, CheckingContext, createChecking } from "./lost/checking";
import { isSignedOut } from "./lost/lost-response";
import { callOptionsOf, responseLink } from "./lost/response-link";
import { makeQueryClient } from "./query-client";
import { isSentAlone } from "./sent-alone";

const MAX_BATCH = 20;
/** Queries with a longer input are sent in a body: servers accept addresses of 16 KiB at most, all headers included. */
const MAX_IN_ADDRESS = 2_000;
/** Timeout of a mutation; longer than any mutation takes that is not stuck, tests of a slow store included. */
const CALL_TIMEOUT_MS = 60_000;
/** Browsers refuse more than 64 KiB of keepalive bodies, over all such requests together. */
const MAX_KEEPALIVE_BYTES = 8_192;

/**
 * Provides the service's procedures and a separate query cache to the pages below. Inside a workspace every call
 * names it; mount it with the workspace's id as `key`, so that no cached data survives a switch to another workspace.
 * `person` is the signed-in person, for whom mutations are stored when the session ends; null for visitors.
 */
export function ApiProvider(props: {
  workspaceId: string | null;
  person: string | null;
  children: ReactNode;
}) {
  const [{ queryClient, trpcClient, checking }] = useState(() => {
    const checking = createChecking();
    const queryClient = makeQueryClient();
    const session = createSessionEnd(props.person, props.workspaceId);
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
    const key = callOptionsOf(op).idempotencyKey;
    return key === undefined ? headers : { ...headers, "idempotency-key": key };
  };
  const client: TRPCClient<AppRouter> = createTRPCClient<AppRouter>({
    links: [
      responseLink({
        inWorkspace: workspaceId !== null,
        settle: async (key) => (await client.requests.settle.mutate({ key })).outcome,
        reach: () =>
          client.account.me.query().catch((error: unknown) => {
            // A visitor's unauthorized response also proves that the service answers.
            if (!isSignedOut(error)) throw error;
          }),
        pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
        checking: (op) => showChecking(op, checking),
        sending: (op) => session.sending(op),
        onOutcomeKnown: () => void queryClient.invalidateQueries(),
        signIn: () => session.signIn(),
      }),
      splitLink({
        condition: ({ type }) => type === "mutation",
        true: httpLink({ url, headers: keyed, fetch: keepAliveFetch }),
        false: splitLink({
          condition: ({ input }) => JSON.stringify(input ?? null).length > MAX_IN_ADDRESS,
          true: httpLink({ url, headers, fetch: watched(session), methodOverride: "POST" }),
          false: splitLink({
            condition: isSentAlone,
            true: httpLink({ url, headers, fetch: watched(session) }),
            false: httpBatchLink({ url, headers, maxItems: MAX_BATCH, fetch: watched(session) }),
          }),
        }),
      }),
    ],
  });
  return client;
}

/** Shows that the answer to a mutation was lost and is being resolved, until the returned function is called. */
function showChecking(op: Operation, checking: Checking): () => void {
  const { says } = callOptionsOf(op);
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

/** Sends a mutation so that it completes even if the page is left meanwhile, as far as browsers allow. */
const keepAliveFetch: typeof fetch = (input, init) => {
  const small = typeof init?.body === "string" && init.body.length < MAX_KEEPALIVE_BYTES;
  const signals = [AbortSignal.timeout(CALL_TIMEOUT_MS), ...(init?.signal ? [init.signal] : [])];
  return fetch(input, { ...init, keepalive: small, signal: AbortSignal.any(signals) });
};

/** Opens the sign-in page when the session ends while a page is open; it leads back to the same address. */
const watched =
  (session: SessionEnd): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (response.status === 401) session.signIn();
    return response;
  };
