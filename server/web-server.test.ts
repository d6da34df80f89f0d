import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { agentSurface } from "@/server/api/agents/surface";
import { appRouter } from "@/server/api/root";
import { fileHandler } from "@/server/http/file-door";
import { mcpHandler } from "@/server/http/mcp/door";
import { productServer } from "@/server/http/mcp/server";
import { sessionJwtHandler } from "@/server/http/session-jwt";
import { trpcDoors } from "@/server/http/trpc-door";
import type { Runtime } from "@/server/runtime";
import { startTestService, type TestService } from "@/server/testing/service";
import { startWebServer, type WebServer } from "./web-server";

let service: TestService;
let runtime: Runtime;
let web: WebServer;
let url: string;
let ready = true;
let gate: Promise<void> = Promise.resolve();
let shown: { url: string | undefined; forwarded: string | string[] | undefined }[] = [];

const pages = async (incoming: IncomingMessage, response: ServerResponse) => {
  shown.push({ url: incoming.url, forwarded: incoming.headers["x-forwarded-for"] });
  response.writeHead(200).end("a page");
};

beforeAll(async () => {
  service = await startTestService();
  runtime = {
    services: service.services,
    budget: service.budget,
    rest: async (request) => {
      await gate;
      return service.rest(request);
    },
    trpc: trpcDoors(appRouter, service.services, service.budget),
    files: fileHandler(appRouter, {}, service.services, service.budget),
    mcp: mcpHandler(
      appRouter,
      service.services,
      service.budget,
      productServer(appRouter, agentSurface, { root: "." }),
    ),
    sessionJwt: sessionJwtHandler(service.services, service.budget),
    readiness: async () => ({ serving: ready, database: true }),
    drain: () => undefined,
    close: async () => undefined,
  };
});
afterAll(() => service.close());
beforeEach(async () => {
  shown = [];
  web = await startWebServer(runtime, pages, { port: 0, host: "127.0.0.1" });
  const address = web.server.address();
  url = `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
  return () => web.stop(0);
});

it("answers the API itself and leaves everything else to the pages", async () => {
  expect(await (await fetch(`${url}/api/v1/runs`)).json()).toMatchObject({ error: "unauthorized" });
  expect(await (await fetch(`${url}/api/v1`)).json()).toMatchObject({ error: "not_found" });
  expect((await fetch(`${url}/api/trpc/runs.list`)).status).toBe(401);
  expect((await fetch(`${url}/api/mcp`, { method: "POST" })).headers.get("www-authenticate")).toContain(
    "Bearer",
  );
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: "ok" });
  for (const path of ["/", "/api/v10", "/w/ws_1", "/api/auth/session"])
    expect(await (await fetch(url + path)).text()).toBe("a page");
});

it("says when it is not ready", async () => {
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  ready = false;
  const answer = await fetch(`${url}/readyz`);
  ready = true;
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { status: "not_ready", checks: { serving: false, database: true } },
  ]);
});

it("gives the pages no path that they could not decode", async () => {
  for (const path of ["/%zz", "/w/%E0%A4%A?x=%zz", "/fine%20one"]) await fetch(url + path);
  expect(shown.map((each) => each.url)).toEqual(["/%25zz", "/w/%25E0%25A4%25A?x=%zz", "/fine%20one"]);
  expect((await fetch(`${url}/api/v1/%zz`)).status).toBe(404);
});

it("tells the pages where a request came from, the proxy before it believed for its own hop alone", async () => {
  await fetch(url);
  await fetch(url, { headers: { "x-forwarded-for": "1.2.3.4, 203.0.113.9" } });
  await fetch(url, { headers: { "x-forwarded-for": "nonsense" } });
  expect(shown.map((each) => each.forwarded)).toEqual(["127.0.0.1", "203.0.113.9", "127.0.0.1"]);
});

it("finishes what it has begun when it stops, and takes nothing new", async () => {
  let open = (): void => undefined;
  gate = new Promise((resolve) => {
    open = resolve;
  });
  const begun = fetch(`${url}/api/v1/runs`);
  await expect.poll(() => new Promise((resolve) => web.server.getConnections((_, n) => resolve(n)))).toBe(1);
  const stopped = web.stop(5_000);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  open();
  expect((await begun).status).toBe(401);
  await stopped;
});

it("does not wait for ever", async () => {
  gate = new Promise(() => undefined);
  const begun = fetch(`${url}/api/v1/runs`).catch(() => "cut");
  await expect.poll(() => new Promise((resolve) => web.server.getConnections((_, n) => resolve(n)))).toBe(1);
  await web.stop(50);
  expect(await begun).toBe("cut");
});
