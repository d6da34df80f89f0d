import type { AnyTRPCRouter } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import type { ApiContext } from "@/server/api/context";
import { errorResponse, loggedError } from "@/server/api/error-response";
import { DomainError } from "@/server/domain/errors";
import type { RateLimiter } from "@/server/rate-limit/rate-limiter";
import type { Services } from "@/server/usecases/services";
import { isJson, jsonOf } from "./json-body";
import type { HttpRequest, HttpResponse } from "./message";
import { isSameOrigin } from "./same-origin";

export const TRPC_PREFIX = "/api/trpc";
/** Files are uploaded by another handler; the largest JSON body is a selection of some thousand ids. */
const MAX_BODY = 1024 * 1024;
const MAX_BATCH = 20;

export type TrpcHandler = (request: HttpRequest) => Promise<HttpResponse>;

/**
 * Builds the handler of the browser's calls. Accepts only the sign-in cookie: a bearer belongs to `/api/v1` and its
 * rate limit. Calls from another site with the visitor's cookie are refused first, and a body is read only after the
 * preceding checks have passed.
 */
export function trpcHandler(
  router: AnyTRPCRouter,
  services: Services,
  rateLimiter: RateLimiter,
): TrpcHandler {
  const { publicUrl } = services.settings;
  const logged = ({ error, path, ctx }: { error: unknown; path?: string; ctx?: ApiContext }): void => {
    loggedError(services.log, error, { request_id: ctx?.request.id, path });
  };
  const answered = ({ ctx }: { ctx?: ApiContext }) => ({
    headers: { "cache-control": "no-store", ...(ctx ? { "x-request-id": ctx.request.id } : {}) },
  });
  return async (request) => {
    if (!isSameOrigin(request.method, request.header, publicUrl)) return FOREIGN;
    if (request.method === "POST" && !isJson(request.header("content-type")))
      return errorResponse(services, new DomainError("unsupported_media_type"));
    const response = await fetchRequestHandler({
      router,
      onError: logged,
      responseMeta: answered,
      maxBatchSize: MAX_BATCH,
      // A query that is too long for the address is sent in a body.
      allowMethodOverride: true,
      req: webRequest(request, publicUrl),
      endpoint: TRPC_PREFIX,
      createContext: (): ApiContext => ({
        services,
        rateLimiter,
        request: factsOf(request, services),
        admitted: null,
      }),
    });
    const headers = Object.fromEntries(response.headers);
    return { status: response.status, headers, body: response.body === null ? null : await response.text() };
  };
}

/** The library reads a body only through `json`; this one has a size limit. */
function webRequest(request: HttpRequest, publicUrl: string): Request {
  const { method } = request;
  const web = new Request(new URL(request.url, publicUrl), { method, headers: request.headers() });
  return Object.defineProperty(web, "json", { value: () => jsonOf(request, MAX_BODY) });
}

const factsOf = ({ header, ip, admittedAs }: HttpRequest, services: Services): ApiContext["request"] => ({
  id: services.newId("request"),
  admittedAs,
  via: "web",
  authorization: null,
  cookie: header("cookie"),
  workspaceHeader: header("x-workspace-id"),
  idempotencyKey: header("idempotency-key"),
  ip,
});

const FOREIGN: HttpResponse = {
  status: 403,
  headers: { "content-type": "text/plain" },
  body: "This address answers Pricecheck's own pages only.",
};
