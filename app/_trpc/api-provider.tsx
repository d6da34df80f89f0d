"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, httpLink, splitLink } from "@trpc/client";
import { type ReactNode, useState } from "react";
import type { AppRouter } from "@/server/api/root";
import { TRPCProvider } from "./client";
import { isTransient } from "./failure";

const FRESH_MS = 15_000;
const MAX_BATCH = 20;
const MAX_TRIES = 2;
/** A question that says more than this goes in a body: servers take addresses of 16 KiB with all headers at most. */
const LONGEST_IN_ADDRESS = 2_000;
/** Browsers refuse to keep more than 64 KiB alive, of all such requests together. */
const LARGEST_KEPT_ALIVE = 8_192;

/**
 * Gives the pages below it the service's procedures and a cache of their own. Inside a workspace every call names it;
 * mount it with the workspace's id as `key`, so that nothing of one workspace is kept when another is opened.
 */
export function ApiProvider(props: { workspaceId: string | null; children: ReactNode }) {
  const [{ queryClient, trpcClient }] = useState(() => ({
    queryClient: makeQueryClient(),
    trpcClient: makeClient(props.workspaceId),
  }));
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        {props.children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}

function makeClient(workspaceId: string | null) {
  const url = "/api/trpc";
  const headers = workspaceId === null ? {} : { "x-workspace-id": workspaceId };
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: ({ type }) => type === "mutation",
        true: httpLink({ url, headers, fetch: outliving }),
        false: splitLink({
          condition: ({ input }) => JSON.stringify(input ?? null).length > LONGEST_IN_ADDRESS,
          true: httpLink({ url, headers, fetch: watched, methodOverride: "POST" }),
          false: httpBatchLink({ url, headers, maxItems: MAX_BATCH, fetch: watched }),
        }),
      }),
    ],
  });
}

/** A change that was asked for is made even when the page is left at that moment, as far as browsers allow. */
const outliving: typeof fetch = (input, init) => {
  const small = typeof init?.body === "string" && init.body.length < LARGEST_KEPT_ALIVE;
  return watched(input, { ...init, keepalive: small });
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
const watched: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const { pathname, search } = window.location;
  const isForPeople = pathname.startsWith("/w/") || pathname === "/account";
  if (response.status === 401 && isForPeople) window.location.assign(signInHref(pathname + search));
  return response;
};

/** The sign-in page that leads back to `path` of this site. */
export const signInHref = (path: string): string => `/sign-in?next=${encodeURIComponent(path)}`;
