import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ShopService, startShops } from "@/server/testing/shop";
import { openShop, type Shop } from "@/server/testing/watched-shop";

let shops: ShopService;
let shop: Shop;

beforeAll(async () => {
  shops = await startShops();
  shop = await openShop(shops.service);
});
afterAll(() => shops.close());

const archive = async (sku: string, body?: unknown) =>
  shop.call("POST", `/catalog/items/${await shop.itemId(sku)}/archive`, body);
const unarchive = async (sku: string) =>
  shop.call("POST", `/catalog/items/${await shop.itemId(sku)}/unarchive`);
const get = async (sku: string) => (await shop.call("GET", `/catalog/items/${await shop.itemId(sku)}`)).json;
const skus = async (query: string) =>
  ((await shop.call("GET", `/catalog/items?${query}`)).json?.["data"] as { sku: string }[]).map(
    ({ sku }) => sku,
  );
const storeSays = (sku: string, state: string | null) =>
  shops.service.sql("UPDATE catalog_items SET store_state = $3 WHERE workspace_id = $1 AND sku = $2", [
    shop.workspace.id,
    sku,
    state,
  ]);

/** Creates an item that competitors undercut and for which a run recommends another price. */
async function raiseProblem(sku: string): Promise<void> {
  await shop.stock({ sku, price: "20.00", cost: "10.00", stock: 3, tags: [sku] });
  await shop.observe(sku, ["17.49", "17.49", "17.99"]);
  await shop.run({ subset_tags: [sku] });
  expect(await shop.alerts(sku)).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ status: "open" })]),
  );
  expect(await shop.recommendations(sku)).toMatchObject([{ status: "new" }]);
}

describe("an archived item", () => {
  it("has no open alert and no recommendation, is in no run, and comes back when it is watched again", async () => {
    await raiseProblem("lamp");
    const response = await archive("lamp", { reason: "Sold out for good." });
    expect(response.json).toMatchObject({
      ok: true,
      idempotent: false,
      item: { sku: "lamp", state: "archived", state_reason: "Sold out for good." },
    });
    expect((await archive("lamp")).text).toBe('{"ok":true,"idempotent":true}');
    expect((await shop.alerts("lamp")).every(({ cleared }) => cleared === true)).toBe(true);
    expect(await shop.recommendations("lamp")).toMatchObject([{ status: "superseded" }]);
    const run = await shop.run({ subset_tags: ["lamp"] });
    expect(run).toMatchObject({ counts: { items: 1, recommendations: 0, skipped: { archived: 1 } } });
    expect(await shop.recommendations("lamp")).toHaveLength(1);
    expect((await unarchive("lamp")).json).toMatchObject({ item: { state: "active", state_reason: null } });
    expect((await unarchive("lamp")).text).toBe('{"ok":true,"idempotent":true}');
    await shop.run({ subset_tags: ["lamp"] });
    expect((await shop.recommendations("lamp")).map(({ status }) => status)).toEqual(["superseded", "new"]);
    expect((await shop.alerts("lamp")).some(({ status }) => status === "open")).toBe(true);
  });

  it("is found by its state, and many are archived at once by the catalog's rows", async () => {
    await shop.stock(...["a1", "a2", "a3"].map((sku) => ({ sku, price: "9.00", tags: ["many"] })));
    const rows = ["a1", "a2"].map((sku) => ({ sku, archived: true }));
    expect((await shop.call("POST", "/catalog/items", { items: rows })).json).toMatchObject({ updated: 2 });
    expect(await skus("tag=many&state=archived")).toEqual(["a2", "a1"]);
    expect(await skus("tag=many&state=active")).toEqual(["a3"]);
    expect(await skus("tag=many")).toHaveLength(3);
    expect((await shop.call("GET", "/catalog/items?state=gone")).status).toBe(422);
    await shop.call("POST", "/catalog/items", { items: [{ sku: "a1", archived: false }] });
    expect(await get("a1")).toMatchObject({ state: "active" });
  });

  it("takes up no room of the plan, and needs it again to come back", async () => {
    const small = await openShop(shops.service, { plan: "free" });
    await small.stock(...Array.from({ length: 250 }, (_, i) => ({ sku: `S-${i}`, price: "9.00" })));
    const one = `/catalog/items/${await small.itemId("S-0")}`;
    expect((await small.call("POST", `${one}/archive`)).status).toBe(200);
    expect((await small.call("GET", "/workspace/status")).json).toMatchObject({
      usage: { items: { used: 249 } },
    });
    await small.stock({ sku: "NEW", price: "9.00" });
    expect((await small.call("POST", `${one}/unarchive`)).json).toMatchObject({
      error: "plan_limit",
      limit: "items",
    });
    expect((await small.call("GET", one)).json).toMatchObject({ state: "archived" });
  });

  it("is not found when it is another workspace's", async () => {
    await shop.stock({ sku: "own", price: "9.00" });
    const other = await openShop(shops.service);
    const path = `/catalog/items/${await shop.itemId("own")}`;
    for (const act of ["archive", "unarchive"])
      expect((await other.call("POST", `${path}/${act}`)).status).toBe(404);
    expect(await get("own")).toMatchObject({ state: "active" });
  });
});

describe.each([
  ["missing", "The store no longer has it."],
  ["disabled", "It is disabled in the store."],
  ["ambiguous", "Several products of the store have its SKU."],
])("an item that its store says is %s", (state, reason) => {
  it("is in no run, and what waits for it ends with the next one", async () => {
    const sku = `said-${state}`;
    await raiseProblem(sku);
    await storeSays(sku, state);
    expect(await get(sku)).toMatchObject({ state, state_reason: reason });
    const run = await shop.run({ subset_tags: [sku] });
    expect(run).toMatchObject({ counts: { items: 1, skipped: { [state]: 1 } } });
    expect(await shop.recommendations(sku)).toMatchObject([{ status: "superseded" }]);
    expect((await shop.alerts(sku)).every(({ cleared }) => cleared === true)).toBe(true);
  });

  it("is watched again by a person where no store is connected that could say otherwise", async () => {
    const sku = `alone-${state}`;
    await shop.stock({ sku, price: "9.00" });
    await storeSays(sku, state);
    expect((await unarchive(sku)).json).toMatchObject({ item: { state: "active" } });
  });

  it("is approved no more, and what was approved is not sent", async () => {
    const connected = await shops.shop();
    const seen = await connected.pending();
    const sent = await connected.pending();
    expect((await connected.post(`/recommendations/${sent.recommendation}/approve`)).status).toBe(200);
    await shops.service.sql("UPDATE catalog_items SET store_state = $2 WHERE workspace_id = $1", [
      connected.workspace.id,
      state,
    ]);
    const response = await connected.post(`/recommendations/${seen.recommendation}/approve`);
    expect(response.status).toBe(409);
    expect(response.json).toMatchObject({
      error: "conflict",
      changed: ["state"],
      current_status: "superseded",
    });
    await connected.work();
    expect(await connected.given(sent.ref)).toEqual([]);
    expect((await connected.get(`/recommendations/${sent.recommendation}`)).json).toMatchObject({
      status: "failed",
      write_back: { status: "conflict" },
    });
    const again = await connected.post(`/catalog/items/${seen.item}/unarchive`);
    expect(again.json).toMatchObject({ error: "conflict", current_status: state, changed: ["state"] });
  });
});
