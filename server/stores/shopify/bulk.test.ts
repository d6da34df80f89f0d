import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HOUR_MS, MINUTE_MS } from "@/server/domain/durations";
import type { Page, StoreConnection, StoreVariant } from "@/server/stores/port";
import { BULK_FROM } from "@/server/stores/shopify/bulk";
import { shopify } from "@/server/stores/shopify/connector";
import { loopbackConnection } from "@/server/testing/loopback-connection";
import { refOfVariant } from "@/server/testing/shopify/bench";
import { addProduct } from "@/server/testing/shopify/seed";
import { ACCESS_TOKEN, APP, type ShopBulk } from "@/server/testing/shopify/shop";
import { type ShopifyStandIn, startShopifyStandIn } from "@/server/testing/shopify/stand-in";

const OPENED = Date.UTC(2026, 10, 22, 2, 0, 0);
let nowMs = OPENED;
let standIn: ShopifyStandIn;
let connection: StoreConnection;

beforeEach(async () => {
  nowMs = OPENED;
  standIn = await startShopifyStandIn({}, () => nowMs);
  connection = loopbackConnection(standIn.url, { accessToken: ACCESS_TOKEN }, () => nowMs);
  for (let n = 0; n < BULK_FROM / 4; n += 1)
    addProduct(standIn.shop, {
      title: `Tee für zwei № ${n}`,
      variants: ["S", "M", "L", "XL"].map((title) => ({ title })),
    });
});
afterEach(() => standIn.stop());

const page = (cursor: string | null, pageSize = 500): Promise<Page<StoreVariant>> =>
  shopify.listVariants(connection, { cursor, updatedSince: null, pageSize });
const finish = (status: "COMPLETED" | "FAILED" = "COMPLETED") => {
  const [bulk] = standIn.shop.bulks;
  if (!bulk) throw new Error("no operation was begun");
  bulk.status = status;
};
async function rest(cursor: string | null, pageSize = 500): Promise<Page<StoreVariant>[]> {
  const pages: Page<StoreVariant>[] = [];
  for (let next = cursor; next !== null; next = pages.at(-1)?.nextCursor ?? null)
    pages.push(await page(next, pageSize));
  return pages;
}
const refsOf = (pages: readonly Page<StoreVariant>[]) =>
  pages.flatMap(({ data }) => data.map(({ ref }) => ref)).sort();
const everything = () => [...standIn.shop.variants.values()].map(refOfVariant).sort();

describe("a shop with many variants", () => {
  it("writes them into one file, which is read a piece at a time, every variant once", async () => {
    const first = await page(null);
    expect(first).toMatchObject({ data: [], total: BULK_FROM, storeTime: new Date(OPENED) });
    const wait = { reason: "throttled", certainty: "definite", retryAfterMs: 5000 };
    await expect(page(first.nextCursor)).rejects.toMatchObject(wait);
    finish();
    const pages = await rest(first.nextCursor);
    expect(refsOf(pages)).toEqual(everything());
    expect(pages.map(({ data }) => data.length)).toEqual([500, 500, 500, 500]);
    expect(pages.map(({ progress }) => Math.round((progress ?? 0) * 4))).toEqual([1, 2, 3, 4]);
    expect(pages[3]?.data[0]).toMatchObject({ price: 2000n, cost: 1200n, title: "Tee für zwei № 375 – S" });
    expect(standIn.requests.filter((each) => each.includes("query Variants"))).toEqual([]);
  });

  it("is read as it was when the file was begun, and its pages say how old they are", async () => {
    const first = await page(null);
    finish();
    nowMs += 3 * MINUTE_MS;
    const [second] = await rest(first.nextCursor);
    expect(second?.ageMs).toBeGreaterThanOrEqual(3 * MINUTE_MS);
    expect(second?.ageMs).toBeLessThanOrEqual(3 * MINUTE_MS + 2000);
  });

  it("is read all the same with lines longer than a piece", async () => {
    for (const product of [...standIn.shop.products.values()].slice(0, 3))
      product.tags = [`${"ö".repeat(120_000)}`];
    const first = await page(null, 20);
    finish();
    expect(refsOf(await rest(first.nextCursor, 20))).toEqual(everything());
  });

  it("is read page by page where it fails, does not finish, or has too many such operations", async () => {
    const failed = await page(null);
    finish("FAILED");
    const slow = await page(null);
    standIn.shop.settings.maximumAvailable = 1_000_000;
    standIn.shop.bucket = { available: 1_000_000, atMs: nowMs };
    expect(refsOf(await rest(failed.nextCursor))).toEqual(everything());
    await expect(page(slow.nextCursor)).rejects.toMatchObject({ reason: "throttled" });
    nowMs += 11 * MINUTE_MS;
    expect((await page(slow.nextCursor)).nextCursor).not.toBe(slow.nextCursor);
    for (let n = 0; n < 4; n += 1) await page(null);
    expect((await page(null)).data).toHaveLength(100);
  });

  it.each([
    ["refuses us", (bulk: ShopBulk) => ({ ...bulk, host: { status: 403, body: "{}" } })],
    ["has lost it", (bulk: ShopBulk) => ({ ...bulk, host: { status: 404, body: "" } })],
    ["sends another length", (bulk: ShopBulk) => ({ ...bulk, host: { status: 206, body: "{}\n" } })],
    ["has a line of another kind", (bulk: ShopBulk) => ({ ...bulk, file: Buffer.from("{}\n") })],
    ["has rows too few", (bulk: ShopBulk) => ({ ...bulk, rows: BULK_FROM + 1 })],
  ])("is read page by page where the host of the file %s", async (_how, broken) => {
    standIn.shop.settings.maximumAvailable = 1_000_000;
    standIn.shop.bucket = { available: 1_000_000, atMs: nowMs };
    const first = await page(null);
    finish();
    standIn.shop.bulks.splice(0, 1, ...standIn.shop.bulks.map(broken));
    const pages = await rest(first.nextCursor);
    expect(new Set(refsOf(pages))).toEqual(new Set(everything()));
    expect(pages.at(-1)).toMatchObject({ repeats: true, nextCursor: null });
  });

  it("is read page by page where the file was finished hours ago", async () => {
    const first = await page(null);
    finish();
    nowMs += 3 * HOUR_MS;
    expect(await page(first.nextCursor)).toMatchObject({ data: [], repeats: true });
  });

  it("is read without costs where the app may not read inventory", async () => {
    const scopes = ["read_products", "write_products"];
    standIn.shop.tokens.set(ACCESS_TOKEN, { app: APP.clientId, scopes, expiresAt: null });
    const first = await page(null);
    finish();
    const [second] = await rest(first.nextCursor);
    expect(second?.data[0]).toMatchObject({ cost: null, stock: null, price: 2000n });
  });
});
