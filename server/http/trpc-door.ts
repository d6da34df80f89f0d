import type { IncomingMessage, ServerResponse } from "node:http";
import { nodeHTTPRequestHandler } from "@trpc/server/adapters/node-http";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import type { AnyTRPCRouter } from "@trpc/server";
import type { ApiContext } from "@/server/api/context";
import { internalCause } from "@/server/api/middleware/errors";
import type { RequestBudget } from "@/server/budget/budget";
import type { Services } from "@/server/usecases/acting";
import { clientAddress } from "./client-address";
import { type Header, isOwnSite } from "./own-site";

export const TRPC_PREFIX = "/api/trpc";
const MAX_BODY = 4 * 1024 * 1024;
const MAX_BATCH = 20;

/** The browser's door over the same router, for both kinds of server. */
export interface TrpcDoors {
  node(incoming: IncomingMessage, response: ServerResponse): Promise<void>;
  fetch(request: Request): Promise<Response>;
}

/**
 * Builds the browser's door. Only the sign-in cookie counts here: a bearer belongs to `/api/v1` and its budget.
 * Calls that another site makes with the visitor's cookie are refused before anything is looked at.
 */
export function trpcDoors(router: AnyTRPCRouter, services: Services, budget: RequestBudget): TrpcDoors {
  const contextOf = (header: Header, ip: string | null): ApiContext => ({
    services,
    budget,
    request: {
      id: services.newId("request"),
      via: "web",
      authorization: null,
      cookie: header("cookie"),
      workspaceHeader: header("x-workspace-id"),
      idempotencyKey: header("idempotency-key"),
      ip,
    },
  });
  const told = ({ error, path, ctx }: { error: unknown; path?: string; ctx?: ApiContext }): void => {
    const cause = internalCause(error);
    if (cause) services.log.error({ err: cause, request_id: ctx?.request.id, path }, "request failed");
  };
  const answered = ({ ctx }: { ctx?: ApiContext }) => ({
    headers: { "cache-control": "no-store", ...(ctx ? { "x-request-id": ctx.request.id } : {}) },
  });
  const common = {
    router,
    onError: told,
    responseMeta: answered,
    maxBatchSize: MAX_BATCH,
    // A question too long for an address is sent in a body.
    allowMethodOverride: true,
  };
  return {
    async node(incoming, response) {
      const header = headerOf(incoming);
      if (!isOwnSite(incoming.method ?? "GET", header, services.settings.publicUrl)) {
        response.writeHead(403, { "content-type": "text/plain" }).end(FOREIGN);
        return;
      }
      await nodeHTTPRequestHandler({
        ...common,
        req: incoming,
        res: response,
        path: procedurePath(incoming.url ?? "/"),
        maxBodySize: MAX_BODY,
        createContext: () => contextOf(header, clientAddress(incoming)),
      });
    },
    async fetch(request) {
      const header: Header = (name) => request.headers.get(name);
      if (!isOwnSite(request.method, header, services.settings.publicUrl))
        return new Response(FOREIGN, { status: 403 });
      return fetchRequestHandler({
        ...common,
        req: request,
        endpoint: TRPC_PREFIX,
        createContext: () => contextOf(header, null),
      });
    },
  };
}

const FOREIGN = "This address answers the product's own pages only.";

const headerOf =
  (incoming: IncomingMessage): Header =>
  (name) => {
    const value = incoming.headers[name];
    return value === undefined ? null : typeof value === "string" ? value : value.join(", ");
  };

const procedurePath = (url: string): string => {
  const cut = url.indexOf("?");
  return (cut < 0 ? url : url.slice(0, cut)).slice(TRPC_PREFIX.length + 1);
};
