import { beforeAll, expect, it } from "vitest";
import { DEFAULT_POLICY } from "@/server/domain/pricing/policy";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";
import { workspaceFingerprint } from "@/server/testing/workspace-fingerprint";

const service = duringTests(startTestService);
let shop: Shop;
let token: string;
let id: string;

beforeAll(async () => {
  shop = await openShop(service);
  await shop.stock({ sku: "jug", price: "20.00", cost: "10.00" });
  await shop.observe("jug", ["21.40", "21.60"]);
  id = await shop.itemId("jug");
  const { id: workspaceId, userId } = shop.workspace;
  token = await service.mintToken({ workspaceId, userId, scopes: ["policies:read", "catalog:read"] });
});

const ask = (body: unknown, bearer = token, item = id) =>
  service.call("POST", `/catalog/items/${item}/what-if`, { token: bearer, body });
const eur = (amount: string) => ({ amount, currency: "EUR" });
const stored = async () =>
  (await workspaceFingerprint(service, shop.workspace.id)).replace(/^api_tokens .*$/gm, "");

it("decides with what is supposed, in the form of a recommendation, and stores nothing", async () => {
  const before = await stored();
  const now = await ask({});
  expect(now.json).toMatchObject({ kind: "price_change", policy_version: 1, skip_reason: null });
  const dear = await ask({ cost: eur("18.00") });
  expect(dear.json).toMatchObject({ evidence: { cost: { amount: eur("18.00"), state: "fresh" } } });
  expect(dear.json?.["recommended_price"]).not.toEqual(now.json?.["recommended_price"]);
  expect((await ask({ cost: null })).json).toMatchObject({
    recommended_price: null,
    skip_reason: "unknown_cost",
  });
  const alone = await ask({ competitor_prices: [] });
  expect(alone.json).toMatchObject({ recommended_price: null, skip_reason: "no_market_data" });
  const rivals = ["a.example", "b.example"].map((seller) => ({
    seller,
    price: eur("20.60"),
    in_stock: true,
  }));
  expect((await ask({ competitor_prices: rivals })).json).toMatchObject({
    evidence: { market: { median: eur("20.60"), used: 2 }, trail: expect.any(Array) },
  });
  const document = DEFAULT_POLICY("EUR");
  const hold = { ...document, defaults: { ...document.defaults, strategy: { type: "hold" } } };
  expect((await ask({ document: hold })).json).toMatchObject({
    policy_version: null,
    recommended_price: null,
  });
  const later = new Date(service.clock.now() + 60 * 86_400_000).toISOString();
  expect((await ask({ at: later })).json).toMatchObject({ as_of: later, skip_reason: "stale_market" });
  expect(await stored()).toBe(before);
});

it("refuses what cannot be supposed", async () => {
  const past = new Date(service.clock.now() - 1).toISOString();
  const price = eur("20.00");
  for (const body of [
    { at: past },
    { cost: { amount: "9.00", currency: "CHF" } },
    { competitor_prices: ["a.example", "a.example"].map((seller) => ({ seller, price })) },
    { competitor_prices: ["a.example", "A.example"].map((seller) => ({ seller, price })) },
    { document: { version: 1 } },
  ])
    expect((await ask(body)).status).toBe(422);
});

it("needs both scopes, and finds no item of another workspace", async () => {
  const { id: workspaceId, userId } = shop.workspace;
  const lone = await service.mintToken({ workspaceId, userId, scopes: ["policies:read"] });
  expect((await ask({}, lone)).json).toMatchObject({ error: "insufficient_scope", required: "catalog:read" });
  const other = await service.workspace();
  const theirs = await service.mintToken({ workspaceId: other.id, userId: other.userId });
  expect((await ask({}, theirs)).status).toBe(404);
});
