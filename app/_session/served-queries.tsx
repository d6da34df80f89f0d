import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { createTRPCOptionsProxy, type TRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import type { AppRouter } from "@/server/api/root";
import { serviceForPages } from "@/server/boot/service-for-pages";
import { requestContext } from "./service-caller";

type Queries = TRPCOptionsProxy<AppRouter>;
/** A query as `queryOptions` makes it. */
interface Asked {
  readonly queryKey: readonly unknown[];
}

/**
 * Whether the browser asked for a document. Moving between pages it asks for less, and may have the answers already.
 */
export const isDocument = async (): Promise<boolean> =>
  (await headers()).get("sec-fetch-dest") === "document";

/**
 * Answers the queries of the page below in the document, so that the page is drawn with its data before any script has
 * run. A query that the service refuses is left to the page, which shows the reason.
 * @param props.ask returns the queries, with exactly the options that the page uses
 */
export async function ServedQueries(props: {
  workspaceId: string;
  ask: (queries: Queries) => readonly Asked[];
  children: ReactNode;
}) {
  const state = (await isDocument()) ? await answers(props.workspaceId, props.ask) : null;
  return <HydrationBoundary state={state}>{props.children}</HydrationBoundary>;
}

async function answers(workspaceId: string, ask: (queries: Queries) => readonly Asked[]) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const ctx = await requestContext(workspaceId);
  const { router } = await serviceForPages();
  const queries = createTRPCOptionsProxy({ ctx, router, queryClient });
  await Promise.all(ask(queries).map((asked) => queryClient.prefetchQuery(asked)));
  // As the wire would bring it: no value that JSON does not have.
  return JSON.parse(JSON.stringify(dehydrate(queryClient)));
}
