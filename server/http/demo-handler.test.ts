import { beforeAll, expect, it, vi } from "vitest";
import { inTenant } from "@/server/db/database/transaction";
import { markDemo } from "@/server/db/workspaces/demo";
import { MINUTE_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestService } from "@/server/testing/service";
import { demoEndHandler, demoHandler } from "./demo-handler";
import { demoPicture } from "./landing/demo-picture";
import { landingHandler } from "./landing/landing-handler";
import type { HttpRequest } from "./message";

const service = duringTests(startTestService);
let demo: TestWorkspace;
beforeAll(async () => {
  demo = await service.workspace();
  await inTenant(service.db, demo.tenant, markDemo);
});

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

const pictureOf = (publicDemo = true) => demoPicture(services(publicDemo), service.rateLimiter);

it("gives the landing page what waits in the demo, for a minute, and nothing where it is not shown", async () => {
  const read = pictureOf();
  expect(await read()).toEqual({ hasDemo: true, picture: null });
  service.clock.advance(MINUTE_MS);
  const item = await service.make.item(demo.id, { title: "Brass <lamp>" });
  await service.make.recommendation(demo.id, { item_id: item, status: "pending_approval", accepted: true });
  // What was read before is shown until the next is there.
  expect((await read()).picture).toBeNull();
  await vi.waitFor(async () => expect((await read()).picture).not.toBeNull());
  const shown = await read();
  const rows = [{ title: "Brass <lamp>" }];
  expect(shown.picture).toMatchObject({ waiting: 1, items: 1, isSample: false, rows });
  await service.make.item(demo.id);
  expect(await read()).toEqual(shown);
  expect(await pictureOf(false)()).toEqual({ hasDemo: false, picture: null });
});

it("keeps the button where nothing waits, beside sample numbers", async () => {
  const page = landingHandler(services(true), service.rateLimiter, {
    readDemo: () => Promise.resolve({ hasDemo: true, picture: null }),
    font: () => null,
  });
  const { body } = await page(requestOf({ method: "GET" }));
  expect(body).toContain('action="/api/demo"');
  expect(body).toContain("Sample numbers of an invented shop.");
});

it("shows the four largest changes that can be shown, also when newer ones cannot", async () => {
  const make = async (title: string, more: Record<string, unknown>) => {
    const item = await service.make.item(demo.id, { title });
    const waits = { item_id: item, status: "pending_approval", accepted: true };
    await service.make.recommendation(demo.id, { ...waits, ...more });
  };
  for (const percent of [11, 14, 12, 13, 15]) await make(`By ${percent}`, { change_ratio: `0.${percent}` });
  for (let i = 0; i < 4; i += 1)
    await make("Of unknown margin", { margin_before: null, change_ratio: "0.5" });
  const { picture } = await pictureOf()();
  expect(picture?.rows.map(({ title }) => title)).toEqual(["By 15", "By 14", "By 13", "By 12"]);
});

it("is read again after a failure in five seconds at the soonest, and shows what it had", async () => {
  const db = { ...service.services.db };
  const asked = vi.fn(() => {
    throw new Error("no database");
  });
  Object.defineProperty(db, "statementPool", { get: asked });
  const read = demoPicture({ ...services(true), db }, service.rateLimiter);
  for (let i = 0; i < 3; i += 1) expect(await read()).toEqual({ hasDemo: false, picture: null });
  expect(asked).toHaveBeenCalledTimes(1);
  service.clock.advance(5_000);
  expect(await read()).toEqual({ hasDemo: false, picture: null });
  expect(asked).toHaveBeenCalledTimes(2);
});
