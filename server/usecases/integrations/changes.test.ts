import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HOUR_MS, MINUTE_MS } from "@/server/domain/durations";
import { WEEKDAYS } from "@/server/domain/weekdays";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { editAsMerchant, signIn } from "@/server/testing/woocommerce/bench";
import { productFrom } from "@/server/testing/woocommerce/product";
import { FULL_KEY } from "@/server/testing/woocommerce/shop";
import { startWooStandIn, type WooStandIn } from "@/server/testing/woocommerce/stand-in";
import { operatorContext } from "../operator-context";
import type { RequestContext } from "../request-context";
import { createSchedule } from "../schedules/create";
import { processSchedule } from "../schedules/process";
import { writeTransaction } from "../transaction";
import { connectStore } from "./connect";
import { listIntegrations } from "./list";
import { requestSyncIn } from "./request-sync";
import { runSync } from "./sync";

const service = duringTests(() => startTestService({ now: new Date().toISOString() }));
let shop: WooStandIn;
let by: RequestContext;
/** How much the shop's clock is ahead of ours. */
let aheadMs: number;

beforeEach(async () => {
  aheadMs = 0;
  service.clock.set(new Date().toISOString());
  shop = await startWooStandIn({
    products: [10, 11, 12].map((id) => ({ id, sku: `SKU-${id}`, regular: "30.00" })),
    settings: { pricesIncludeTax: false },
    now: () => service.clock.now() + aheadMs,
  });
  by = await operatorContext(service.services, (await service.workspace({ plan: "max" })).id);
  await connectStore(by, { kind: "woocommerce", url: shop.url, credentials: signIn(FULL_KEY) });
  await work();
});
afterEach(() => shop.stop());

/** Carries out the queued sync. @returns its report */
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

const items = () =>
  service.sql<{ sku: string; price: bigint; store_state: string | null; store_ref: string }>(
    "SELECT sku, price, store_state, store_ref FROM catalog_items WHERE workspace_id = $1 ORDER BY sku",
    [by.tenant.workspaceId],
  );

describe("a sync of changes", () => {
  it("reads what changed since the sync before, by the shop's own clock, and the rest stays as it is", async () => {
    editAsMerchant(shop.shop, "11", { regular_price: "33.00" });
    expect(await sync("changes")).toMatchObject({ seen: 1, updated: 1, price_changes: 1, vanished: 0 });
    expect((await items()).map(({ price, store_state }) => [price, store_state])).toEqual([
      [3000n, null],
      [3300n, null],
      [3000n, null],
    ]);
    const lists = shop.requests.filter((request) => request.includes("modified_after"));
    expect(lists).toHaveLength(1);
    expect(lists[0]).toMatch(/modified_after=[\d-]+T\d\d%3A\d\d%3A\d\d&/);
    expect(lists[0]).toContain("dates_are_gmt=true");
  });

  it("finds every change of a shop whose clock is behind ours", async () => {
    aheadMs = -10 * MINUTE_MS;
    await sync("all");
    editAsMerchant(shop.shop, "11", { regular_price: "33.00" });
    expect(await sync("changes")).toMatchObject({ seen: 1, price_changes: 1 });
  });

  it("does not take a missing product for a deleted one; a full sync does", async () => {
    shop.shop.products.delete(12);
    expect(await sync("changes")).toMatchObject({ seen: 0, vanished: 0 });
    expect((await items()).map(({ store_state }) => store_state)).toEqual([null, null, null]);
    expect(await sync("all")).toMatchObject({ seen: 2, vanished: 1, since: null });
  });

  it("reads the whole list where that is 20 hours ago, and after a sync that a person asks for", async () => {
    expect(await sync("changes")).toMatchObject({ since: expect.any(String) as unknown, seen: 0 });
    service.clock.advance(20 * HOUR_MS);
    expect(await sync("changes")).toMatchObject({ since: null, seen: 3 });
    expect(await sync("changes")).toMatchObject({ seen: 0 });
    expect(await sync("all")).toMatchObject({ since: null, seen: 3 });
  });

  it("leaves out another product that takes the sku of an item, until the whole list says which one has it", async () => {
    const copy = productFrom({ id: 20, sku: "SKU-11", regular: "99.00", modifiedMs: shop.shop.now() });
    shop.shop.products.set(20, copy);
    expect(await sync("changes")).toMatchObject({ duplicate_sku: 1, updated: 0 });
    expect((await items())[1]).toMatchObject({ price: 3000n, store_ref: "11", store_state: "ambiguous" });
    shop.shop.products.delete(11);
    expect(await sync("all")).toMatchObject({ duplicate_sku: 0 });
    expect((await items())[1]).toMatchObject({ price: 9900n, store_ref: "20", store_state: null });
  });

  it("is what a schedule asks for", async () => {
    const at = new Date(Math.ceil(service.clock.now() / HOUR_MS) * HOUR_MS);
    const times = [at.toISOString().slice(11, 16)];
    const { id } = await createSchedule(by, { name: "Hourly", days: [...WEEKDAYS], times, steps: ["sync"] });
    service.clock.set(at.toISOString());
    await processSchedule(service.services, by.tenant, id);
    expect(await work()).toMatchObject({ since: expect.any(String) as unknown, seen: 0 });
  });

  it("tells how much of the shop's list of products is read", async () => {
    expect(await sync("all")).toMatchObject({ total: null, progress: 1 });
  });
});
