import { beforeEach, describe, expect, it } from "vitest";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { type Pending, type Shop, startShops } from "@/server/testing/shop";

const shops = duringTests(startShops);
let shop: Shop;
let pending: Pending;

beforeEach(async () => {
  shop = await shops.shop();
  pending = await shop.pending();
});

const weigh = async (amount: string, { at = shop, currency = "EUR" } = {}) =>
  (
    await browserCaller(shops.service, { userId: at.workspace.userId, workspaceId: at.workspace.id })
  ).recommendations.priceEffect({
    rec_id: pending.recommendation,
    price: { amount, currency },
  });

const detail = async () =>
  (
    await browserCaller(shops.service, {
      userId: shop.workspace.userId,
      workspaceId: shop.workspace.id,
    })
  ).recommendations.detail({ rec_id: pending.recommendation });

describe("another price, weighed before it is set", () => {
  it("earns what it earns once it is set", async () => {
    const { margin, profit, breaks } = await weigh("20.50");
    const set = await shop.post(`/recommendations/${pending.recommendation}/override`, {
      price: { amount: "20.50", currency: "EUR" },
    });
    expect(set.json).toMatchObject({ recommendation: { margin_after: margin } });
    const page = await detail();
    expect([typeof margin, profit, breaks]).toEqual(["string", page.profit_after, []]);
  });

  it("names the limit it would break, and changes nothing", async () => {
    expect((await weigh("5.00")).breaks).toContainEqual(expect.stringContaining("below cost"));
    const { json } = await shop.get(`/recommendations/${pending.recommendation}`);
    expect(json).toMatchObject({ version: 1, override: null });
  });

  it("is not weighed in another currency, nor for another workspace's recommendation", async () => {
    await expect(weigh("20.50", { currency: "USD" })).rejects.toMatchObject({ message: /prices are in EUR/ });
    await expect(weigh("20.50", { at: await shops.shop() })).rejects.toMatchObject({
      cause: { code: "not_found" },
    });
  });
});
