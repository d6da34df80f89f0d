import type { Server } from "node:http";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { appRouter } from "@/server/api/root";
import { readEnv } from "@/server/boot/env";
import { startWebServer } from "@/server/boot/web-server";
import { routeTemplates } from "@/server/http/route-template";
import { startTestService, type TestService } from "@/server/testing/service";
import { testRuntime } from "@/server/testing/site";
import { openShop, type Shop } from "@/server/testing/watched-shop";
import { startMetricsServer } from "./server";

const TOKEN = "a token of the operators";
let service: TestService;
let shop: Shop;
beforeAll(async () => {
  service = await startTestService();
  shop = await openShop(service);
});
afterAll(() => service.close());

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

it("name requests by route template and status, whatever addresses clients invent", async () => {
  const url = await publicPort(null, "web");
  for (const path of ["/api/v1/runs/run_1", "/api/v1/runs/run_2", "/api/v1/odd/1", "/a", "/b"])
    await (await fetch(url + path)).arrayBuffer();
  const count = (route: string, status: number) =>
    sample(
      `pricecheck_http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`,
    );
  await expect.poll(() => count("/api/v1/runs/{run_id}", 401)).toBe(2);
  await expect.poll(() => count("/api/v1/*", 404)).toBe(1);
  await expect.poll(() => count("page", 404)).toBeGreaterThanOrEqual(2);
  const text = await service.services.meter.text();
  expect(text).not.toMatch(/run_1|ws_/);
  const routeOf = routeTemplates(appRouter);
  const invented = Array.from({ length: 50 }, (_, i) => [
    `/x${i}`,
    `/api/v1/x${i}`,
    `/api/trpc/x${i}`,
    `/oauth/${i}`,
  ]);
  expect(new Set(invented.flat().map(routeOf)).size).toBe(4);
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
});

it("tell of prices that may or may not have arrived, in every workspace", async () => {
  const { id } = await service.workspace();
  await service.make.writeBack(id, { status: "unknown" });
  expect(await sample("pricecheck_unknown_write_backs")).toBe(1);
});

it("of an installation that is open to other machines demand a token", () => {
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
