import type { AnyTRPCRouter } from "@trpc/server";
import type { ApiContext } from "@/server/api/context";
import { permissionRefusal } from "@/server/api/middleware/authorize";
import { internalCause, publicError } from "@/server/api/middleware/errors";
import { DomainError } from "@/server/domain/errors";
import type { RequestBudget } from "@/server/budget/budget";
import type { Services } from "@/server/usecases/acting";
import { apiHeaders } from "../error-answer";
import type { HttpAnswer, HttpRequest } from "../message";
import { admitted } from "./admission";
import { foreignHostRefusal } from "./own-host";
import { MCP_PATH, type RequestId, noSuchMethod, refusalAnswer } from "./refusal";
import type { AgentServer } from "./server";
import { type Session, sessionsOn } from "./session";

export type McpHandler = (request: HttpRequest) => Promise<HttpAnswer>;

const ALLOW = { allow: "POST, OPTIONS" };

/**
 * The agents' door: who asks, whether there is budget, whether the plan has it, and then the protocol's own server.
 * Old and new clients come in here; nothing is kept between two requests.
 */
export function mcpHandler(
  router: AnyTRPCRouter,
  services: Services,
  budget: RequestBudget,
  agents: AgentServer,
): McpHandler {
  const { publicUrl } = services.settings;
  const sessionOf = sessionsOn(router);
  const refuseForeign = foreignHostRefusal(publicUrl);
  // The library hands the request through to where the server for it is made.
  const sessions = new WeakMap<Request, Session>();
  const protocol = agents.protocol((request) => {
    const session = request && sessions.get(request);
    if (!session) throw new Error("a request came past the checks");
    return session;
  });

  return async (request) => {
    const id = services.newId("request");
    const web = new Request(new URL(request.url, publicUrl), {
      method: request.method,
      headers: request.headers(),
    });
    let messageId: RequestId = null;
    try {
      const foreign = refuseForeign(web);
      if (foreign) return await answerOf(foreign, id);
      if (request.method === "OPTIONS")
        return { status: 204, headers: { ...apiHeaders(id), ...ALLOW }, body: null };
      if (request.method !== "POST") return refusal(new DomainError("method_not_allowed"), null, ALLOW);
      const { session, asked } = await admitted(sessionOf, contextOf(request, id), request, (read) => {
        messageId = read;
      });
      if (!agents.announces && isListening(asked.body)) return noSuchMethod(id, asked.id);
      stepUp(session, asked.body);
      sessions.set(web, session);
      return await answerOf(await protocol(web, { parsedBody: asked.body }), id);
    } catch (thrown) {
      const cause = internalCause(thrown);
      if (cause) services.log.error({ err: cause, request_id: id, path: MCP_PATH }, "request failed");
      return refusal(thrown, messageId);
    }

    function refusal(
      thrown: unknown,
      about: RequestId,
      headers?: Readonly<Record<string, string>>,
    ): HttpAnswer {
      const credentialSent = request.header("authorization") !== null;
      return refusalAnswer(publicError(thrown), { requestId: id, publicUrl, credentialSent }, about, headers);
    }
  };

  /** A client that a person let in can ask them for more; one with a token cannot, so its model is told instead. */
  function stepUp(session: Session, message: unknown): void {
    const { caller } = session.ctx;
    const procedure = caller.credential === "token" ? null : agents.procedureAsked(session, message);
    const refusal = procedure && permissionRefusal(caller, procedure.meta);
    if (refusal?.code === "insufficient_scope") throw refusal;
  }

  function contextOf(request: HttpRequest, id: string): ApiContext {
    const authorization = request.header("authorization");
    const none = { cookie: null, workspaceHeader: null, idempotencyKey: null };
    return { services, budget, request: { id, via: "mcp", authorization, ip: request.ip, ...none } };
  }
}

const isListening = (message: unknown): boolean =>
  message !== null &&
  typeof message === "object" &&
  "method" in message &&
  message.method === "subscriptions/listen";

/** The library's answer in the form both doors send; what is not one JSON text is passed on as it comes. */
async function answerOf(response: Response, requestId: string): Promise<HttpAnswer> {
  const type = response.headers.get("content-type") ?? "";
  const common = { ...apiHeaders(requestId), ...Object.fromEntries(response.headers) };
  if (response.body === null) return { status: response.status, headers: common, body: null };
  const isStream = type.startsWith("text/event-stream");
  return { status: response.status, headers: common, body: isStream ? response.body : await response.text() };
}
