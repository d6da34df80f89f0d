import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { errorResponse } from "@/server/api/error-response";
import { appRouter } from "@/server/api/root";
import { hasSessionCookie } from "@/server/auth/session-cookie";
import { isLoopback } from "@/server/boot/exposure";
import type { Runtime } from "@/server/boot/runtime";
import { DomainError } from "@/server/domain/errors";
import { type ProxyTest, proxyTest, storeClientAddress } from "@/server/http/client-address";
import { DEMO_END_PATH, DEMO_PATH, demoEndHandler, demoHandler } from "@/server/http/demo-handler";
import { FILES_PREFIX } from "@/server/http/file-handler";
import { CHECK_INTERVAL_MS, limitConnections } from "@/server/http/gate/connections";
import { refuseMalformed } from "@/server/http/gate/malformed";
import { pageGate } from "@/server/http/gate/page-gate";
import { securityHeaders } from "@/server/http/gate/security-headers";
import { healthHandler } from "@/server/http/health";
import { demoPicture } from "@/server/http/landing/demo-picture";
import {
  LANDING_PATH,
  landingHandler,
  ROBOTS_PATH,
  robotsHandler,
} from "@/server/http/landing/landing-handler";
import { MCP_PATH } from "@/server/http/mcp/refusal";
import { METRICS_PATH, metricsHandler } from "@/server/http/metrics";
import { type NodeHandler, nodeAdapter } from "@/server/http/node-adapter";
import type { Pages } from "@/server/http/pages";
import { logRequest } from "@/server/http/request-log";
import { methodName, routeTemplates } from "@/server/http/route-template";
import { SECURITY_CONTACT_PATH, securityContactHandler } from "@/server/http/security-contact";
import { SESSION_JWT_PATH } from "@/server/http/session-jwt";
import { storeGrantsHandler } from "@/server/http/store-grants-handler";
import { storeHintsHandler } from "@/server/http/store-hints-handler";
import { INSTALLS_PATH, storeInstallsHandler } from "@/server/http/store-installs-handler";
import { TRPC_PREFIX } from "@/server/http/trpc-handler";
import { unsubscribeHandler } from "@/server/http/unsubscribe-handler";
import { METRICS_TYPE } from "@/server/metrics/metrics";
import { isOAuth, oauthHandler } from "@/server/oauth/handler";
import { GRANTS_PATH } from "@/server/usecases/integrations/grant-secret";
import { HINTS_PATH } from "@/server/usecases/integrations/hint-target";
import { UNSUBSCRIBE_PATH } from "@/server/usecases/mails/unsubscribe-link";
import type { Services } from "@/server/usecases/services";

export interface WebServer {
  readonly server: Server;
  /**
   * Closes each connection with its next answer from now on, so that clients come back to another process. Requests are
   * answered as before.
   */
  drain(): void;
  /** Accepts no new connections; resolves when the open requests have ended, or after the given time. */
  stop(withinMs: number): Promise<void>;
}

const REST_PREFIX = "/api/v1";
const ONLY_HERE =
  "This service answers on this machine only, as localhost. Set PUBLIC_URL to reach it under another name.";

/**
 * Starts the web server for everything this process answers: the API is matched before the pages, which cost far
 * more.
 * @param pages null in a process that answers health checks only
 * @throws Node's Error when the port is in use
 */
export async function startWebServer(
  runtime: Runtime,
  pages: Pages | null,
  { port, host }: { port: number; host: string },
): Promise<WebServer> {
  const { settings } = runtime.services;
  const isProxy = proxyTest(settings.http.trustedProxies);
  const lastAnswers = closingAnswers();
  const server = createServer(
    { connectionsCheckingInterval: CHECK_INTERVAL_MS, requireHostHeader: false },
    lastAnswers.listener(recorded(runtime, dispatch(runtime, pages, isProxy))),
  );
  limitConnections(server, settings.http, isProxy);
  // An unknown Expect header may be ignored. Node's own refusal would lack the security headers.
  server.on("checkExpectation", (incoming, response) => server.emit("request", incoming, response));
  refuseMalformed(server, runtime.services, securityHeaders(settings.publicUrl));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    server,
    drain: lastAnswers.begin,
    stop: async (withinMs) => {
      lastAnswers.begin();
      const closed = new Promise((resolve) => server.close(resolve));
      // A connection whose request ends meanwhile would be kept for the next one.
      server.keepAliveTimeout = 1;
      server.closeIdleConnections();
      await Promise.race([closed, pause(withinMs, undefined, { ref: false })]);
      server.closeAllConnections();
    },
  };
}

type Listener = (incoming: IncomingMessage, response: ServerResponse) => void;

/** Announces the end of its connection with each answer that begins after `begin` was called. */
function closingAnswers(): { listener(answer: Listener): Listener; begin(): void } {
  const open = new Set<ServerResponse>();
  let closing = false;
  const close = (response: ServerResponse): void => {
    if (!response.headersSent) response.setHeader("connection", "close");
  };
  return {
    listener: (answer) => (incoming, response) => {
      open.add(response);
      response.once("close", () => open.delete(response));
      if (closing) close(response);
      answer(incoming, response);
    },
    begin: () => {
      closing = true;
      for (const response of open) close(response);
    },
  };
}

const isEventStream = (response: ServerResponse): boolean =>
  response.getHeader("content-type") === "text/event-stream";

/**
 * Counts each request and logs it, with the time until its answer was sent or aborted. A stream of events is logged but
 * not counted: it lasts as long as its page is open.
 */
function recorded({ metrics, services }: Runtime, listener: Listener): Listener {
  const routeOf = routeTemplates(appRouter);
  return (incoming, response) => {
    const begun = performance.now();
    const { url = "/", method } = incoming;
    response.once("close", () => {
      const seconds = (performance.now() - begun) / 1_000;
      const { statusCode: status } = response;
      const handled = { method: methodName(method), route: routeOf(url, method ?? ""), status, seconds };
      logRequest(services.log, incoming, response, handled);
      if (!isEventStream(response)) metrics.answered(handled);
    });
    listener(incoming, response);
  };
}

function dispatch(runtime: Runtime, pages: Pages | null, isProxy: ProxyTest): Listener {
  const { services } = runtime;
  const commonHeaders = Object.entries(securityHeaders(services.settings.publicUrl));
  const otherHandlerAt = pages === null ? healthAlone(runtime) : handlers(runtime, pages);
  const metrics = metricsAdapter(runtime);
  const handlerAt = (path: string): NodeHandler =>
    metrics !== null && path === METRICS_PATH ? metrics : otherHandlerAt(path);
  const refused = (error: DomainError): NodeHandler =>
    nodeAdapter(async () => errorResponse(services, error), services);
  const missingHost = refused(new DomainError("bad_request", "The request names no host."));
  const otherHost = refused(new DomainError("bad_request", ONLY_HERE));
  // TRACE would send back headers that browsers hide from scripts; the pages would answer it with an error.
  const traceRefused = refused(new DomainError("method_not_allowed"));
  return (incoming, response) => {
    for (const [name, value] of commonHeaders) response.setHeader(name, value);
    storeClientAddress(incoming, isProxy);
    incoming.url = pathAndQuery(incoming.url ?? "/");
    const path = incoming.url.split("?", 1)[0] ?? "/";
    const { method } = incoming;
    const handler = (): NodeHandler => {
      if (method === "TRACE") return traceRefused;
      if (!isAddressed(incoming, services)) return missingHost;
      return namesThisService(incoming, services) ? handlerAt(path) : otherHost;
    };
    handler()(incoming, response).catch((error: unknown) => {
      services.log.error({ err: error }, "request failed");
      if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
      response.end();
    });
  };
}

/** Whether a request names its target host; for HTTP/1.0, which has no Host header, this installation is assumed. */
function isAddressed(incoming: IncomingMessage, { settings }: Services): boolean {
  const { headers, httpVersion } = incoming;
  if (headers.host === undefined && httpVersion === "1.0") headers.host = new URL(settings.publicUrl).host;
  return headers.host !== undefined && URL.canParse(`http://${headers.host}`);
}

/**
 * Whether a request names this service. A local service accepts the names of this machine only: another name means that
 * a web page pointed its own domain at 127.0.0.1 to send requests through the visitor's browser (DNS rebinding).
 */
function namesThisService({ headers }: IncomingMessage, { settings }: Services): boolean {
  return !settings.loopbackOnly || isLoopback(new URL(`http://${headers.host}`).hostname);
}

/** Returns null when the metrics are disabled at the service's own port. */
function metricsAdapter({ services, metrics, metricsToken }: Runtime): NodeHandler | null {
  if (metricsToken === null) return null;
  const source = { text: metrics.text, contentType: METRICS_TYPE };
  return nodeAdapter(metricsHandler(source, metricsToken), services);
}

function healthAlone({ services, readiness }: Runtime): (path: string) => NodeHandler {
  const answerHealth = healthHandler(readiness, () => services.newId("request"));
  const nothing = {
    status: 404,
    headers: { "content-type": "text/plain" },
    body: "There is no such path.\n",
  };
  const health = nodeAdapter(async (request) => (await answerHealth(request)) ?? nothing, services);
  return () => health;
}

/** Returns the handler for a path. The API is matched before the pages, which cost far more. */
function handlers(runtime: Runtime, pages: Pages): (path: string) => NodeHandler {
  const { services, rateLimiter } = runtime;
  const rest = nodeAdapter(runtime.rest, services);
  const trpc = nodeAdapter(runtime.trpc, services);
  const files = nodeAdapter(runtime.files, services);
  const hints = nodeAdapter(storeHintsHandler(services, rateLimiter), services);
  const grants = nodeAdapter(storeGrantsHandler(services, rateLimiter), services);
  const installs = nodeAdapter(storeInstallsHandler(services, rateLimiter), services);
  const oauth = oauthHandler(services, rateLimiter);
  const health = healthAlone(runtime)("");
  const isDatabaseUp = async () => (await runtime.readiness())["database"] === true;
  const page = pageGate(pages, { services, rateLimiter, isDatabaseUp });
  const readDemo = demoPicture(services, rateLimiter);
  const font = pages.font ?? (() => null);
  const landing = nodeAdapter(landingHandler(services, rateLimiter, { readDemo, font }), services);
  const home: NodeHandler = (incoming, response) =>
    (isStranger(incoming, services) ? landing : page)(incoming, response);
  const single = new Map<string, NodeHandler>([
    [LANDING_PATH, home],
    ["/healthz", health],
    ["/readyz", health],
    [MCP_PATH, nodeAdapter(runtime.mcp, services)],
    [SESSION_JWT_PATH, nodeAdapter(runtime.sessionJwt, services)],
    [UNSUBSCRIBE_PATH, nodeAdapter(unsubscribeHandler(services), services)],
    [DEMO_PATH, nodeAdapter(demoHandler(services, rateLimiter), services)],
    [DEMO_END_PATH, nodeAdapter(demoEndHandler(services), services)],
    [ROBOTS_PATH, nodeAdapter(robotsHandler, services)],
    [SECURITY_CONTACT_PATH, nodeAdapter(securityContactHandler(services), services)],
  ]);
  return (path) => {
    if (path === REST_PREFIX || path.startsWith(`${REST_PREFIX}/`)) return rest;
    if (path.startsWith(`${TRPC_PREFIX}/`)) return trpc;
    if (path.startsWith(`${FILES_PREFIX}/`)) return files;
    if (path.startsWith(HINTS_PATH)) return hints;
    if (path.startsWith(GRANTS_PATH)) return grants;
    if (path.startsWith(INSTALLS_PATH)) return installs;
    return single.get(path) ?? (isOAuth(path) ? oauth : page);
  };
}

/** Whether a browser asks for a page without ever having signed in; everybody else goes on to their workspace. */
function isStranger({ method, headers }: IncomingMessage, { settings }: Services): boolean {
  return (method === "GET" || method === "HEAD") && !hasSessionCookie(headers.cookie, settings.publicUrl);
}

/** Returns the path and query of a request's target, which includes the host when a proxy sends an absolute one. */
function pathAndQuery(target: string): string {
  if (target.startsWith("/")) return target;
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return "/";
  const { pathname, search } = new URL(target);
  return pathname + search;
}
