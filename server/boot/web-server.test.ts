import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Runtime } from "@/server/boot/runtime";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { testRuntime } from "@/server/testing/site";
import { startWebServer, type WebServer } from "./web-server";

const service = duringTests(startTestService);
let runtime: Runtime;
let web: WebServer;
let url: string;
let ready = true;
let database = true;
let gate: Promise<void> = Promise.resolve();
let shown: { url: string | undefined; forwarded: string | string[] | undefined }[] = [];

const pages = async (incoming: IncomingMessage, response: ServerResponse) => {
  shown.push({ url: incoming.url, forwarded: incoming.headers["x-forwarded-for"] });
  response.writeHead(200).end("a page");
};

beforeAll(async () => {
  runtime = {
    ...testRuntime(service),
    rest: async (request) => {
      await gate;
      return service.rest(request);
    },
    readiness: async () => ({ serving: ready, database }),
  };
});
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
  for (const path of ["/api/v10", "/w/ws_1", "/api/auth/session"])
    expect(await (await fetch(url + path)).text()).toBe("a page");
});

it("answers strangers at its address without the pages, and whoever has signed in by them", async () => {
  const response = await fetch(`${url}/?from=a-mail`);
  expect(response.headers.get("content-security-policy")).not.toContain("script-src");
  expect(await response.text()).toContain("<title>Pricecheck: ");
  expect((await fetch(url, { method: "HEAD" })).status).toBe(200);
  expect(shown).toEqual([]);
  const headers = { cookie: "next-auth.session-token=any" };
  expect(await (await fetch(url, { headers })).text()).toBe("a page");
  expect(await (await fetch(url, { method: "POST" })).text()).toBe("a page");
  expect((await fetch(`${url}/robots.txt`)).status).toBe(200);
});

/** The status and the header that every answer carries, of a request with headers that `fetch` does not send. */
const asked = (path: string, headers: Record<string, string>, method = "GET") =>
  new Promise<string>((resolve, reject) => {
    const sent = request(`${url}${path}`, { method, headers }, (response) => {
      response.resume();
      resolve(`${response.statusCode} ${response.headers["x-content-type-options"] ?? ""}`);
    });
    sent.once("error", reject).end();
  });

it("answers nobody who calls it by another name, where this machine alone reaches it", async () => {
  for (const path of ["/", "/healthz", "/api/trpc/account.me", "/api/v1/openapi.json"])
    expect(await asked(path, { host: "rebound.example:3000" }), path).toBe("400 nosniff");
  for (const host of ["localhost:3000", "127.0.0.1", "[::1]:3000", "shop.localhost"])
    expect(await asked("/healthz", { host }), host).toBe("200 nosniff");
  const { services } = service;
  const settings = { ...services.settings, loopbackOnly: false };
  const open = await startWebServer({ ...runtime, services: { ...services, settings } }, pages, {
    port: 0,
    host: "127.0.0.1",
  });
  const address = open.server.address();
  url = `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
  expect(await asked("/healthz", { host: "shop.example" })).toBe("200 nosniff");
  await open.stop(0);
});

it("answers as ever where a sender expects what nobody knows", async () => {
  expect(await asked("/healthz", { expect: "200-maybe" })).toBe("200 nosniff");
});

it("keeps a connection for longer than a proxy does, which would meet its closing with a request", async () => {
  const { headers } = await fetch(`${url}/healthz`);
  const [, seconds] = /timeout=(\d+)/.exec(headers.get("keep-alive") ?? "") ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
});

it("says when it is not ready", async () => {
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  ready = false;
  const response = await fetch(`${url}/readyz`);
  ready = true;
  expect([response.status, await response.json()]).toEqual([
    503,
    { status: "not_ready", checks: { serving: false, database: true } },
  ]);
});

it("shows a page that says so and tries again while the database is gone", async () => {
  const document = { accept: "text/html", "sec-fetch-dest": "document" };
  database = false;
  try {
    for (const headers of [document, { accept: "text/html" }]) {
      const response = await fetch(`${url}/w/ws_1/catalog`, { headers });
      expect([response.status, response.headers.get("refresh"), response.headers.get("retry-after")]).toEqual(
        [503, "10", "10"],
      );
      expect(await response.text()).toContain("Its database does not answer.");
    }
    expect(shown).toEqual([]);
    // A part of a page fails where it is, and the browser asks for the document then.
    expect(await (await fetch(`${url}/w/ws_1/catalog`, { headers: { rsc: "1" } })).text()).toBe("a page");
  } finally {
    database = true;
  }
  expect(await (await fetch(`${url}/w/ws_1/catalog`, { headers: document })).text()).toBe("a page");
});

it("gives the pages no path that they could not decode", async () => {
  for (const path of ["/%zz", "/w/%E0%A4%A?x=%zz", "/fine%20one"]) await fetch(url + path);
  expect(shown.map((each) => each.url)).toEqual(["/%25zz", "/w/%25E0%25A4%25A?x=%zz", "/fine%20one"]);
  expect((await fetch(`${url}/api/v1/%zz`)).status).toBe(404);
});

it("tells the pages where a request came from, and believes what is forwarded from nobody unless it is named", async () => {
  const claims: Record<string, string>[] = [
    {},
    { "x-forwarded-for": "1.2.3.4, 203.0.113.9" },
    { "x-forwarded-for": "nonsense" },
  ];
  for (const headers of claims) await fetch(`${url}/bot`, { headers });
  expect(shown.map((each) => each.forwarded)).toEqual(["127.0.0.1", "127.0.0.1", "127.0.0.1"]);
});

it("believes named proxies, each for the hop before it", async () => {
  const { services } = service;
  const http = { ...services.settings.http, trustedProxies: ["127.0.0.0/8", "10.0.0.0/8"] };
  const behind = await startWebServer(
    { ...runtime, services: { ...services, settings: { ...services.settings, http } } },
    pages,
    { port: 0, host: "127.0.0.1" },
  );
  const address = behind.server.address();
  const there = `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
  for (const forwarded of ["1.2.3.4, 203.0.113.9", "1.2.3.4, 203.0.113.9, 10.1.2.3", "nonsense", "10.0.0.1"])
    await fetch(`${there}/bot`, { headers: { "x-forwarded-for": forwarded } });
  await behind.stop(0);
  expect(shown.map((each) => each.forwarded)).toEqual([
    "203.0.113.9",
    "203.0.113.9",
    "127.0.0.1",
    "10.0.0.1",
  ]);
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
