import { beforeEach, expect, it } from "vitest";
import { MINUTE_MS } from "@/server/domain/durations";
import { WEEKDAYS } from "@/server/domain/weekdays";
import { duringTests } from "@/server/testing/during-tests";
import { productPage, startPageServer } from "@/server/testing/page-server";
import { startTestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";
import { runSync } from "../integrations/sync";
import { checkPage } from "../offers/check-page";
import { operatorContext } from "../operator-context";
import { processRun } from "../runs/process";
import { createSchedule } from "./create";
import { processSchedule } from "./process";

const SLOT = "2026-11-03T07:00:00.000Z";

const service = duringTests(startTestService);
const pages = duringTests(startPageServer);
let shop: Shop;
let id: string;

beforeEach(async () => {
  service.clock.set("2026-11-02T09:30:00.000Z");
  shop = await openShop(service);
  await shop.stock(
    { sku: "LAMP", price: "20.00", cost: "10.00", tags: ["lamps"] },
    { sku: "MUG", price: "9.00", cost: "4.00" },
  );
});

type Input = Parameters<typeof createSchedule>[1];

async function begin(input: Partial<Input>): Promise<void> {
  const context = await operatorContext(service.services, shop.workspace.id);
  const basic = { name: "Morning", days: [...WEEKDAYS], times: ["07:00"] };
  id = (await createSchedule(context, { ...basic, ...input })).id;
  service.clock.set(SLOT);
  await look();
}

const look = () => processSchedule(service.services, shop.workspace.tenant, id);

async function occurrence() {
  const { json } = await shop.call("GET", `/schedules/${id}/occurrences`);
  return (json?.["data"] as Record<string, unknown>[] | undefined)?.[0];
}

it("fails with the store's message where it cannot be synced, and triggers no run", async () => {
  const store = await service.make.integration(shop.workspace.id);
  await begin({});
  expect(await occurrence()).toMatchObject({ status: "running", step: "sync" });
  for (let tries = 0; tries < 12; tries++) {
    await runSync(service.services, shop.workspace.tenant, store);
    service.clock.advance(2 * MINUTE_MS);
    await look();
  }
  expect(await occurrence()).toMatchObject({
    status: "failed",
    run_id: null,
    reason: expect.stringMatching(/^The store could not be synced\. .+/),
  });
  expect((await shop.call("GET", "/runs")).json?.["data"]).toEqual([]);
  expect((await shop.call("GET", `/schedules/${id}`)).json).toMatchObject({
    failing: { since: expect.any(String) },
  });
});

it("waits for the due pages of its items, half an hour at most, and says how many had answered", async () => {
  pages.pages.set("/lamp", productPage("18.90"));
  pages.pages.set("/mug", productPage("8.90"));
  pages.pages.set("/gone", (_, response) => response.destroy());
  await shop.call("POST", "/catalog/offers", {
    offers: [
      { sku: "LAMP", url: `${pages.origin}/lamp`, seller: "one" },
      { sku: "LAMP", url: `${pages.origin}/gone`, seller: "two" },
      { sku: "MUG", url: `${pages.origin}/mug`, seller: "one" },
    ],
  });
  await begin({ subset_tags: ["lamps"], steps: ["page_checks", "run"] });
  expect(await occurrence()).toMatchObject({
    step: "page_checks",
    page_checks: { requested: 2, answered: 0 },
  });
  const offers = await service.sql<{ id: string; url: string }>(
    "SELECT id, url FROM offers WHERE workspace_id = $1 AND asked_by = 'run' ORDER BY url DESC",
    [shop.workspace.id],
  );
  expect(offers.map(({ url }) => new URL(url).pathname)).toEqual(["/lamp", "/gone"]);
  const lamp = offers[0]?.id ?? "";
  // The first request to a host is for its robots.txt.
  for (let requests = 0; requests < 2; requests++) {
    await checkPage(service.services, shop.workspace.tenant, lamp);
    service.clock.advance(10_000);
    await look();
  }
  expect(await occurrence()).toMatchObject({
    step: "page_checks",
    page_checks: { requested: 2, answered: 1 },
  });
  service.clock.set(Date.parse(SLOT) + 30 * MINUTE_MS);
  await look();
  const waiting = await occurrence();
  expect(waiting).toMatchObject({ step: "run", run_id: expect.stringMatching(/^run_/) });
  const run = String(waiting?.["run_id"]);
  await processRun(service.services, shop.workspace.tenant, run);
  expect((await shop.call("GET", `/runs/${run}`)).json).toMatchObject({
    inputs: { store_synced_at: null, store_sync: null, page_checks: { requested: 2, answered: 1 } },
  });
});

it("goes on at once where no page is due, and where no store is connected", async () => {
  await begin({});
  expect(await occurrence()).toMatchObject({
    step: "run",
    page_checks: { requested: 0, answered: 0 },
    run_id: expect.stringMatching(/^run_/),
  });
});

it("triggers no run in quiet hours that begin while it waits", async () => {
  pages.pages.set("/lamp", productPage("18.90"));
  await shop.call("POST", "/catalog/offers", {
    offers: [{ sku: "LAMP", url: `${pages.origin}/lamp`, seller: "one" }],
  });
  await begin({ steps: ["page_checks", "run"], quiet_hours: { from: "07:10", to: "09:00" } });
  service.clock.set(Date.parse(SLOT) + 30 * MINUTE_MS);
  await look();
  expect(await occurrence()).toMatchObject({ status: "running", step: "run", run_id: null });
  service.clock.set("2026-11-03T09:00:00.000Z");
  await look();
  expect(await occurrence()).toMatchObject({ run_id: expect.stringMatching(/^run_/) });
});
