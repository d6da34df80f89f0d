import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appRouter } from "@/server/api/root";
import { MINUTE_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { type LoopbackServer, serveLoopback } from "@/server/testing/loopback-server";
import { startTestService } from "@/server/testing/service";
import { nodeAdapter } from "./node-adapter";
import { sessionJwtHandler } from "./session-jwt";
import { TRPC_PREFIX, trpcHandler } from "./trpc-handler";

const service = duringTests(() => startTestService({ settings: { browserPerMinute: 100 } }));
let testWorkspace: TestWorkspace;
let cookie: string;
let server: LoopbackServer;
let origin: string;

beforeAll(async () => {
  testWorkspace = await service.workspace();
  cookie = await service.sessionCookie(testWorkspace.userId);
  const trpc = nodeAdapter(trpcHandler(appRouter, service.services, service.rateLimiter), service.services);
  const jwt = nodeAdapter(sessionJwtHandler(service.services, service.rateLimiter), service.services);
  server = await serveLoopback((incoming, response) => {
    void (incoming.url?.startsWith(TRPC_PREFIX) ? trpc(incoming, response) : jwt(incoming, response));
  });
  origin = server.url;
});
afterAll(() => server.close());

const query = (headers: Record<string, string>, input: object = {}) =>
  fetch(`${origin}/api/trpc/runs.list?input=${encodeURIComponent(JSON.stringify(input))}`, { headers });
const trigger = (headers: Record<string, string>) =>
  fetch(`${origin}/api/trpc/runs.trigger`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie, ...headers },
    body: "{}",
  });

describe("the browser's handler", () => {
  it("answers the signed-in person of one workspace", async () => {
    const response = await query({ cookie });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ result: { data: { data: [], next_cursor: null } } });
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("x-request-id")).toMatch(/^req_/);
  });

  it("refuses whoever is not signed in, and takes no bearer in place of the cookie", async () => {
    const token = await service.mintToken({ workspaceId: testWorkspace.id, userId: testWorkspace.userId });
    const strangers: Record<string, string>[] = [
      {},
      { authorization: `Bearer ${token}` },
      { cookie: `${cookie}x` },
    ];
    for (const headers of strangers) {
      const response = await query(headers);
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ error: { data: { error: "unauthorized" } } });
    }
  });

  it("tells errors by the codes of the contract, fields included", async () => {
    const response = await query({ cookie }, { limit: 0 });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      error: {
        data: { error: "validation_error", issues: [{ path: "limit" }], requestId: expect.any(String) },
      },
    });
  });

  it("changes something only for its own pages", async () => {
    const runs = () => service.sql("SELECT FROM runs WHERE workspace_id = $1", [testWorkspace.id]);
    const foreign: Record<string, string>[] = [
      {},
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin, "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ];
    for (const headers of foreign) expect((await trigger(headers)).status).toBe(403);
    expect(await runs()).toHaveLength(0);
    expect((await trigger({ origin })).status).toBe(200);
    expect((await trigger({ "sec-fetch-site": "same-origin" })).status).toBe(200);
    expect(await runs()).toHaveLength(2);
  });

  it("counts in a budget of its own", async () => {
    const session = await service.sessionJwt(testWorkspace.userId);
    service.clock.advance(MINUTE_MS);
    const responses = await Promise.all(Array.from({ length: 105 }, () => query({ cookie })));
    expect(responses.filter((response) => response.status === 429)).toHaveLength(5);
    expect((await service.call("GET", "/runs", { token: session })).status).toBe(200);
  });
});

describe("POST /api/auth/session-jwt", () => {
  const ask = (headers: Record<string, string>, method = "POST") =>
    fetch(`${origin}/api/auth/session-jwt`, { method, headers });

  it("gives the signed-in person a bearer for the API that ends after 15 minutes", async () => {
    service.clock.advance(MINUTE_MS);
    const response = await ask({ cookie, origin });
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const { jwt, expires_at } = await response.json();
    expect(Date.parse(expires_at) - service.clock.now()).toBe(15 * MINUTE_MS);
    expect((await service.call("GET", "/runs", { token: jwt })).status).toBe(200);
    service.clock.advance(15 * MINUTE_MS);
    expect((await service.call("GET", "/runs", { token: jwt })).status).toBe(401);
  });

  it("gives nothing to others", async () => {
    expect((await ask({ origin })).status).toBe(401);
    expect((await ask({ cookie, origin: "https://evil.example" })).status).toBe(403);
    const wrong = await ask({ cookie, origin }, "GET");
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST"]);
  });
});
