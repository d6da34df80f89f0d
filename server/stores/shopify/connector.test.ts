import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HOUR_MS } from "@/server/domain/durations";
import { openStoreCache, type StoreCache } from "@/server/stores/cache";
import type { StoreConnection, WriteRequest } from "@/server/stores/port";
import { shopify } from "@/server/stores/shopify/connector";
import { refOfVariant } from "@/server/testing/shopify/bench";
import { addProduct } from "@/server/testing/shopify/seed";
import { ACCESS_TOKEN, APP, type ShopVariant } from "@/server/testing/shopify/shop";
import { type ShopifyStandIn, startShopifyStandIn } from "@/server/testing/shopify/stand-in";

const OPENED = Date.UTC(2026, 10, 22, 2, 0, 0);
let standIn: ShopifyStandIn;
let variant: ShopVariant;
let ref: string;
let nowMs: number;
let cache: StoreCache;

beforeEach(async () => {
  nowMs = OPENED;
  cache = openStoreCache(() => nowMs);
  standIn = await startShopifyStandIn({}, () => nowMs);
  [variant] = addProduct(standIn.shop, { variants: [{ price: "20.00" }] }) as [ShopVariant];
  ref = refOfVariant(variant);
});
afterEach(() => standIn.stop());

const connect = (credentials: Record<string, string>): StoreConnection => ({
  url: standIn.url,
  credentials,
  allowPrivate: true,
  now: () => nowMs,
  cache,
});
const byToken = () => connect({ accessToken: ACCESS_TOKEN });
const byApp = () => connect({ clientId: APP.clientId, clientSecret: APP.clientSecret });
const request: WriteRequest = { target: 2100n, currency: "EUR", writeKey: "wbk_1", expected: 2000n };
const tokensAsked = () => standIn.requests.filter((each) => each.includes("/oauth/")).length;
const setScopes = (...scopes: string[]) =>
  standIn.shop.tokens.set(ACCESS_TOKEN, { app: APP.clientId, scopes, expiresAt: null });

describe("a client ID and secret", () => {
  it("are exchanged for one token that concurrent calls share, and again before it ends", async () => {
    await Promise.all([1, 2, 3].map(() => shopify.readPrice(byApp(), ref)));
    expect(tokensAsked()).toBe(1);
    nowMs += 23 * HOUR_MS;
    await shopify.readPrice(byApp(), ref);
    expect(tokensAsked()).toBe(1);
    nowMs += HOUR_MS - 60_000;
    await shopify.writePrice(byApp(), ref, request);
    expect(tokensAsked()).toBe(2);
  });

  it("replace a token that the shop has ended for a read, and never in the middle of a write", async () => {
    await shopify.test(byApp());
    const revoke = () => standIn.shop.tokens.clear();
    revoke();
    await shopify.readPrice(byApp(), ref);
    revoke();
    const refused = { reason: "unauthorized", certainty: "definite" };
    await expect(shopify.writePrice(byApp(), ref, request)).rejects.toMatchObject(refused);
    expect(standIn.requests.filter((each) => each.includes("productVariantsBulkUpdate"))).toHaveLength(1);
  });

  it("replace an ended token for each of the reads that met its end", async () => {
    await shopify.test(byApp());
    standIn.shop.tokens.clear();
    const readings = await Promise.all([1, 2, 3].map(() => shopify.readPrice(byApp(), ref)));
    expect(readings.map(({ price }) => price)).toEqual([2000n, 2000n, 2000n]);
  });

  it("are refused with the reason when their app is not installed, or belongs to others", async () => {
    const [app] = standIn.shop.apps;
    if (app) app.isInstalled = false;
    await expect(shopify.test(byApp())).rejects.toThrow("The app is not installed in this shop.");
    const wrong = connect({ clientId: APP.clientId, clientSecret: "wrong" });
    await expect(shopify.test(wrong)).rejects.toMatchObject({ reason: "unauthorized" });
  });
});

describe("what the app may do", () => {
  it("has to include changing products", async () => {
    setScopes("read_products");
    await expect(shopify.test(byToken())).rejects.toThrow("give it the scopes");
  });

  it("leaves costs and stock unknown without inventory, and says so", async () => {
    setScopes("read_products", "write_products");
    const { notices } = await shopify.test(byToken());
    expect(notices.join()).toContain("costs and stock stay unknown");
    const { data } = await shopify.listVariants(byToken(), { cursor: null, updatedSince: null, pageSize: 9 });
    expect(data).toMatchObject([{ ref, cost: null, stock: null, price: 2000n }]);
  });

  it("price lists that fix prices of markets are named, because they are neither read nor written", async () => {
    standIn.shop.settings.priceLists = [
      { name: "Switzerland", fixedPricesCount: 12 },
      { name: "By percentage", fixedPricesCount: 0 },
    ];
    const { notices } = await shopify.test(byToken());
    expect(notices).toEqual([expect.stringContaining("Switzerland (12).")]);
  });
});

describe("a write", () => {
  it("changes price and key alone: the struck-through price, cost and stock stay", async () => {
    variant.compareAtPrice = "29.00";
    const { metafields: _, updatedMs: __, ...before } = variant;
    await shopify.writePrice(byToken(), ref, request);
    expect(variant).toMatchObject({ ...before, price: "21.00" });
  });

  it.each([
    ["the shop was read", byToken, "query Shop"],
    ["a token was requested", byApp, "/oauth/"],
  ])("changes nothing when it may not leave any more once %s", async (_when, credentials, step) => {
    const connection = credentials();
    const hasHappened = () => standIn.requests.some((each) => each.includes(step));
    const mayStillWrite = vi.fn(() => !hasHappened());
    const write = shopify.writePrice({ ...connection, mayStillWrite }, ref, request);
    await expect(write).rejects.toMatchObject({ reason: "timeout", certainty: "definite" });
    expect(hasHappened()).toBe(true);
    expect(standIn.requests.filter((each) => each.includes("productVariantsBulkUpdate"))).toEqual([]);
    expect(variant.price).toBe("20.00");
  });

  it("is proved by no key of another app", async () => {
    variant.metafields.set("app--another.pricecheck_write_key", "wbk_1");
    expect(await shopify.readPrice(byToken(), ref)).toMatchObject({ writeKey: null });
  });

  it("is not carried out when the shop refuses it in part, and the refusal is certain", async () => {
    standIn.shop.variants.delete(variant.id);
    await expect(shopify.writePrice(byToken(), ref, request)).rejects.toMatchObject({
      reason: "not_found",
      certainty: "definite",
    });
    const blank = { ...request, writeKey: "\n" };
    standIn.shop.variants.set(variant.id, variant);
    await expect(shopify.writePrice(byToken(), ref, blank)).rejects.toMatchObject({
      reason: "rejected",
      certainty: "definite",
    });
    expect(variant.price).toBe("20.00");
  });

  it("was not carried out when it finds no points left, and the shop's time to wait is told", async () => {
    standIn.shop.settings.restoreRate = 2;
    await shopify.test(byToken());
    standIn.shop.bucket = { available: 0, atMs: nowMs };
    const error = await shopify.writePrice(byToken(), ref, request).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ reason: "throttled", certainty: "definite" });
    // The mutation costs fourteen points: ten, and one for each object of its answer.
    expect(error).toMatchObject({ retryAfterMs: 7000 });
    expect(variant.price).toBe("20.00");
  });
});
