import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { agentSurface } from "@/server/api/agents/surface";
import { appRouter } from "@/server/api/root";
import { mcpHandler } from "@/server/http/mcp/handler";
import { MCP_PATH } from "@/server/http/mcp/refusal";
import { type AgentServer, productServer } from "@/server/http/mcp/server";
import { nodeAdapter } from "@/server/http/node-adapter";
import { serveLoopback } from "@/server/testing/loopback-server";
import type { TestService } from "./service";

/** The MCP endpoint of a test's service over HTTP, beside its REST API. */
export interface AgentEndpoint {
  readonly origin: string;
  readonly url: URL;
  /** Connects the official client, as of the newest revision or of the one before it. */
  connect(token: string, era?: "new" | "old"): Promise<Client>;
  /** Posts one message unchanged, with the headers of the newest revision, and returns the HTTP response. */
  post(body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>;
  close(): Promise<void>;
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The product's own MCP server. */
export const productAgents = (): AgentServer => productServer(appRouter, agentSurface, { root: ROOT });

/** Opens the endpoint on a free port; close it before the service. */
export async function openAgentEndpoint(
  service: Pick<TestService, "services" | "rateLimiter" | "rest">,
  agents = productAgents(),
): Promise<AgentEndpoint> {
  const mcp = nodeAdapter(
    mcpHandler(appRouter, service.services, service.rateLimiter, agents),
    service.services,
  );
  const rest = nodeAdapter(service.rest, service.services);
  const server = await serveLoopback((incoming, response) => {
    const handler = incoming.url === MCP_PATH ? mcp : rest;
    void handler(incoming, response);
  });
  const origin = server.url;
  const url = new URL(MCP_PATH, origin);
  const open: Client[] = [];
  return {
    origin,
    url,
    connect: async (token, era = "new") => {
      const mode = era === "new" ? { pin: "2026-07-28" } : "legacy";
      const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
      await client.connect(
        new StreamableHTTPClientTransport(url, {
          requestInit: { headers: { authorization: `Bearer ${token}` } },
        }),
      );
      open.push(client);
      return client;
    },
    post: (body, headers = {}) =>
      fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...standardHeaders(body),
          ...headers,
        },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    close: async () => {
      for (const client of open) await client.close();
      await server.close();
    },
  };
}

/** Builds a message of the newest revision, which names its client in each request. */
export const message = (method: string, params: Readonly<Record<string, unknown>> = {}, id = 1) => ({
  jsonrpc: "2.0",
  id,
  method,
  params: {
    ...params,
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
});

/** Returns the headers that a message of the newest revision needs. */
export function standardHeaders(body: unknown): Record<string, string> {
  if (body === null || typeof body !== "object" || !("params" in body) || !("method" in body)) return {};
  const { method, params } = body;
  if (params === null || typeof params !== "object" || !("_meta" in params)) return {};
  const name = "name" in params ? params.name : "uri" in params ? params.uri : null;
  return {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": String(method),
    ...(name === null ? {} : { "mcp-name": String(name) }),
  };
}
