import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { clientAddress } from "@/server/http/client-address";
import { FILES_PREFIX } from "@/server/http/file-door";
import { healthHandler } from "@/server/http/health";
import { MCP_PATH } from "@/server/http/mcp/refusal";
import { type NodeDoor, nodeDoor } from "@/server/http/node-door";
import { SESSION_JWT_PATH } from "@/server/http/session-jwt";
import { TRPC_PREFIX } from "@/server/http/trpc-door";
import { unsubscribeHandler } from "@/server/unsubscribe-door";
import { isOAuth, oauthDoor } from "@/server/oauth/door";
import type { Runtime } from "@/server/runtime";
import { UNSUBSCRIBE_PATH } from "@/server/usecases/mails/unsubscribe-link";

/** Renders the pages. */
export type Pages = (incoming: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface WebServer {
  readonly server: Server;
  /** Takes no new connections and resolves when those at work have ended, or after the time given. */
  stop(withinMs: number): Promise<void>;
}

const REST_PREFIX = "/api/v1";

/**
 * Listens for everything this process answers: the API before the pages, which cost far more.
 * @param pages null in a process that answers for its health alone
 * @throws Error of Node when the port is taken
 */
export async function startWebServer(
  runtime: Runtime,
  pages: Pages | null,
  { port, host }: { port: number; host: string },
): Promise<WebServer> {
  const server = createServer(dispatch(runtime, pages));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    server,
    stop: async (withinMs) => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await Promise.race([closed, pause(withinMs, undefined, { ref: false })]);
      server.closeAllConnections();
    },
  };
}

type Listener = (incoming: IncomingMessage, response: ServerResponse) => void;

function dispatch(runtime: Runtime, pages: Pages | null): Listener {
  const { log, newId } = runtime.services;
  const rest = nodeDoor(runtime.rest, log);
  const sessionJwt = nodeDoor(runtime.sessionJwt, log);
  const files = nodeDoor(runtime.files, log);
  const oauth = oauthDoor(runtime.services, runtime.budget);
  const mcp = nodeDoor(runtime.mcp, log);
  const unsubscribing = nodeDoor(unsubscribeHandler(runtime.services), log);
  const answerHealth = healthHandler(runtime.readiness, () => newId("request"));
  const nothing = {
    status: 404,
    headers: { "content-type": "text/plain" },
    body: "There is no such path.\n",
  };
  const health = nodeDoor(async (request) => (await answerHealth(request)) ?? nothing, log);
  const others: NodeDoor = async (incoming, response) => {
    const path = (incoming.url ?? "/").split("?", 1)[0] ?? "/";
    if (pages === null || path === "/healthz" || path === "/readyz") return health(incoming, response);
    if (path.startsWith(`${TRPC_PREFIX}/`)) return runtime.trpc.node(incoming, response);
    if (path === MCP_PATH) return mcp(incoming, response);
    if (path.startsWith(`${FILES_PREFIX}/`)) return files(incoming, response);
    if (path === SESSION_JWT_PATH) return sessionJwt(incoming, response);
    if (path === UNSUBSCRIBE_PATH) return unsubscribing(incoming, response);
    if (isOAuth(path)) return oauth(incoming, response);
    incoming.url = decodable(incoming.url ?? "/");
    incoming.headers["x-forwarded-for"] = clientAddress(incoming) ?? undefined;
    return pages(incoming, response);
  };
  return (incoming, response) => {
    const door = pages !== null && isRest(incoming.url ?? "/") ? rest : others;
    door(incoming, response).catch((error: unknown) => {
      log.error({ err: error }, "request failed");
      if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
      response.end();
    });
  };
}

const isRest = (url: string): boolean =>
  url.startsWith(REST_PREFIX) &&
  (url.length === REST_PREFIX.length || /^[/?]/.test(url[REST_PREFIX.length] ?? ""));

/** A path that cannot be decoded names no page; as plain text it gets the pages' own 404 instead of a failure. */
function decodable(url: string): string {
  const [path = "/", ...query] = url.split("?");
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll("%", "%25"), ...query].join("?");
  }
}
