import { request as send } from "node:http";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MINUTE_MS } from "@/server/domain/durations";
import { message, openAgentEndpoint } from "@/server/testing/agents";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestService } from "@/server/testing/service";

const service = duringTests(() => startTestService({ settings: { perMinute: 60 } }));
const handler = duringTests(() => openAgentEndpoint(service));
let testWorkspace: TestWorkspace;

beforeAll(async () => {
  testWorkspace = await service.workspace({ plan: "max" });
});
beforeEach(() => service.clock.advance(MINUTE_MS));

const freshToken = (workspace: TestWorkspace = testWorkspace) =>
  service.mintToken({ workspaceId: workspace.id, userId: workspace.userId });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const LIST = message("tools/list");

describe("who may come in", () => {
  it("asks a stranger for a credential and says where to get one", async () => {
    const response = await handler.post(LIST);
    expect(response.status).toBe(401);
    const challenge = response.headers.get("www-authenticate") ?? "";
    expect(challenge).toContain(
      'resource_metadata="http://localhost:3000/.well-known/oauth-protected-resource/api/mcp"',
    );
    expect(challenge).toContain('scope="runs:read recommendations:read');
    expect(challenge).not.toContain("error=");
    expect(await response.json()).toMatchObject({
      jsonrpc: "2.0",
      id: null,
      error: { data: { error: "unauthorized" } },
    });
  });

  it("refuses a credential that does not hold, and a session, which belongs to a person's app", async () => {
    const revoked = await service.mintToken({
      workspaceId: testWorkspace.id,
      userId: testWorkspace.userId,
      revokedAt: new Date(service.clock.now()),
    });
    for (const wrong of ["pck_nonsense", revoked, await service.sessionJwt(testWorkspace.userId)]) {
      const response = await handler.post(LIST, bearer(wrong));
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toContain('error="invalid_token"');
    }
  });

  it.each(["free", "pro"] as const)("tells plan %s what it lacks before anything is listed", async (plan) => {
    const token = await freshToken(await service.workspace({ plan }));
    for (const asked of [LIST, message("server/discover"), { ...OLD_INITIALIZE }]) {
      const response = await handler.post(asked, bearer(token));
      expect(response.status).toBe(402);
      expect(await response.json()).toMatchObject({
        id: 1,
        error: { data: { error: "plan_limit", limit: "mcp", plan } },
      });
    }
  });

  it("answers a revoked token on the very next request", async () => {
    const token = await freshToken();
    expect((await handler.post(LIST, bearer(token))).status).toBe(200);
    await service.sql("UPDATE api_tokens SET revoked_at = $1 WHERE workspace_id = $2", [
      new Date(service.clock.now()),
      testWorkspace.id,
    ]);
    expect((await handler.post(LIST, bearer(token))).status).toBe(401);
  });

  it("takes nothing but POST", async () => {
    for (const method of ["GET", "DELETE", "PUT"]) {
      const response = await fetch(handler.url, { method });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    }
    expect((await fetch(handler.url, { method: "OPTIONS" })).status).toBe(204);
  });
});

const OLD_INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-03-26",
    capabilities: {},
    clientInfo: { name: "old", version: "1" },
  },
};

describe("pages of other sites", () => {
  it("are refused by their origin, and let in from our own", async () => {
    const token = await freshToken();
    for (const origin of ["https://evil.example", "null", "http://localhost.evil.example"]) {
      const response = await handler.post(LIST, { ...bearer(token), origin });
      expect([origin, response.status]).toEqual([origin, 403]);
    }
    expect((await handler.post(LIST, { ...bearer(token), origin: "http://localhost:3000" })).status).toBe(
      200,
    );
    expect((await handler.post(LIST, bearer(token))).status).toBe(200);
  });

  it("cannot reach the service under a name that points to it", async () => {
    const token = await freshToken();
    const statusUnder = (host: string) =>
      new Promise((resolve) => {
        const headers = { ...bearer(token), host, "content-type": "application/json" };
        const request = send(handler.url, { method: "POST", headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        request.end(JSON.stringify(OLD_INITIALIZE));
      });
    expect(await statusUnder("rebound.example")).toBe(403);
    expect(await statusUnder(`localhost:${handler.url.port}`)).not.toBe(403);
  });
});

describe("the budget", () => {
  const rest = (token: string) => fetch(`${handler.origin}/api/v1/runs?limit=1`, { headers: bearer(token) });
  const agent = (token: string) => handler.post(LIST, bearer(token));
  const statuses = async (times: number, ask: () => Promise<Response>) =>
    (await Promise.all(Array.from({ length: times }, ask))).map(({ status }) => status);

  it.each([
    ["REST", rest, agent],
    ["the agents' handler", agent, rest],
  ] as const)("is one for both handlers: 30 and 30 leave none, %s first", async (_, first, second) => {
    const token = await freshToken();
    expect(new Set(await statuses(30, () => first(token)))).toEqual(new Set([200]));
    expect(new Set(await statuses(30, () => second(token)))).toEqual(new Set([200]));
    expect((await first(token)).status).toBe(429);
    expect((await second(token)).status).toBe(429);
  });

  it("refuses as the protocol wants: 429, when to come back, and the message's own id", async () => {
    const token = await freshToken();
    await statuses(60, () => agent(token));
    const response = await handler.post(message("tools/call", { name: "runs_list" }, 77), bearer(token));
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({
      jsonrpc: "2.0",
      id: 77,
      error: { code: -32_000, data: { error: "rate_limited" } },
    });
  });

  it("takes nothing for notifications, and one for every request of a batch", async () => {
    const token = await freshToken();
    const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" });
    const note = { jsonrpc: "2.0", method: "notifications/initialized" };
    for (let i = 0; i < 70; i++) expect((await handler.post(note, bearer(token))).status).toBe(202);
    expect((await handler.post([ping(1), note, ping(2)], bearer(token))).status).toBe(200);
    expect(new Set(await statuses(58, () => agent(token)))).toEqual(new Set([200]));
    expect((await agent(token)).status).toBe(429);
  });

  it("is taken for a body that says nothing, so that nonsense is not free", async () => {
    const token = await freshToken();
    const response = await handler.post("{", bearer(token));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ id: null, error: { code: -32_700 } });
    await statuses(59, () => handler.post("{", bearer(token)));
    expect((await agent(token)).status).toBe(429);
  });

  it("is of each token alone", async () => {
    const busy = await freshToken();
    await statuses(61, () => agent(busy));
    expect((await agent(await freshToken())).status).toBe(200);
  });
});
