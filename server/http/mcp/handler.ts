import type { AnyTRPCRouter } from "@trpc/server";
import { callRefusal } from "@/server/api/authorization";
import type { ApiContext } from "@/server/api/context";
import { apiHeaders, loggedError } from "@/server/api/error-response";
import { DomainError } from "@/server/domain/errors";
import type { RateLimiter } from "@/server/rate-limit/rate-limiter";
import type { Services } from "@/server/usecases/services";
import type { HttpRequest, HttpResponse } from "../message";
import { admitted } from "./admission";
import { sdkHeaders, takesEvents, withoutEvents } from "./negotiation";
import { foreignHostRefusal } from "./own-host";
import { jsonRpcErrorResponse, MCP_PATH, noSuchMethod, type RequestId } from "./refusal";
import type { AgentServer } from "./server";
import { type Session, sessionsOn } from "./session";

export type McpHandler = (request: HttpRequest) => Promise<HttpResponse>;

const ALLOW = { allow: "POST, OPTIONS" };

/**
 * Handles MCP requests: authenticates, applies the rate limit, checks the plan, then delegates to the MCP SDK. Serves
 * old and new protocol versions and keeps no state between requests.
 */
export function mcpHandler(
  router: AnyTRPCRouter,
  services: Services,
  rateLimiter: RateLimiter,
  agents: AgentServer,
): McpHandler {
  const { publicUrl } = services.settings;
  const sessionOf = sessionsOn(router);
  const rejectForeignHost = foreignHostRefusal(publicUrl);
  // The SDK passes the request on to the factory of its server, which looks up the session here.
  const sessions = new WeakMap<Request, Session>();
  const protocol = agents.protocol((request) => {
    const session = request && sessions.get(request);
    if (!session) throw new Error("a request came past the checks");
    return session;
  });

  async function respond(request: HttpRequest, ctx: ApiContext, onMessageId: (id: RequestId) => void) {
    if (request.method === "OPTIONS")
      return { status: 204, headers: { ...apiHeaders(ctx.request.id), ...ALLOW }, body: null };
    if (request.method !== "POST") throw new DomainError("method_not_allowed");
    const web = new Request(new URL(request.url, publicUrl), {
      method: "POST",
      headers: sdkHeaders(request.headers()),
    });
    const hostRejection = rejectForeignHost(web);
    if (hostRejection) return responseOf(hostRejection, ctx.request.id);
    const { session, received } = await admitted(sessionOf, ctx, request, onMessageId);
    if (!agents.sendsNotifications && isListening(received.body))
      return noSuchMethod(ctx.request.id, received.id);
    await stepUp(agents, session, received.body);
    sessions.set(web, session);
    const response = await protocol(web, { parsedBody: received.body });
    return responseOf(
      takesEvents(request.headers()) ? response : await withoutEvents(response),
      ctx.request.id,
    );
  }

  return async (request) => {
    const ctx: ApiContext = {
      services,
      rateLimiter,
      request: toRequestMeta(request, services.newId("request")),
      admitted: null,
    };
    let messageId: RequestId = null;
    try {
      return await respond(request, ctx, (id) => {
        messageId = id;
      });
    } catch (thrown) {
      const { id: requestId, authorization } = ctx.request;
      const error = loggedError(services.log, thrown, { request_id: requestId, path: MCP_PATH });
      const headers = error.code === "method_not_allowed" ? ALLOW : {};
      const facts = { requestId, publicUrl, credentialSent: authorization !== null };
      return jsonRpcErrorResponse(error, facts, messageId, headers);
    }
  };
}

/**
 * An OAuth client gets an insufficient_scope challenge, so that it can request more from the person. A client with an
 * API token cannot do that, so its model gets a tool error instead.
 */
async function stepUp(agents: AgentServer, session: Session, message: unknown): Promise<void> {
  const { ctx } = session;
  const called = ctx.admitted.credential === "grant" ? agents.calledProcedure(session, message) : null;
  const refusal = called && (await callRefusal(ctx, ctx.admitted, called.procedure.meta, called.input));
  if (refusal?.code === "insufficient_scope") throw refusal;
}

const toRequestMeta = (request: HttpRequest, id: string): ApiContext["request"] => ({
  id,
  admittedAs: request.admittedAs,
  via: "mcp",
  authorization: request.header("authorization"),
  cookie: null,
  workspaceHeader: null,
  idempotencyKey: null,
  ip: request.ip,
});

const isListening = (message: unknown): boolean =>
  message !== null &&
  typeof message === "object" &&
  "method" in message &&
  message.method === "subscriptions/listen";

/** Converts the SDK's Response to an HttpResponse; event streams pass through. */
async function responseOf(response: Response, requestId: string): Promise<HttpResponse> {
  const type = response.headers.get("content-type") ?? "";
  const common = { ...apiHeaders(requestId), ...Object.fromEntries(response.headers) };
  if (response.body === null) return { status: response.status, headers: common, body: null };
  const isStream = type.startsWith("text/event-stream");
  return { status: response.status, headers: common, body: isStream ? response.body : await response.text() };
}
