import { beforeEach, expect, it } from "vitest";
import { HOUR_MS } from "@/server/domain/durations";
import { startWorker } from "@/server/jobs/worker";
import { duringTests } from "@/server/testing/during-tests";
import { productPage, startPageServer } from "@/server/testing/page-server";
import { startTestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";
import { operatorContext } from "../operator-context";
import { changeWorkspace } from "../workspaces/change";

const service = duringTests(startTestService);
const pages = duringTests(startPageServer);
let shop: Shop;

beforeEach(async () => {
  service.clock.advance(24 * HOUR_MS);
  shop = await openShop(service);
  await shop.stock(
    { sku: "LAMP", price: "20.00", cost: "10.00", tags: ["lamps"] },
    { sku: "MUG", price: "9.00", cost: "4.00" },
  );
});

/** Creates an offer whose last check was so many hours ago and whose next one is in twenty hours. */
async function createOffer(sku: string, hoursAgo: number, columns: object = {}): Promise<string> {
  const itemId = await shop.itemId(sku);
  const check = service.services.newId("check");
  const id = await service.make.offer(shop.workspace.id, {
    item_id: itemId,
    last_check_id: check,
    due_at: new Date(service.clock.now() + 20 * HOUR_MS),
    ...columns,
  });
  await service.sql(
    `INSERT INTO page_checks (workspace_id, id, offer_id, item_id, asked_by, at, outcome)
     VALUES ($1, $2, $3, $4, 'schedule', $5, 'no_price')`,
    [shop.workspace.id, check, id, itemId, new Date(service.clock.now() - hoursAgo * HOUR_MS)],
  );
  return id;
}

const requestedOffers = async () =>
  (
    await service.sql<{ id: string }>(
      "SELECT id FROM offers WHERE workspace_id = $1 AND due_at <= $2 AND asked_by = 'run'",
      [shop.workspace.id, new Date(service.clock.now())],
    )
  ).map(({ id }) => id);

it("a run asks for the pages of its items that were not checked lately, and waits for none", async () => {
  const stale = await createOffer("LAMP", 13);
  await createOffer("LAMP", 2);
  await createOffer("LAMP", 13, { failures: 2 });
  await createOffer("LAMP", 13, { status: "paused" });
  const other = await createOffer("MUG", 13);
  expect(await shop.run({ subset_tags: ["lamps"] })).toMatchObject({ status: "succeeded" });
  expect(await requestedOffers()).toEqual([stale]);
  await shop.run();
  expect((await requestedOffers()).sort()).toEqual([stale, other].sort());
});

it("how often pages are checked is the workspace's to say, as far as the plan's checks last", async () => {
  const id = await createOffer("LAMP", 1);
  const context = await operatorContext(service.services, shop.workspace.id);
  const wait = async () => {
    const { json } = await shop.call("GET", `/offers/${id}`);
    const due = json?.["next_check_at"];
    return due === null ? null : (Date.parse(String(due)) - service.clock.now()) / HOUR_MS;
  };
  await changeWorkspace(context, { check_every_hours: 6 });
  expect(await wait()).toBeLessThan(9);
  await changeWorkspace(context, { check_every_hours: 168 });
  expect(await wait()).toBeGreaterThan(80);
  await changeWorkspace(context, { check_every_hours: 0 });
  expect(await wait()).toBeNull();
  const odd = JSON.parse('{"check_every_hours":5}');
  await expect((async () => changeWorkspace(context, odd))()).rejects.toMatchObject({
    code: "validation_error",
  });
});

it("a worker finds due pages by itself, of every workspace, and records what they show", async () => {
  const services = {
    ...service.services,
    now: Date.now,
    settings: { ...service.services.settings, pageDelayMs: 20 },
  };
  service.clock.set(Date.now() - HOUR_MS);
  const shops = [shop, await openShop(service)];
  await shops[1]?.stock({ sku: "LAMP", price: "20.00", cost: "10.00" });
  for (const [n, each] of shops.entries()) {
    pages.pages.set(`/lamp-${n}`, productPage(`${18 + n}.90`));
    await each.call("POST", "/catalog/offers", {
      offers: [{ sku: "LAMP", url: `${pages.origin}/lamp-${n}`, seller: "lampenladen" }],
    });
  }
  const worker = await startWorker(services, { concurrency: 2, sweepIntervalMs: 100 });
  try {
    for (const [n, each] of shops.entries())
      await expect
        .poll(async () => (await each.call("GET", `/catalog/items/${await each.itemId("LAMP")}`)).json, {
          timeout: 15_000,
        })
        .toMatchObject({ market: { lowest: { amount: `${18 + n}.90`, currency: "EUR" } } });
  } finally {
    await worker.stop();
  }
});
