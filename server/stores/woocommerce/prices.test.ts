import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StoreConnection, WriteRequest } from "@/server/stores/port";
import { woocommerce } from "@/server/stores/woocommerce/connector";
import { startFaultProxy } from "@/server/testing/fault-proxy";
import { loopbackConnection } from "@/server/testing/loopback-connection";
import { editAsMerchant, signIn } from "@/server/testing/woocommerce/bench";
import type { ProductSeed } from "@/server/testing/woocommerce/product";
import { FULL_KEY, READ_ONLY_KEY, type ShopSettings } from "@/server/testing/woocommerce/shop";
import { startWooStandIn, type WooStandIn } from "@/server/testing/woocommerce/stand-in";

const DAY_MS = 86_400_000;
const now = Math.floor(Date.now() / 1000) * 1000;
let standIn: WooStandIn;
let connection: StoreConnection;
beforeEach(() => open([{ id: 10, regular: "30.00" }]));
afterEach(() => standIn.stop());

async function open(products: readonly ProductSeed[], settings: Partial<ShopSettings> = {}): Promise<void> {
  await standIn?.stop();
  standIn = await startWooStandIn({ products, settings });
  connection = loopbackConnection(standIn.url, signIn(FULL_KEY));
}

const read = (ref = "10") => woocommerce.readPrice(connection, ref);
const write = (target: bigint, over: Partial<WriteRequest> = {}, ref = "10") =>
  woocommerce.writePrice(connection, ref, { target, currency: "EUR", writeKey: "wbk_1", ...over });
const product = (id = 10) => standIn.shop.products.get(id);
const definite = (reason: string) => ({ reason, certainty: "definite" });

describe("applied means marker, regular price and what the cart charges", () => {
  it("a price that the cart does not charge is incomplete, and the same price again does not repair it", async () => {
    standIn.shop.crashes.push("after_price");
    await expect(write(4400n)).rejects.toMatchObject({ certainty: "unknown" });
    expect(await read()).toMatchObject({
      price: 4400n,
      shopperPrice: 3000n,
      writeKey: "wbk_1",
      complete: false,
    });
    await write(4400n);
    expect(await read()).toMatchObject({ price: 4400n, shopperPrice: 3000n, complete: false });
  });

  it.each(["after_marker", "after_price"] as const)(
    "a write that died %s is completed in one way that works",
    async (crash) => {
      standIn.shop.crashes.push(crash);
      await expect(write(4400n)).rejects.toMatchObject({ certainty: "unknown" });
      await write(4400n, { completes: true });
      expect(await read()).toMatchObject({ price: 4400n, shopperPrice: 4400n, sale: null, complete: true });
      expect(product()).toMatchObject({ regular: "44.00", sale: "", active: "44.00" });
    },
  );

  it("the answer to a write may be another writer's; the next read decides", async () => {
    standIn.shop.beforeAnswer = ({ id }) => {
      standIn.shop.beforeAnswer = null;
      editAsMerchant(standIn.shop, String(id), {
        regular_price: "1.00",
        meta_data: [{ key: "_pricecheck_write_key", value: "of another" }],
      });
    };
    expect(await write(4400n)).toMatchObject({ price: 100n, writeKey: "of another" });
    expect(await read()).toMatchObject({ price: 100n, writeKey: "of another" });
  });

  it("two different write keys beside a price prove nothing", async () => {
    const key = "_pricecheck_write_key";
    const meta = ["a", "b"].map((value, n) => ({ id: n, key, value }));
    await open([{ id: 10, regular: "30.00", meta }]);
    expect(await read()).toMatchObject({ writeKey: null });
  });
});

describe("a sale", () => {
  const onSale = { id: 10, regular: "30.00", sale: "20.00", active: "20.00" };

  it("stays when the regular price changes above it", async () => {
    await open([{ ...onSale, saleFromMs: now - DAY_MS, saleToMs: now + DAY_MS }]);
    const sale = { price: 2000n, from: new Date(now - DAY_MS), until: new Date(now + DAY_MS) };
    expect(await read()).toMatchObject({ price: 3000n, shopperPrice: 2000n, sale, complete: true });
    await write(3500n);
    expect(await read()).toMatchObject({ price: 3500n, shopperPrice: 2000n, sale, complete: true });
  });

  it("is charged late when it has begun or ended: what the cart charges is what shoppers pay", async () => {
    await open([{ ...onSale, active: "30.00", saleFromMs: now - 1000 }]);
    expect(await read()).toMatchObject({ shopperPrice: 3000n, complete: true });
    await open([{ ...onSale, saleToMs: now - DAY_MS }]);
    expect(await read()).toMatchObject({ price: 3000n, shopperPrice: 2000n, complete: false });
    await write(3500n);
    expect(await read()).toMatchObject({ price: 3500n, shopperPrice: 3500n, complete: true });
  });

  it("is a price written in part beside a price that the cart charges in neither way", async () => {
    await open([{ ...onSale, active: "25.00" }]);
    expect(await read()).toMatchObject({ complete: false });
  });
});

describe("a variation", () => {
  const catalog: readonly ProductSeed[] = [
    { id: 56, type: "variable" },
    { id: 57, type: "variation", parentId: 56, regular: "16.00" },
  ];

  it("is written through its product", async () => {
    await open(catalog);
    await write(1750n, {}, "56/57");
    expect(await read("56/57")).toMatchObject({ price: 1750n, writeKey: "wbk_1", complete: true });
    expect(standIn.requests.filter((each) => each.startsWith("POST"))).toEqual([
      expect.stringContaining("/products/56/variations/57?"),
    ]);
  });

  it.each(["10/57", "56/99", "99", "../orders/1", "56/57/1"])("%s is not found", async (ref) => {
    await open([...catalog, { id: 10, regular: "30.00" }]);
    await expect(read(ref)).rejects.toMatchObject(definite("not_found"));
    await expect(write(1750n, {}, ref)).rejects.toMatchObject(definite("not_found"));
    expect(product(57)?.regular).toBe("16.00");
  });

  it("is not written where products are", async () => {
    await open(catalog);
    await expect(write(1750n, {}, "57")).rejects.toMatchObject(definite("not_found"));
    expect(product(57)?.regular).toBe("16.00");
  });

  it("a product that became variable stores no price and is not found again", async () => {
    await open(catalog);
    await expect(write(1750n, {}, "56")).rejects.toMatchObject({
      reason: "bad_answer",
      certainty: "unknown",
    });
    await expect(read("56")).rejects.toMatchObject(definite("not_found"));
  });
});

describe("what leaves", () => {
  it("is a text with the shop's decimals, or nothing", async () => {
    await open([{ id: 10, regular: "30.00" }], { decimals: 0 });
    await expect(write(4450n)).rejects.toMatchObject(definite("rejected"));
    expect(product()).toMatchObject({ regular: "30.00", meta: [] });
    await write(4400n);
    expect(product()).toMatchObject({ regular: "44", active: "44" });
  });

  it("has the decimals that the shop showed at the reading before, and no call comes between the two", async () => {
    await write(4450n);
    Object.assign(standIn.shop.settings, { decimals: 0 });
    await read();
    await expect(write(4599n, { writeKey: "wbk_2" })).rejects.toMatchObject(definite("rejected"));
    expect(product()).toMatchObject({ regular: "44.50" });
    await read();
    const before = standIn.requests.length;
    await write(4500n, { writeKey: "wbk_3" });
    expect(standIn.requests.slice(before)).toEqual([expect.stringMatching(/^POST .*\/products\/10\?/)]);
  });

  it("passes a host that refuses PUT, because it is sent by POST", async () => {
    const host = await startFaultProxy({ target: standIn.url });
    host.fault({
      mode: "host-before",
      match: "PUT /",
      times: 9,
      answer: { status: 405, body: "<h1>No</h1>" },
    });
    connection = { ...connection, url: host.url };
    await write(4450n);
    expect(product()).toMatchObject({ regular: "44.50" });
    await host.stop();
  });

  it("changes the price and nothing else: a plain write sends no sale price", async () => {
    await open([{ id: 10, regular: "30.00", sale: "20.00", active: "30.00", saleFromMs: now + DAY_MS }]);
    await write(4400n);
    expect(product()).toMatchObject({ sale: "20.00", saleFromMs: now + DAY_MS });
  });
});

describe("refusals", () => {
  it("a product in the trash or deleted is not found; a removed price is told at once", async () => {
    await open([{ id: 10, status: "trash", regular: "30.00" }, { id: 11 }, { id: 12, regular: "31.019" }]);
    await expect(read("10")).rejects.toMatchObject(definite("not_found"));
    await expect(write(4400n, {}, "99")).rejects.toMatchObject(definite("not_found"));
    for (const ref of ["11", "12"]) await expect(read(ref)).rejects.toMatchObject(definite("rejected"));
  });

  it("a key that may not write is told so, for certain", async () => {
    connection = { ...connection, credentials: signIn(READ_ONLY_KEY) };
    const refusal = { ...definite("unauthorized"), message: expect.stringContaining("Read/Write") };
    await expect(write(4400n)).rejects.toMatchObject(refusal);
    expect(product()).toMatchObject({ regular: "30.00", meta: [] });
  });

  it("a shop that is being updated leaves a write in doubt", async () => {
    await read();
    standIn.shop.updating = true;
    await expect(write(4400n)).rejects.toMatchObject({ reason: "bad_answer", certainty: "unknown" });
  });
});
