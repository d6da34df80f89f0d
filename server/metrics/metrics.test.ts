import type { Server } from "node:http";
import { afterEach, beforeAll, expect, it } from "vitest";
import { appRouter } from "@/server/api/root";
import { readEnv } from "@/server/boot/env";
import { startWebServer } from "@/server/boot/web-server";
import { methodName, routeTemplates } from "@/server/http/route-template";
import { allProcedures, publishedRoutes } from "@/server/http/routes";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { testRuntime } from "@/server/testing/site";
import { openShop, type Shop } from "@/server/testing/watched-shop";
import { startMetricsServer } from "./server";

const TOKEN = "a token of the operators";
const service = duringTests(startTestService);
let shop: Shop;
beforeAll(async () => {
  shop = await openShop(service);
});

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** Returns the address of the service's own port, as a web process or a worker opens it. */
async function publicPort(metricsToken: string | null, role: "web" | "worker"): Promise<string> {
  const runtime = { ...testRuntime(service), metricsToken };
  const pages: Parameters<typeof startWebServer>[1] = async (_, response) => {
    response.writeHead(404).end("no such page");
  };
  const listenOn = { port: 0, host: "127.0.0.1" };
  const web = await startWebServer(runtime, role === "web" ? pages : null, listenOn);
  stops.push(() => web.stop(1_000));
  return addressOf(web.server);
}

const addressOf = (server: Server): string => {
  const bound = server.address();
  return `http://127.0.0.1:${typeof bound === "object" && bound ? bound.port : 0}`;
};

/** Returns the value of one sample; undefined when there is none. */
async function sample(name: string): Promise<number | undefined> {
  const text = await service.services.meter.text();
  const line = text.split("\n").find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

it.each(["web", "worker"] as const)(
  "are not served at the port of a %s process without a token",
  async (role) => {
    const url = await publicPort(null, role);
    const response = await fetch(`${url}/metrics`);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain("pricecheck_");
  },
);

it.each(["web", "worker"] as const)(
  "are served at the port of a %s process to the token alone",
  async (role) => {
    const url = await publicPort(TOKEN, role);
    const ask = (authorization?: string) =>
      fetch(`${url}/metrics`, authorization === undefined ? {} : { headers: { authorization } });
    expect((await ask()).status).toBe(401);
    expect((await ask(`Bearer ${TOKEN} `.replace("token", "other"))).status).toBe(401);
    const response = await ask(`Bearer ${TOKEN}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(await response.text()).toContain("pricecheck_database_up 1");
  },
);

it("are served at a port of their own, where nothing else is", async () => {
  const { services } = service;
  const { url, stop } = await startMetricsServer(services.meter, {
    port: 0,
    host: "127.0.0.1",
    token: null,
    services,
  });
  stops.push(stop);
  const text = await (await fetch(url)).text();
  for (const name of ["nodejs_eventloop_lag_p99_seconds", "process_resident_memory_bytes"])
    expect(text).toContain(`\n${name} `);
  expect(text).toContain('pricecheck_database_connections{pool="transactions",state="waiting"} 0');
  expect((await fetch(url.replace("/metrics", "/api/v1/runs"))).status).toBe(404);
  expect((await fetch(url, { method: "POST" })).status).toBe(405);
});

it("name requests by route template and class of status", async () => {
  const url = await publicPort(null, "web");
  for (const path of ["/api/v1/runs/run_1", "/api/v1/runs/run_2", "/api/v1/odd/1", "/a", "/b"])
    await (await fetch(url + path)).arrayBuffer();
  const count = (route: string, status: string) =>
    sample(`pricecheck_http_requests_total{method="GET",route="${route}",status="${status}"}`);
  await expect.poll(() => count("/api/v1/runs/{run_id}", "4xx")).toBe(2);
  await expect.poll(() => count("/api/v1/*", "4xx")).toBe(1);
  await expect.poll(() => count("page", "4xx")).toBeGreaterThanOrEqual(2);
  expect(
    await sample(
      'pricecheck_http_request_duration_seconds_count{method="GET",route="/api/v1/runs/{run_id}"}',
    ),
  ).toBe(2);
  expect(await service.services.meter.text()).not.toMatch(/run_1|ws_/);
});

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "LINK", "PURGE"];
const FOLDERS = [
  "/",
  "/api/v1/",
  "/api/v1/runs/",
  "/api/trpc/",
  "/api/trpc/runs.",
  "/oauth/",
  "/_next/",
  "/api/files/",
];

/** Sends every method to addresses that contain the word, and returns how many series there are afterwards. */
async function seriesAfter(url: string, word: string): Promise<number> {
  const addresses = FOLDERS.flatMap((folder) => [`${folder}${word}`, `${folder}${word}/${word}?${word}=1`]);
  const before = await requestCount();
  for (const method of METHODS)
    await Promise.all(
      addresses.map(async (address) => (await fetch(url + address, { method })).body?.cancel()),
    );
  await expect.poll(requestCount).toBe(before + METHODS.length * addresses.length);
  return (await service.services.meter.text()).split("\n").filter((line) => line.startsWith("pricecheck_"))
    .length;
}

async function requestCount(): Promise<number> {
  const lines = (await service.services.meter.text()).matchAll(
    /^pricecheck_http_requests_total\{.*\} (\d+)$/gm,
  );
  return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
}

it("have no more series however many addresses and methods clients invent", async () => {
  const url = await publicPort(null, "web");
  const first = await seriesAfter(url, "one");
  expect(await seriesAfter(url, "other")).toBe(first);
  expect(first).toBeLessThan(1_500);
});

it("have few series for each route of the API, with whatever method it is asked", () => {
  const routeOf = routeTemplates(appRouter);
  const operations = publishedRoutes(appRouter).map(({ declaration }) => `/api/v1${declaration.path}`);
  const procedures = allProcedures(appRouter).map(([path]) => `/api/trpc/${path}`);
  const named = [...operations, ...procedures].flatMap((path) =>
    METHODS.map((method) => `${methodName(method)} ${routeOf(path, method)}`),
  );
  expect(new Set(named).size).toBeLessThanOrEqual(
    operations.length + procedures.length + 2 * new Set(METHODS.map(methodName)).size,
  );
});

it("tell of runs by outcome, and of jobs that wait by task", async () => {
  await shop.stock({ sku: "lamp", price: "20.00", cost: "10.00" });
  await shop.run();
  expect(await sample('pricecheck_run_duration_seconds_count{outcome="succeeded"}')).toBe(1);
  await service.sql(
    `SELECT graphile_worker.add_job('sync', '{}', run_at => now() - interval '90 seconds', job_key => 'late')`,
  );
  expect(await sample('pricecheck_queue_jobs{task="sync"}')).toBe(1);
  expect(await sample('pricecheck_queue_oldest_job_age_seconds{task="sync"}')).toBeGreaterThanOrEqual(90);
  expect(await sample('pricecheck_queue_jobs{task="write_back"}')).toBe(0);
  await service.sql(
    `SELECT graphile_worker.add_job('sync', '{}', run_at => now() + interval '1 hour', job_key => 'later')`,
  );
  expect(await sample('pricecheck_queue_later_jobs{task="sync"}')).toBe(1);
  expect(await sample('pricecheck_queue_jobs{task="sync"}')).toBe(1);
});

it("tell of prices that may or may not have arrived, in every workspace", async () => {
  const { id } = await service.workspace();
  await service.make.writeBack(id, { status: "unknown" });
  expect(await sample("pricecheck_unknown_write_backs")).toBe(1);
  const waiting = (reason: string) => sample(`pricecheck_waiting_write_backs{reason="${reason}"}`);
  const later = new Date(Date.now() + 3_600_000);
  await service.make.writeBack((await service.workspace()).id, { status: "queued", not_before: later });
  await service.make.writeBack((await service.workspace()).id, { status: "queued", not_before: later });
  await service.make.writeBack((await service.workspace()).id, {
    status: "queued",
    not_before: later,
    waits_until: later,
  });
  await service.make.writeBack((await service.workspace()).id, { status: "queued" });
  const found = await Promise.all(["outcome", "answer", "freeze", "retry", "worker"].map(waiting));
  expect(found).toEqual([1, 0, 1, 2, 1]);
});

it("metrics of an installation that is open to other machines demand a token", () => {
  expect(() => readEnv({ METRICS_PORT: "9464", METRICS_HOST: "0.0.0.0" })).toThrow(/^METRICS_TOKEN: /);
  expect(readEnv({ METRICS_PORT: "9464" }).METRICS_HOST).toBe("127.0.0.1");
});

it("leave out the installation's figures where the database is gone, and are served all the same", async () => {
  const other = await startTestService();
  const { meter } = other.services;
  await other.close();
  const text = await meter.text();
  expect(text).toContain("pricecheck_database_up 0");
  expect(text).not.toContain("pricecheck_queue_jobs{");
});
