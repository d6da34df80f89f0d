import { afterAll, beforeAll, expect, it } from "vitest";
import { inTenant } from "@/server/db/database/transaction";
import { markDemo } from "@/server/db/demo/demo";
import { MINUTE_MS } from "@/server/domain/durations";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestService, type TestService } from "@/server/testing/service";
import { demoEndHandler, demoHandler } from "./demo-handler";
import { demoPicture } from "./landing/demo-picture";
import type { HttpRequest } from "./message";

let service: TestService;
let demo: TestWorkspace;
beforeAll(async () => {
  service = await startTestService();
  demo = await service.workspace();
  await inTenant(service.db, demo.tenant, markDemo);
});
afterAll(() => service.close());

const services = (publicDemo: boolean) => ({
  ...service.services,
  settings: { ...service.services.settings, publicDemo },
});
interface Press {
  readonly ip?: string;
  readonly origin?: string;
  readonly method?: string;
}
const press = (options: Press & { readonly publicDemo?: boolean } = {}) =>
  demoHandler(services(options.publicDemo ?? true), service.rateLimiter)(requestOf(options));
const leave = (options: Press = {}) => demoEndHandler(services(true))(requestOf(options));
function requestOf({
  ip = "192.0.2.1",
  origin = "http://localhost:3000",
  method = "POST",
}: Press): HttpRequest {
  const headers = new Headers({ origin, host: "localhost:3000" });
  return {
    method,
    url: "/api/demo",
    ip,
    header: (name) => headers.get(name),
    headers: () => headers,
    body: async () => new Uint8Array(),
    stream: async function* () {},
  };
}

it("leads into the demo with a cookie that no script reads and that ends within the hour", async () => {
  const response = await press();
  expect(response.status).toBe(303);
  expect(response.headers["location"]).toBe(`/w/${demo.id}`);
  expect(response.headers["set-cookie"]).toMatch(
    /^pricecheck-demo=.+; Max-Age=3600; HttpOnly; SameSite=Lax$/,
  );
});

it("is there only where the installation shows its demo, for its own pages' form alone", async () => {
  expect((await press({ publicDemo: false })).status).toBe(404);
  expect((await press({ origin: "https://elsewhere.example" })).status).toBe(400);
  expect((await press({ method: "GET" })).status).toBe(405);
});

it("is left by its own pages alone, which takes the cookie", async () => {
  const response = await leave();
  expect(response.status).toBe(204);
  expect(response.headers["set-cookie"]).toBe("pricecheck-demo=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
  expect((await leave({ origin: "https://elsewhere.example" })).status).toBe(400);
  expect((await leave({ method: "GET" })).status).toBe(405);
});

it("begins ten visits a minute for one address", async () => {
  service.clock.advance(MINUTE_MS);
  const statuses: number[] = [];
  for (let i = 0; i < 11; i += 1) statuses.push((await press({ ip: "192.0.2.9" })).status);
  expect(statuses).toEqual([...Array<number>(10).fill(303), 429]);
  expect((await press({ ip: "192.0.2.10" })).status).toBe(303);
});

it("gives the landing page what waits in the demo, for a minute, and nothing where it is not shown", async () => {
  const read = demoPicture(services(true), service.rateLimiter);
  expect(await read()).toBeNull();
  service.clock.advance(MINUTE_MS);
  const item = await service.make.item(demo.id, { title: "Brass <lamp>" });
  await service.make.recommendation(demo.id, { item_id: item, status: "pending_approval", accepted: true });
  const picture = await read();
  expect(picture).toMatchObject({ waiting: 1, items: 1, isSample: false, rows: [{ title: "Brass <lamp>" }] });
  await service.make.item(demo.id);
  expect(await read()).toEqual(picture);
  expect(await demoPicture(services(false), service.rateLimiter)()).toBeNull();
});
