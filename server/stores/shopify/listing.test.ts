import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StoreConnection, StoreVariant } from "@/server/stores/port";
import { shopify } from "@/server/stores/shopify/connector";
import { listedVariants } from "@/server/testing/listed-variants";
import { loopbackConnection } from "@/server/testing/loopback-connection";
import { refOfVariant } from "@/server/testing/shopify/bench";
import { saveVariants, touch } from "@/server/testing/shopify/save";
import { addProduct, fillShop } from "@/server/testing/shopify/seed";
import { ACCESS_TOKEN, variantGid } from "@/server/testing/shopify/shop";
import { type ShopifyStandIn, startShopifyStandIn } from "@/server/testing/shopify/stand-in";

const OPENED = Date.UTC(2026, 10, 22, 2, 0, 0);
let nowMs = OPENED;
let standIn: ShopifyStandIn;
let connection: StoreConnection;

beforeEach(async () => {
  nowMs = OPENED;
  standIn = await startShopifyStandIn({}, () => nowMs);
  connection = loopbackConnection(standIn.url, { accessToken: ACCESS_TOKEN }, () => nowMs);
});
afterEach(() => standIn.stop());

const list = (updatedSince: Date | null, pageSize: number, between?: () => void) =>
  listedVariants(shopify, connection, pageSize, updatedSince, between);

describe("a list", () => {
  it("has every variant of the whole shop that existed throughout, whatever is deleted meanwhile", async () => {
    fillShop(standIn.shop, 20);
    const ids = [...standIn.shop.variants.keys()];
    const listed = await list(null, 5, () => {
      const [first] = standIn.shop.variants.keys();
      if (first !== undefined) standIn.shop.variants.delete(first);
    });
    const stayed = [...standIn.shop.variants.values()].map(refOfVariant);
    expect(stayed.length).toBeLessThan(ids.length);
    expect(listed.map(({ ref }) => ref)).toEqual(expect.arrayContaining(stayed));
  });

  it("tells how many variants there are, and the shop's own time", async () => {
    fillShop(standIn.shop, 20);
    const first = await shopify.listVariants(connection, { cursor: null, updatedSince: null, pageSize: 5 });
    expect(first).toMatchObject({ total: 32, storeTime: new Date(OPENED) });
    const second = await shopify.listVariants(connection, {
      cursor: first.nextCursor,
      updatedSince: null,
      pageSize: 5,
    });
    expect(second.total).toBe(32);
  });

  it("has of changes a product that was archived, with all its variants, and nothing else", async () => {
    fillShop(standIn.shop, 20);
    const sizes = ["S", "M", "L"].map((title) => ({ title }));
    const variants = addProduct(standIn.shop, { title: "Mug", variants: sizes });
    nowMs += 60_000;
    const product = standIn.shop.products.get(variants[0]?.productId ?? 0);
    if (product) Object.assign(product, { status: "ARCHIVED", updatedMs: nowMs });
    const listed = await list(new Date(nowMs), 2);
    expect(listed.map(({ ref, enabled }) => [ref, enabled])).toEqual(
      variants.map((each) => [refOfVariant(each), false]),
    );
  });

  it("has of changes many products, page by page, and is empty where nothing changed", async () => {
    fillShop(standIn.shop, 130);
    nowMs += 60_000;
    expect(await list(new Date(nowMs), 40)).toEqual([]);
    for (const variant of standIn.shop.variants.values()) touch(standIn.shop, variant);
    expect(new Set((await list(new Date(nowMs), 40)).map(({ ref }) => ref)).size).toBe(142);
  });

  it("leaves a quarter of the points to reads and writes of single prices", async () => {
    fillShop(standIn.shop, 20);
    Object.assign(standIn.shop.settings, { maximumAvailable: 1000, restoreRate: 50 });
    const ask = () => shopify.listVariants(connection, { cursor: null, updatedSince: null, pageSize: 100 });
    standIn.shop.bucket = { available: 870, atMs: nowMs };
    await ask();
    const before = standIn.requests.length;
    standIn.shop.bucket = { available: 500, atMs: nowMs };
    await shopify.test(connection);
    await expect(ask()).rejects.toMatchObject({ reason: "throttled", certainty: "definite" });
    const sent = standIn.requests.slice(before).filter((each) => each.includes("query Variants"));
    expect(sent).toEqual([]);
  });
});

describe("a listed variant", () => {
  const only = async (): Promise<StoreVariant> => {
    const [found] = await list(null, 10);
    if (!found) throw new Error("the shop lists nothing");
    return found;
  };

  it("has an unknown cost where the shop has none, 0, or one in another currency", async () => {
    const [variant] = addProduct(standIn.shop);
    if (!variant) throw new Error("no variant");
    expect((await only()).cost).toBe(1200n);
    variant.cost = "0.00";
    expect((await only()).cost).toBeNull();
    variant.cost = null;
    expect((await only()).cost).toBeNull();
  });

  it("has the stock only where the shop tracks it, and no struck-through price of 0", async () => {
    const [variant] = addProduct(standIn.shop, { variants: [{ tracked: false, compareAtPrice: "0.00" }] });
    if (!variant) throw new Error("no variant");
    expect(await only()).toMatchObject({ stock: null, compareAt: null, shopperPrice: 2000n });
    Object.assign(variant, { tracked: true, stock: -3 });
    expect(await only()).toMatchObject({ stock: -3 });
  });

  it("is shown under its product's title, with its own where there are several", async () => {
    addProduct(standIn.shop, { title: "Kettle", variants: [{ sku: null }] });
    expect(await only()).toMatchObject({ title: "Kettle", sku: "", brand: "Teapot & Sons", category: "Tea" });
    addProduct(standIn.shop, { title: "Mug", variants: [{ title: "S" }, { title: "M" }] });
    expect((await list(null, 10)).map(({ title }) => title)).toEqual(["Kettle", "Mug – S", "Mug – M"]);
  });

  it("has no price where the currency cannot express it", async () => {
    const [variant] = addProduct(standIn.shop, { variants: [{ price: "19.995" }] });
    expect(await only()).toMatchObject({ price: null, shopperPrice: null });
    const ref = refOfVariant(variant as never);
    await expect(shopify.readPrice(connection, ref)).rejects.toMatchObject({ reason: "rejected" });
  });

  it("keeps our key when the merchant edited it, which proves nothing about the price", async () => {
    const [variant] = addProduct(standIn.shop);
    if (!variant) throw new Error("no variant");
    const ref = refOfVariant(variant);
    await shopify.writePrice(connection, ref, { target: 2100n, currency: "EUR", writeKey: "wbk_1" });
    const edit = [{ id: variantGid(variant.id), price: "25.00" }];
    saveVariants(standIn.shop, variant.productId, edit, { app: "admin" });
    expect(await only()).toMatchObject({ price: 2500n, writeKey: "wbk_1" });
  });
});
