import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dueWork } from "@/server/db/queue/queue";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { productOf, signIn } from "@/server/testing/woocommerce/bench";
import { FULL_KEY, type ShopKey } from "@/server/testing/woocommerce/shop";
import { startWooStandIn, type WooStandIn } from "@/server/testing/woocommerce/stand-in";
import { operatorContext } from "../operator-context";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { checkStore } from "./check";
import { connectStore } from "./connect";
import { replaceCredentials } from "./replace-credentials";
import { requestSyncIn } from "./request-sync";
import { runSync } from "./sync";

// The shop accepts signatures by its own clock only, which is the machine's; the service's clock is set around the
// sale.
const NOW = Math.floor(Date.now() / 1000) * 1000;
const END = NOW - 4 * HOUR_MS;
const NEW_KEY: ShopKey = {
  consumerKey: "ck_made_later",
  consumerSecret: "cs_made_later",
  permissions: "read_write",
};

const service = duringTests(() => startTestService({ now: new Date(END).toISOString() }));
let shop: WooStandIn;
let by: RequestContext;
let id: string;
/** How far the service's clock goes on whenever the shop looks at its own, which it does to answer. */
let answersInMs = 0;

afterEach(() => shop.stop());
beforeEach(() => {
  answersInMs = 0;
});

/** Connects a shop with sales of 41.00 instead of 50.00 that end at END, and reads it an hour before. */
async function openShop(sales: number): Promise<void> {
  service.clock.set(new Date(END - HOUR_MS).toISOString());
  const onSale = { regular: "50.00", sale: "41.00", active: "41.00", saleToMs: END };
  shop = await startWooStandIn({
    products: [...Array(sales).keys()].map((n) => ({ id: 11 + n, sku: `SKU-${11 + n}`, ...onSale })),
    settings: { pricesIncludeTax: false },
    now: () => {
      service.clock.advance(answersInMs);
      return service.clock.now();
    },
  });
  by = await operatorContext(service.services, (await service.workspace({ plan: "max" })).id);
  const { row } = await connectStore(by, {
    kind: "woocommerce",
    url: shop.url,
    credentials: signIn(FULL_KEY),
  });
  id = row.id;
  expect(await work()).toMatchObject({ status: "ok" });
}

/** Carries out what is due for the store. @returns how its last sync ended, and what it read */
async function work() {
  await runSync(service.services, by.tenant, id);
  const [row] = await service.sql<{ status: string; whole: boolean; report: { sales_read?: number } }>(
    "SELECT sync_status AS status, sync_since IS NULL AS whole, sync_counts AS report FROM integrations WHERE id = $1",
    [id],
  );
  if (row === undefined) throw new Error("no store is connected");
  return { status: row.status, whole: row.whole, salesRead: row.report.sales_read };
}

/** Carries out what is due, and the repeats of its pages, until the sync ends. */
async function workToTheEnd() {
  for (;;) {
    const { status } = await work();
    if (status !== "queued") return status;
    service.clock.advance(20 * SECOND_MS);
  }
}

async function readChanges() {
  await writeTransaction(by, (tx) => requestSyncIn(by, tx, "changes"));
  return work();
}

/** Whether a worker would find the store, though nobody asked for a sync. */
async function isDue(): Promise<boolean> {
  const due = await dueWork(service.db, "sync", { atMs: service.clock.now(), afterId: "", most: 100 });
  return due.some((each) => each.id === id);
}

/**
 * Lets a time pass and carries out what becomes due in it, looking every five minutes unless `stepMs` is given.
 * @returns the minutes between one read and the next
 */
async function waits(ms: number, stepMs = 5 * MINUTE_MS): Promise<number[]> {
  const minutes: number[] = [];
  const until = service.clock.now() + ms;
  let since = service.clock.now();
  while (service.clock.now() < until) {
    service.clock.advance(stepMs);
    if (!(await isDue())) continue;
    minutes.push(Math.round((service.clock.now() - since) / MINUTE_MS));
    await workToTheEnd();
    since = service.clock.now();
  }
  return minutes;
}

/** A back-off: the first wait is short, none is shorter than the one before, and a day has few of them. */
function expectGrowing(minutes: readonly number[]): void {
  expect(minutes[0]).toBeLessThanOrEqual(15);
  expect(minutes.at(-1)).toBeGreaterThanOrEqual(6 * 60);
  expect(minutes).toEqual(minutes.toSorted((a, b) => a - b));
  expect(minutes.length).toBeLessThanOrEqual(9);
}

describe("a store that cannot be read when a sale ends", () => {
  beforeEach(async () => {
    await openShop(1);
    service.clock.set(new Date(END).toISOString());
  });

  it("is asked less and less often while it does not answer", async () => {
    await shop.stop();
    expect(await isDue()).toBe(true);
    expect(await workToTheEnd()).toBe("failed");
    expectGrowing(await waits(DAY_MS));
  });

  it("is asked less and less often where it answers without a price that can be used", async () => {
    Object.assign(productOf(shop.shop, "11"), { regular: "", active: "" });
    expect(await workToTheEnd()).toBe("ok");
    expectGrowing(await waits(DAY_MS));
  });

  it("is asked once a day while it refuses the credentials, and at once when they are replaced", async () => {
    shop.shop.keys.length = 0;
    expect(await workToTheEnd()).toBe("failed");
    expect(await waits(3 * DAY_MS)).toEqual([24 * 60, 24 * 60, 24 * 60]);
    shop.shop.keys.push(NEW_KEY);
    await replaceCredentials(by, { id, credentials: signIn(NEW_KEY) });
    expect(await isDue()).toBe(true);
    expect(await work()).toMatchObject({ status: "ok" });
    expect(await isDue()).toBe(false);
  });

  it("is read a day after it refused the credentials once, and then as before", async () => {
    shop.shop.keys.length = 0;
    expect(await workToTheEnd()).toBe("failed");
    shop.shop.keys.push(FULL_KEY);
    expect(await waits(DAY_MS)).toEqual([24 * 60]);
    expect(await work()).toMatchObject({ status: "ok" });
    // The shop still charges the price of the sale that is over.
    expect(await waits(2 * HOUR_MS)).toEqual([60, 60]);
  });

  it("is not asked at each begin and end of a sale while it refuses the credentials", async () => {
    const [first] = shop.shop.products.values();
    if (first) Object.assign(first, { saleToMs: END + 2 * HOUR_MS, modifiedMs: NOW });
    expect(await readChanges()).toMatchObject({ status: "ok" });
    shop.shop.keys.length = 0;
    expect(await readChanges()).toMatchObject({ status: "failed" });
    expect(await waits(DAY_MS)).toEqual([24 * 60]);
  });

  it("is asked again once it was mended in the shop, and a check finds that", async () => {
    shop.shop.keys.length = 0;
    expect(await workToTheEnd()).toBe("failed");
    shop.shop.keys.push(FULL_KEY);
    service.clock.advance(HOUR_MS);
    expect(await isDue()).toBe(false);
    expect(await checkStore(by, id)).toMatchObject({ ok: true });
    expect(await isDue()).toBe(true);
    expect(await work()).toMatchObject({ status: "ok" });
    expect(await isDue()).toBe(false);
  });
});

describe("a shop that is late with many sales", () => {
  it("is read one by one up to 200 of them, and by the whole list above that, not twice in half an hour", async () => {
    await openShop(201);
    const [first] = shop.shop.products.values();
    service.clock.set(new Date(END).toISOString());
    expect(await readChanges()).toMatchObject({ status: "ok", whole: true });
    for (let times = 0; times < 2; times += 1) {
      service.clock.advance(10 * MINUTE_MS);
      expect(await readChanges()).toMatchObject({ status: "ok", whole: false, salesRead: 0 });
    }
    service.clock.advance(10 * MINUTE_MS);
    // The job of the shop has ended one of the sales, and the list of changes has it.
    if (first) Object.assign(first, { sale: "", active: "50.00", saleToMs: null, modifiedMs: NOW });
    expect(await readChanges()).toMatchObject({ status: "ok", whole: true });
    service.clock.advance(HOUR_MS);
    expect(await readChanges()).toMatchObject({ status: "ok", whole: false, salesRead: 200 });
  });

  it("is read by one sync an hour, though its answers take minutes in all", async () => {
    await openShop(12);
    service.clock.set(new Date(END).toISOString());
    answersInMs = 2 * SECOND_MS;
    expect(await work()).toMatchObject({ status: "ok", salesRead: 12 });
    expect(service.clock.now()).toBeGreaterThan(END + 2 * MINUTE_MS);
    const minutes = await waits(4 * HOUR_MS, MINUTE_MS);
    expect(minutes.length).toBeGreaterThanOrEqual(3);
    for (const wait of minutes) expect(wait).toBeGreaterThan(50);
    expect(await work()).toMatchObject({ status: "ok", salesRead: 12 });
  });

  it("has its whole list read again an hour after the first of several pages", async () => {
    await openShop(201);
    service.clock.set(new Date(END).toISOString());
    answersInMs = SECOND_MS;
    expect(await readChanges()).toMatchObject({ status: "ok", whole: true });
    while (!(await isDue())) service.clock.advance(10 * SECOND_MS);
    expect(service.clock.now()).toBeGreaterThan(END + HOUR_MS);
    expect(await work()).toMatchObject({ status: "ok", whole: true });
    expect(await isDue()).toBe(false);
  });
});
