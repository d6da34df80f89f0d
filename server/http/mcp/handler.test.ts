import { beforeAll, describe, expect, it } from "vitest";
import { appRouter } from "@/server/api/root";
import { message, openAgentEndpoint, productAgents } from "@/server/testing/agents";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { fetchAdapter } from "../fetch-adapter";
import { mcpHandler } from "./handler";

const service = duringTests(startTestService);
const nodeHandler = duringTests(() => openAgentEndpoint(service));
let token: string;

beforeAll(async () => {
  const testWorkspace = await service.workspace({ plan: "max" });
  token = await service.mintToken({ workspaceId: testWorkspace.id, userId: testWorkspace.userId });
});

describe.each(["new", "old"] as const)("a client of the %s revision", (era) => {
  it("connects, lists the tools and calls one", async () => {
    const client = await nodeHandler.connect(token, era);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("recommendations_list");
    const response = await client.callTool({ name: "recommendations_list", arguments: {} });
    expect(response.isError).toBeFalsy();
    expect(response.structuredContent).toEqual({ data: [], next_cursor: null });
    const refused = await client.callTool({ name: "runs_get", arguments: { run_id: "run_nothing" } });
    expect(refused.structuredContent).toMatchObject({ error: "not_found" });
  });
});

describe("what a client accepts", () => {
  const list = (accept: string) =>
    nodeHandler.post(
      { jsonrpc: "2.0", id: 1, method: "tools/list" },
      { authorization: `Bearer ${token}`, accept },
    );

  it.each(["*/*", "application/json", "text/html, application/*;q=0.8"])(
    "%s is answered with JSON",
    async (accept) => {
      const response = await list(accept);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
      expect(await response.json()).toMatchObject({ result: { tools: expect.any(Array) } });
    },
  );

  it("is an event, where a client of an earlier revision names them", async () => {
    const response = await list("application/json, text/event-stream");
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  });

  it.each(["text/html", "application/json;q=0, text/html"])("%s is answered with 406", async (accept) => {
    expect((await list(accept)).status).toBe(406);
  });
});

it("keeps nothing between requests: a call needs no greeting before it", async () => {
  const response = await nodeHandler.post(
    message("tools/call", { name: "workspace_status", arguments: {} }),
    {
      authorization: `Bearer ${token}`,
    },
  );
  expect(response.headers.get("mcp-session-id")).toBeNull();
  expect(response.headers.get("cache-control")).toContain("no-store");
  expect(response.headers.get("x-request-id")).toMatch(/^req_/);
  expect(await response.json()).toMatchObject({
    result: { structuredContent: { lifecycle: { plan: "max" } } },
  });
});

it("answers through the pages' handlers as it does on the process's own server", async () => {
  const handler = mcpHandler(appRouter, service.services, service.rateLimiter, productAgents());
  const respond = fetchAdapter(handler);
  const ask = (headers: Record<string, string>) =>
    respond(
      new Request("http://localhost:3000/api/mcp", {
        method: "POST",
        headers: {
          host: "localhost:3000",
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": "tools/list",
          ...headers,
        },
        body: JSON.stringify(message("tools/list")),
      }),
    );
  expect((await ask({})).status).toBe(401);
  expect((await ask({ authorization: `Bearer ${token}`, origin: "https://evil.example" })).status).toBe(403);
  expect((await ask({ authorization: `Bearer ${token}` })).status).toBe(200);
});
