import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import type { AnyTRPCRouter } from "@trpc/server";
import type { McpDefinitions } from "@/server/api/mcp-definitions";
import { completionOf } from "./completion";
import type { Procedure } from "./procedures";
import { promptOf, promptsFor } from "./prompts";
import { readResource, resourcesFor, templatesFor } from "./resources";
import type { Session } from "./session";
import { callTool, toolsFor, toolTable } from "./tools";

/** Answers one message whose sender has passed the checks, as a web Request and Response. */
export type Protocol = (request: Request, message: { readonly parsedBody: unknown }) => Promise<Response>;

/** The server that the MCP handler delegates to. */
export interface AgentServer {
  /** @param sessionFor returns the session of a request that the handler has passed on */
  protocol(sessionFor: (request: Request | undefined) => Session): Protocol;
  /** Returns the procedure of the tool that a message calls; null when it calls none. */
  calledProcedure(
    session: Session,
    message: unknown,
  ): { readonly procedure: Procedure; readonly input: unknown } | null;
  /** Whether the server sends change notifications; without them no stream is kept open. */
  readonly sendsNotifications: boolean;
}

const LISTS = { ttlMs: 60_000, cacheScope: "private" } as const;
const HINTS = {
  "tools/list": LISTS,
  "prompts/list": LISTS,
  "resources/list": LISTS,
  "resources/templates/list": LISTS,
  "server/discover": LISTS,
} as const;

/**
 * Creates the product's MCP server: every procedure declared for agents as a tool, with the resources and prompts of
 * the surface.
 * @param options.root the project's folder, which contains the documents of the surface
 */
export function productServer(
  router: AnyTRPCRouter,
  surface: McpDefinitions,
  { root }: { readonly root: string },
): AgentServer {
  const tools = toolTable(router);
  const serverInfo = { name: "pricecheck", title: "Pricecheck", version: "1.0.0" };
  const options = {
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    instructions: surface.instructions,
    cacheHints: HINTS,
  };
  const open = (session: Session): Server => {
    const server = new Server(serverInfo, options);
    server.setRequestHandler("tools/list", () => ({ tools: toolsFor(tools, session) }));
    server.setRequestHandler("tools/call", ({ params }) => callTool(tools, session, params));
    server.setRequestHandler("resources/list", () => ({ resources: resourcesFor(surface, session) }));
    server.setRequestHandler("resources/templates/list", () => ({
      resourceTemplates: templatesFor(surface, session),
    }));
    server.setRequestHandler("resources/read", ({ params }) =>
      readResource(surface, session, params.uri, root),
    );
    server.setRequestHandler("prompts/list", () => ({ prompts: promptsFor(surface, session) }));
    server.setRequestHandler("prompts/get", ({ params }) => promptOf(surface, session, params, root));
    server.setRequestHandler("completion/complete", ({ params }) => completionOf(surface, session, params));
    return server;
  };
  return {
    sendsNotifications: false,
    protocol: (sessionFor) => createMcpHandler(({ requestInfo }) => open(sessionFor(requestInfo))).fetch,
    calledProcedure: (session, message) => {
      const call = calledTool(message);
      const tool = call && tools.get(call.name);
      return tool ? { procedure: session.procedure(tool.procedure), input: call.arguments } : null;
    },
  };
}

/** Returns the name of the tool that a message calls, and its arguments. */
function calledTool(message: unknown): { readonly name: string; readonly arguments: unknown } | null {
  if (message === null || typeof message !== "object" || !("method" in message)) return null;
  if (message.method !== "tools/call" || !("params" in message)) return null;
  const { params } = message;
  if (params === null || typeof params !== "object" || !("name" in params)) return null;
  if (typeof params.name !== "string") return null;
  return { name: params.name, arguments: "arguments" in params ? params.arguments : null };
}
