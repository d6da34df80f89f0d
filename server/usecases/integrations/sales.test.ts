import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type WindowColumns, windowOf, windowSql } from "@/server/db/items/shop-windows";
import { shopperPriceSql } from "@/server/db/items/shopper-price";
import { dueWork } from "@/server/db/queue/queue";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/server/domain/durations";
import { shopperPriceAt } from "@/server/domain/items/shop-window";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { editAsMerchant, productOf, signIn } from "@/server/testing/woocommerce/bench";
import type { ProductSeed } from "@/server/testing/woocommerce/product";
import { applySaleDates } from "@/server/testing/woocommerce/save";
import { FULL_KEY } from "@/server/testing/woocommerce/shop";
import { startWooStandIn, type WooStandIn } from "@/server/testing/woocommerce/stand-in";
import { operatorContext } from "../operator-context";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { connectStore } from "./connect";
import { disconnectStore } from "./disconnect";
import { listIntegrations } from "./list";
import { requestSyncIn } from "./request-sync";
import { runSync } from "./sync";

// The shop accepts signatures by its own clock only, which is the machine's; the service's clock is set around the
// sale.
const NOW = Math.floor(Date.now() / 1000) * 1000;
const LONG_AGO = NOW - 6 * DAY_MS;
const END = NOW - 4 * HOUR_MS;
const BEGIN = END;

const service = duringTests(() => startTestService({ now: new Date(END).toISOString() }));
let shop: WooStandIn;
let by: RequestContext;

afterEach(() => shop.stop());
beforeEach(() => open(END - HOUR_MS, { active: "41.00", saleFromMs: LONG_AGO, saleToMs: END }));

/** Connects a shop with SKU-11 on sale for 41.00 instead of 50.00, and reads it at a time. */
async function open(atMs: number, onSale: Partial<ProductSeed>) {
  service.clock.set(new Date(atMs).toISOString());
  shop = await startWooStandIn({
    products: [
      { id: 10, sku: "SKU-10", regular: "30.00" },
      { id: 11, sku: "SKU-11", regular: "50.00", sale: "41.00", ...onSale },
    ],
    settings: { pricesIncludeTax: false },
    now: service.services.now,
  });
  by = await operatorContext(service.services, (await service.workspace({ plan: "max" })).id);
  await connectStore(by, { kind: "woocommerce", url: shop.url, credentials: signIn(FULL_KEY) });
  await work();
}

/** Carries out what is due for the store. @returns its last report */
async function work() {
  const [row] = await listIntegrations(by);
  await runSync(service.services, by.tenant, row?.id ?? "");
  const [after] = await listIntegrations(by);
  expect(after?.syncStatus).toBe("ok");
  return after?.sync;
}
async function sync(reads: "all" | "changes") {
  await writeTransaction(by, (tx) => requestSyncIn(by, tx, reads));
  return work();
}
/** Whether a worker would find the store, though nobody asked for a sync. */
async function isDue() {
  const [row] = await listIntegrations(by);
  const due = await dueWork(service.db, "sync", { atMs: service.clock.now(), afterId: "", most: 100 });
  return due.some(({ id }) => id === row?.id);
}
/** What shoppers pay for SKU-11 now, in cents, as TypeScript and as SQL find it. */
async function paid(): Promise<bigint | null> {
  const nowMs = service.clock.now();
  const [row] = await service.sql<WindowColumns & { price: bigint; paid: bigint | null }>(
    `SELECT price, ${windowSql("i")}, ${shopperPriceSql("$2")} AS paid
     FROM catalog_items i WHERE workspace_id = $1 AND sku = 'SKU-11'`,
    [by.tenant.workspaceId, new Date(nowMs)],
  );
  if (row === undefined) throw new Error("no item");
  expect(row.paid).toBe(shopperPriceAt(windowOf(row), row.price, nowMs));
  return row.paid;
}

describe("a sale that has ended", () => {
  it("makes the store due: until it is read, what shoppers pay is unknown, and then it is what the cart charges", async () => {
    expect(await paid()).toBe(4100n);
    expect(await isDue()).toBe(false);
    service.clock.set(new Date(END).toISOString());
    expect(await paid()).toBeNull();
    expect(await isDue()).toBe(true);
    expect(await work()).toMatchObject({ seen: 0, sales_read: 1, since: expect.any(String) as unknown });
    expect(await paid()).toBe(4100n);
    expect(productOf(shop.shop, "11").active).toBe("41.00");
  });

  it("is looked at every hour while the shop is late, until its job has run", async () => {
    service.clock.set(new Date(END + MINUTE_MS).toISOString());
    await work();
    expect(await isDue()).toBe(false);
    service.clock.advance(HOUR_MS);
    expect(await isDue()).toBe(true);
    expect(await work()).toMatchObject({ sales_read: 1, price_changes: 0 });
    expect(await paid()).toBe(4100n);
    service.clock.advance(HOUR_MS);
    // The job as it runs without saying that it changed the product.
    const { modifiedMs } = productOf(shop.shop, "11");
    applySaleDates(shop.shop);
    productOf(shop.shop, "11").modifiedMs = modifiedMs;
    expect(await work()).toMatchObject({ seen: 0, sales_read: 1 });
    expect(await paid()).toBe(5000n);
    service.clock.advance(HOUR_MS);
    expect(await isDue()).toBe(false);
  });

  it("is read by every sync of changes, so that the run after it knows the price", async () => {
    service.clock.set(new Date(END + 1).toISOString());
    expect(await sync("changes")).toMatchObject({ seen: 0, sales_read: 1 });
    expect(await paid()).toBe(4100n);
  });

  it("stays unread where the shop has no usable price of it any more, and keeps no other from being read", async () => {
    service.clock.set(new Date(END + 1).toISOString());
    Object.assign(productOf(shop.shop, "11"), { regular: "", active: "" });
    expect(await sync("changes")).toMatchObject({ seen: 0, sales_read: 0 });
    expect(await paid()).toBeNull();
  });

  it("is read with the whole list too, and then needs no request of its own", async () => {
    service.clock.set(new Date(END + 1).toISOString());
    expect(await sync("all")).toMatchObject({ seen: 2, sales_read: 0 });
    expect(await paid()).toBe(4100n);
  });

  it("is looked at again after ten minutes where the store could not be read", async () => {
    service.clock.set(new Date(END).toISOString());
    shop.shop.updating = true;
    const [row] = await listIntegrations(by);
    await runSync(service.services, by.tenant, row?.id ?? "");
    expect((await listIntegrations(by))[0]?.syncStatus).toBe("queued");
    shop.shop.updating = false;
    service.clock.advance(HOUR_MS);
    expect(await work()).toMatchObject({ sales_read: 1 });
    expect(await paid()).toBe(4100n);
  });

  it("says nothing more once the store is disconnected", async () => {
    const [row] = await listIntegrations(by);
    await disconnectStore(by, row?.id ?? "");
    service.clock.set(new Date(END + HOUR_MS).toISOString());
    expect(await paid()).toBe(5000n);
  });
});

describe("a sale that has begun", () => {
  beforeEach(async () => {
    await shop.stop();
    await open(BEGIN - HOUR_MS, { active: "50.00", saleFromMs: BEGIN, saleToMs: NOW + 6 * DAY_MS });
  });

  it("makes the store due, and the regular price stays what shoppers pay while the cart charges it", async () => {
    expect(await paid()).toBe(5000n);
    service.clock.set(new Date(BEGIN).toISOString());
    expect(await paid()).toBeNull();
    expect(await isDue()).toBe(true);
    expect(await work()).toMatchObject({ seen: 0, sales_read: 1 });
    expect(await paid()).toBe(5000n);
    applySaleDates(shop.shop);
    service.clock.advance(HOUR_MS);
    expect(await work()).toMatchObject({ price_changes: 0 });
    expect(await paid()).toBe(4100n);
  });
});

it("a sale that the merchant ends at once is one of the changes that the store lists", async () => {
  editAsMerchant(shop.shop, "11", { sale_price: "" });
  service.clock.advance(MINUTE_MS);
  expect(await sync("changes")).toMatchObject({ seen: 1, sales_read: 0 });
  expect(await paid()).toBe(5000n);
});
