import { type AnyTRPCRouter, callTRPCProcedure } from "@trpc/server";
import type { ApiContext } from "@/server/api/context";
import { apiHeaders, errorResponse } from "@/server/api/error-response";
import { StreamedResponse } from "@/server/api/streamed-response";
import { deprecationHeaders } from "@/server/domain/deprecation";
import { DomainError } from "@/server/domain/errors";
import type { RateLimiter } from "@/server/rate-limit/rate-limiter";
import type { Services } from "@/server/usecases/services";
import { rawInput } from "./input";
import type { HttpRequest, HttpResponse } from "./message";
import { openApiText } from "./openapi";
import { type Match, publishedRoutes, type Route, routeTable } from "./routes";
import { unknownParameters } from "./unknown-parameters";

const PREFIX = "/api/v1";
const DOCUMENT = "/openapi.json";
const REQUEST_ID = /^[\w.-]{1,100}$/;

export type RestHandler = (request: HttpRequest) => Promise<HttpResponse>;

/** Builds the REST handler over the router, which knows no feature. */
export function restHandler(
  router: AnyTRPCRouter,
  services: Services,
  rateLimiter: RateLimiter,
): RestHandler {
  const find = routeTable(publishedRoutes(router));
  const document = openApiText(router, services.settings.publicUrl);
  return async (request) => {
    const requestId = requestIdOf(request, services);
    const cut = request.url.indexOf("?");
    const path = (cut < 0 ? request.url : request.url.slice(0, cut)).slice(PREFIX.length);
    const response = await respondAt(path).catch((thrown: unknown) => failure(thrown));
    return request.method === "HEAD" ? { ...response, body: null } : response;

    async function respondAt(at: string): Promise<HttpResponse> {
      const match = at === DOCUMENT ? null : find(at);
      if (!match && at !== DOCUMENT) throw new DomainError("not_found", "There is no such path.");
      const allow = match ? allowOf(match) : "GET, HEAD, OPTIONS";
      if (request.method === "OPTIONS")
        return { status: 204, headers: { ...apiHeaders(requestId), allow }, body: null };
      const method = request.method === "HEAD" ? "GET" : request.method;
      if (!match && method === "GET") return { status: 200, headers: apiHeaders(requestId), body: document };
      const route = match?.routes.get(method);
      if (!match || !route) return failure(new DomainError("method_not_allowed"), { allow });
      const query = cut < 0 ? "" : request.url.slice(cut + 1);
      const ctx = { services, rateLimiter, request: requestMetadata(request, requestId), admitted: null };
      return await call(router, request, route, query, match, ctx).catch((thrown: unknown) =>
        failure(thrown, deprecation(route)),
      );
    }

    function failure(thrown: unknown, headers: Readonly<Record<string, string>> = {}): HttpResponse {
      const credentialSent = request.header("authorization") !== null;
      return errorResponse(services, thrown, { requestId, path, credentialSent, headers: () => headers });
    }
  };
}

async function call(
  router: AnyTRPCRouter,
  request: HttpRequest,
  route: Route,
  query: string,
  match: Match,
  ctx: ApiContext,
): Promise<HttpResponse> {
  const output: unknown = await callTRPCProcedure({
    router,
    path: route.procedurePath,
    type: route.kind,
    ctx,
    getRawInput: () => rawInput(request, route, query, match.parameters),
    signal: undefined,
    batchIndex: 0,
  });
  const headers = { ...apiHeaders(ctx.request.id), ...deprecation(route) };
  if (output instanceof StreamedResponse)
    return { status: 200, headers: { ...headers, ...output.headers }, body: output.body };
  return {
    status: statusOf(route, output),
    headers,
    body: JSON.stringify(withWarnings(output, route, query)),
  };
}

/** Names the query parameters that were ignored; a response that nothing was ignored for is unchanged. */
function withWarnings(output: unknown, route: Route, query: string): unknown {
  const warnings = unknownParameters(route, query);
  return warnings.length > 0 && typeof output === "object" ? { ...output, warnings } : output;
}

/** By contract a repeat of a change that already took effect answers 200, whatever the change itself answers. */
const statusOf = ({ declaration: { status } }: Route, output: unknown): number =>
  typeof output === "object" && output !== null && "idempotent" in output && output.idempotent === true
    ? 200
    : (status ?? 200);

/** Returns the headers that announce the end of a deprecated operation, on its errors as well. */
const deprecation = ({ declaration: { deprecated } }: Route): Record<string, string> =>
  deprecated ? deprecationHeaders(deprecated) : {};

const allowOf = (match: Match): string =>
  [...match.routes.keys(), ...(match.routes.has("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");

function requestIdOf(request: HttpRequest, services: Services): string {
  const sent = request.header("x-request-id");
  return sent !== null && REQUEST_ID.test(sent) ? sent : services.newId("request");
}

const requestMetadata = (request: HttpRequest, id: string): ApiContext["request"] => ({
  id,
  admittedAs: request.admittedAs,
  via: "api",
  authorization: request.header("authorization"),
  cookie: null,
  workspaceHeader: request.header("x-workspace-id"),
  idempotencyKey: request.method === "POST" ? request.header("idempotency-key") : null,
  ip: request.ip,
});
