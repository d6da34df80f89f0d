import { beforeEach, describe, expect, it } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { firstId } from "@/server/domain/ids";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";

const service = duringTests(() => startTestService({ now: "2026-11-02T09:30:00Z" }));
let shop: Shop;

beforeEach(async () => {
  shop = await openShop(service);
});

const asked = async ({ workspace: { id, userId } }: Shop = shop) =>
  (await browserCaller(service, { userId, workspaceId: id })).overview;
const days = async (of?: Shop) => (await asked(of)).days({ days: 30 });
const add = (sku: string, columns: Parameters<typeof service.make.item>[1]) =>
  service.make.item(shop.workspace.id, {
    sku,
    tags: [],
    cost_updated_at: new Date(service.clock.now()),
    ...columns,
  });

describe("the catalog as its newest run saw it", () => {
  const newest = async (of?: Shop) => {
    await (of ?? shop).run();
    return (await days(of)).newest;
  };

  it("weights the margin by the stock on hand, one unit where it is unknown", async () => {
    await add("A", { price: 1_000n, cost: 800n, stock: 3 });
    await add("B", { price: 2_000n, cost: 500n, stock: null });
    await add("C", { price: 9_000n, cost: 100n, stock: 0 });
    // (3 · 2.00 + 1 · 15.00) / (3 · 10.00 + 1 · 20.00)
    expect(await newest()).toMatchObject({ items: 3, priced: 3, margin: "0.4200" });
  });

  it("counts what is unknown apart, and never as zero", async () => {
    const old = new Date(service.clock.now() - 91 * DAY_MS);
    await add("A", { price: 1_000n, cost: 500n, stock: 1, cost_updated_at: old });
    await add("B", { price: 1_000n, cost: null, stock: 1, cost_updated_at: null });
    await add("C", { price: null, cost: 500n, stock: 1 });
    await add("D", { price: 1_000n, cost: 900n, stock: 1, archived_at: old });
    await add("E", { price: 1_000n, cost: 900n, stock: 1, currency: "USD" });
    expect(await newest()).toEqual({
      measured_at: expect.stringMatching(/^2026-11-02T/),
      items: 3,
      priced: 1,
      margin: "0.5000",
      below_floor: 0,
      without_cost: 1,
      without_price: 1,
      old_costs: 1,
      old_cost_days: 90,
      other_currency: 1,
      compared: 0,
      fresh: 0,
      price_index: null,
      categories: [],
    });
  });

  it("has no margin where nothing of known price and cost is in stock", async () => {
    await add("A", { price: 1_000n, cost: 500n, stock: 0 });
    await add("B", { price: 1_000n, cost: null, stock: 5 });
    expect(await newest()).toMatchObject({ items: 2, priced: 1, margin: null });
  });

  it("counts below the floor what the catalog's filter finds, at what shoppers pay", async () => {
    await shop.policy({ defaults: { constraints: { margin_floor: "0.20" } } });
    await add("A", { price: 1_000n, cost: 900n });
    await add("B", { price: 2_000n, sale_price: 1_000n, cost: 900n });
    await add("C", { price: 1_000n, cost: 800n });
    expect(await newest()).toMatchObject({ below_floor: 2, margin: "0.1333" });
    const found = await shop.call("GET", "/catalog/items?floor=below&state=active");
    expect(found.json?.["data"]).toHaveLength(2);
  });

  it("counts below the floor of a limit what its alert and the catalog's filter find", async () => {
    await shop.policy({
      defaults: { constraints: { margin_floor: "0.10" } },
      limits: [
        { name: "Bulky", match: { tags: ["bulky"] }, constraints: { margin_floor: "0.40" } },
        { name: "Calm", match: { tags: ["bulky"] }, constraints: { max_change: "0.05" } },
      ],
    });
    await add("A", { price: 1_000n, cost: 800n });
    await add("B", { price: 1_000n, cost: 800n, tags: ["bulky"] });
    await add("C", { price: 1_000n, cost: 500n, tags: ["bulky"] });
    await add("D", { price: 1_000n, cost: null, tags: ["bulky"] });
    await add("E", { price: 1_000n, cost: 950n });
    expect(await newest()).toMatchObject({ items: 5, below_floor: 2 });
    const found = await shop.call("GET", "/catalog/items?floor=below");
    expect((found.json?.["data"] as { sku: string }[]).map(({ sku }) => sku).sort()).toEqual(["B", "E"]);
    const { json } = await shop.call("GET", "/alerts?kind=margin_below_floor");
    const alerts = json?.["data"] as { item: { sku: string } }[];
    expect(alerts.map(({ item }) => item.sku).sort()).toEqual(["B", "E"]);
  });

  it("is not there before the first run over the whole catalog", async () => {
    await add("A", { price: 1_000n, cost: 800n });
    await shop.run({ subset_tags: ["none"] });
    expect(await days()).toMatchObject({ days: [], newest: null });
  });
});

describe("the catalog by day", () => {
  const market = async () => {
    await shop.stock(
      { sku: "A", price: "11.00", cost: "8.00", stock: 2 },
      { sku: "B", price: "27.00", cost: "20.00", stock: 1 },
      { sku: "C", price: "50.00", cost: null, stock: 1 },
    );
    await shop.observe("A", ["9.90", "10.00", "10.10"]);
    await shop.observe("B", ["30.00", "30.00", "30.00"], { at: "2026-11-01T09:00:00Z" });
  };

  it("compares one of each item with its market, and counts fresh markets", async () => {
    await market();
    await shop.run();
    const { days: kept, newest } = await days();
    expect(kept).toEqual([
      { measured_at: expect.stringMatching(/^2026-11-02T/), margin: "0.2653", price_index: "0.9500" },
    ]);
    expect(newest).toMatchObject({ items: 3, priced: 2, compared: 2, fresh: 1, price_index: "0.9500" });
  });

  it("keeps one row a day, that of the last run", async () => {
    await market();
    await shop.run();
    await shop.stock({ sku: "A", price: "13.00", cost: "8.00", stock: 2 });
    await shop.run();
    expect((await days()).days).toMatchObject([{ price_index: "1.0000" }]);
  });

  it("compares categories, those with most compared items first", async () => {
    await market();
    await add("D", { price: 2_000n, cost: 500n, category: "Lamps" });
    await shop.observe("D", ["10.00", "10.00", "10.00"]);
    await shop.run();
    expect((await days()).newest?.categories).toEqual([
      { category: null, compared: 2, price_index: "0.9500" },
      { category: "Lamps", compared: 1, price_index: "2.0000" },
    ]);
  });

  it("deletes a day after four hundred, at the next run", async () => {
    await market();
    const insert = (day: string) =>
      service.sql(
        `INSERT INTO catalog_days (workspace_id, day, run_id, measured_at, items, priced, below_floor, without_cost,
           without_price, old_costs, other_currency, compared, fresh, categories)
         VALUES ($1, $2, 'run_x', now(), 0, 0, 0, 0, 0, 0, 0, 0, 0, '[]')`,
        [shop.workspace.id, day],
      );
    await insert("2025-09-27");
    await insert("2025-09-28");
    await shop.run();
    const left = await service.sql("SELECT day FROM catalog_days WHERE workspace_id = $1 ORDER BY day", [
      shop.workspace.id,
    ]);
    expect(left.map(({ day }) => day)).toEqual(["2025-09-28", "2026-11-02"]);
  });

  it("shows nothing of another workspace", async () => {
    await market();
    await shop.run();
    expect(await days(await openShop(service))).toMatchObject({ days: [], newest: null });
  });
});

describe("the work", () => {
  const waiting = (columns: Parameters<typeof service.make.recommendation>[1]) =>
    service.make.recommendation(shop.workspace.id, {
      status: "pending_approval",
      currency: "EUR",
      ...columns,
    });

  it("sums what waits by reason, on the stock on hand, and tells what has no amount", async () => {
    const item = await add("A", { stock: 4 });
    const unknown = await add("B", { stock: null });
    await waiting({ item_id: item, why: "below_floor", profit_change: 250n });
    await waiting({ item_id: unknown, why: "above_market", profit_change: -100n });
    await waiting({ item_id: await add("C", { stock: 2 }), why: "above_market", profit_change: null });
    expect((await (await asked()).work({})).waiting).toMatchObject([
      { why: "below_floor", count: 1, profit: { amount: "10.00", currency: "EUR" }, unknown: 0 },
      { why: "above_market", count: 2, profit: { amount: "-1.00" }, unknown: 1 },
    ]);
  });

  it("counts each item once at risk, with its greatest open alert", async () => {
    const item = await add("A", {});
    const alert = (columns: Parameters<typeof service.make.alert>[1]) =>
      service.make.alert(shop.workspace.id, { status: "open", currency: "EUR", ...columns });
    await alert({ item_id: item, kind: "margin_below_floor", money_at_risk: 500n });
    await alert({ item_id: item, kind: "below_cost", money_at_risk: 900n });
    await alert({ item_id: await add("B", {}), kind: "stale_cost", money_at_risk: null });
    await alert({ item_id: await add("C", {}), kind: "below_cost", money_at_risk: 70n, status: "resolved" });
    expect((await (await asked()).work({})).at_risk).toEqual({
      money: { amount: "9.00", currency: "EUR" },
      items: 1,
      unknown: 1,
    });
  });

  it("counts a price that was taken back for nothing, and leaves out what was written before", async () => {
    const item = await add("A", { stock: 2 });
    const recommendation = await waiting({ item_id: item, status: "approved", profit_change: 300n });
    const other = await waiting({
      item_id: await add("B", { stock: 1 }),
      status: "approved",
      profit_change: 50n,
    });
    const store = await service.make.integration(shop.workspace.id);
    const written = (ms: number, columns: Parameters<typeof service.make.writeBack>[1]) =>
      service.make.writeBack(shop.workspace.id, {
        id: firstId("writeBack", ms),
        integration_id: store,
        ...columns,
      });
    const now = service.clock.now();
    const earlier = firstId("writeBack", now - 40 * DAY_MS);
    await written(now - 40 * DAY_MS, { recommendation_id: other, item_id: item, status: "applied" });
    const first = firstId("writeBack", now - 2 * DAY_MS);
    await written(now - 2 * DAY_MS, { recommendation_id: recommendation, item_id: item, status: "applied" });
    expect((await (await asked()).work({})).written).toMatchObject({
      applied: 1,
      reverted: 0,
      profit_if_sold: { amount: "6.00" },
    });
    await written(now - DAY_MS, {
      recommendation_id: recommendation,
      item_id: item,
      status: "applied",
      revert_of: first,
    });
    expect((await (await asked()).work({})).written).toMatchObject({
      applied: 0,
      reverted: 1,
      profit_if_sold: null,
    });
    // What is taken back of a price from before takes nothing off the others.
    await written(now - DAY_MS / 2, {
      recommendation_id: other,
      item_id: item,
      status: "applied",
      revert_of: earlier,
    });
    const last = await add("C", { stock: 2 });
    const third = await waiting({ item_id: last, status: "approved", profit_change: 100n });
    await written(now - DAY_MS / 4, { recommendation_id: third, item_id: last, status: "applied" });
    expect((await (await asked()).work({})).written).toMatchObject({
      applied: 1,
      reverted: 1,
      profit_if_sold: { amount: "2.00" },
    });
  });

  it("names the run whose findings are held, until none of them is", async () => {
    const run = await service.make.run(shop.workspace.id, {
      held_reason: "It would change 61 % of the items.",
    });
    const id = await waiting({ status: "held", run_id: run });
    expect((await (await asked()).work({})).held_run).toMatchObject({
      id: run,
      reason: "It would change 61 % of the items.",
    });
    await service.sql("UPDATE recommendations SET status = 'dismissed' WHERE id = $1", [id]);
    expect((await (await asked()).work({})).held_run).toBeNull();
  });
});
