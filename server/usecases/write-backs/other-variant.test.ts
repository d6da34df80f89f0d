import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { type Pending, type Shop, startShops } from "@/server/testing/shop";

const QUARANTINE_MS = 500;
const LEASE_MS = 5_000;

const shops = duringTests(() =>
  startShops({
    settings: { storeTimeoutMs: 400, quarantineMs: QUARANTINE_MS, writeBackLeaseMs: LEASE_MS },
  }),
);
let shop: Shop;
let pending: Pending;

beforeAll(async () => {
  shop = await shops.shop();
});
beforeEach(async () => {
  shops.proxy.clear();
  shops.onFault(null);
  pending = await shop.pending();
});

const approve = async () =>
  expect((await shop.post(`/recommendations/${pending.recommendation}/approve`)).status).toBe(200);
/** Links the item to another variant, as a sync does that finds its sku there. */
const relink = () =>
  shops.service.sql("UPDATE catalog_items SET integration_id = $2, store_ref = $3 WHERE id = $1", [
    pending.item,
    shop.integration,
    `OTHER-${pending.ref}`,
  ]);
const passQuarantine = () => shops.service.clock.advance(QUARANTINE_MS);
const writeBack = async () =>
  (await shop.get(`/recommendations/${pending.recommendation}`)).json?.["write_back"];
/** The item's price and the prices in its history. */
const prices = async () => {
  const [item] = await shops.service.sql("SELECT price FROM catalog_items WHERE id = $1", [pending.item]);
  const changes = await shops.service.sql("SELECT price FROM item_changes WHERE item_id = $1 AND price > 0", [
    pending.item,
  ]);
  return { price: item?.["price"], changes: changes.map(({ price }) => price) };
};

describe("a price that was sent before its item became another variant", () => {
  it("is settled by the variant that it was sent to, and is not the item's", async () => {
    const before = await prices();
    await approve();
    shops.onFault((point) => {
      if (point === "write-back:answered") throw new Error("killed here");
    });
    await expect(shop.work()).rejects.toThrow("killed here");
    shops.onFault(null);
    expect(await writeBack()).toMatchObject({ status: "sending" });
    await relink();
    shops.service.clock.advance(LEASE_MS + 1);
    await shop.work();
    expect(await shop.given(pending.ref)).toMatchObject([{ price: "2149" }]);
    expect(await writeBack()).toMatchObject({ status: "applied" });
    expect(await prices()).toEqual(before);
  });

  it("is not sent again, and the item keeps its price", async () => {
    await approve();
    shops.proxy.fault({ mode: "drop-request", match: "/price" });
    await shop.work();
    await relink();
    await shops.service.sql("UPDATE catalog_items SET price = 2300 WHERE id = $1", [pending.item]);
    const before = await prices();
    passQuarantine();
    await shop.work();
    expect(await shop.given(pending.ref)).toEqual([]);
    expect(await writeBack()).toMatchObject({
      status: "conflict",
      store_answer: expect.stringContaining("another variant of the store"),
    });
    expect(await prices()).toEqual(before);
  });
});
