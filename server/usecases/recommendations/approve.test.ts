import { beforeEach, describe, expect, it } from "vitest";
import { HOUR_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import { type Pending, type Shop, startShops } from "@/server/testing/shop";

const shops = duringTests(startShops);
let shop: Shop;
let pending: Pending;

beforeEach(async () => {
  shop = await shops.shop();
  pending = await shop.pending();
});

const approve = (body?: unknown) => shop.post(`/recommendations/${pending.recommendation}/approve`, body);
const shown = async (id = pending.recommendation) => (await shop.get(`/recommendations/${id}`)).json ?? {};
const sql = (text: string, values: unknown[]) => shops.service.sql(text, values);
const writeBacks = () => sql("SELECT * FROM write_backs WHERE item_id = $1", [pending.item]);

/** Adds two competitors' prices, so that the engine recommends that price again. */
const market = async (price: bigint) => {
  for (const seller of ["one.example", "two.example"])
    await sql(
      `INSERT INTO current_offers (workspace_id, item_id, seller, id, price, currency, in_stock, observed_at)
       VALUES ($1, $2, $3, $3 || $2, $4, 'EUR', true, $5)`,
      [shop.workspace.id, pending.item, seller, price, new Date(shops.service.clock.now())],
    );
};

describe("an approval", () => {
  it("queues one write of the price that was seen and says who decided", async () => {
    const result = await approve({ version: 1 });
    expect(result.json).toMatchObject({
      idempotent: false,
      recommendation: {
        status: "approved",
        write_back: { status: "queued" },
        decision: { action: "approve" },
      },
    });
    expect(await writeBacks()).toMatchObject([
      {
        expected_price: 1999n,
        target_price: 2149n,
        currency: "EUR",
        status: "queued",
        store_ref: pending.ref,
      },
    ]);
  });

  it("is one write and one price in the store when given many times at once", async () => {
    const responses = await Promise.all(Array.from({ length: 12 }, () => approve()));
    expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(responses.filter(({ json }) => json?.["idempotent"] === false)).toHaveLength(1);
    expect(await writeBacks()).toHaveLength(1);
    await shop.work();
    expect(await shop.given(pending.ref)).toHaveLength(1);
  });

  it("waits for a write on the same variant, though its sku and so its item is another one by now", async () => {
    await approve();
    await sql(
      "UPDATE catalog_items SET integration_id = NULL, store_ref = NULL WHERE workspace_id = $1 AND id = $2",
      [shop.workspace.id, pending.item],
    );
    const renamed = await shop.pending({
      item: { integration_id: shop.integration, store_ref: pending.ref },
    });
    const result = await shop.post(`/recommendations/${renamed.recommendation}/approve`);
    expect(result.status).toBe(409);
    expect(result.json).toMatchObject({ error: "conflict", changed: ["write_back"] });
    await shop.work();
    expect((await shop.post(`/recommendations/${renamed.recommendation}/approve`)).status).toBe(200);
  });

  it("is a conflict when it is of another version, and changes nothing", async () => {
    const result = await approve({ version: 2 });
    expect(result.json).toMatchObject({
      error: "conflict",
      current_status: "pending_approval",
      changed: ["version"],
    });
    expect(await writeBacks()).toEqual([]);
    expect(await shown()).toMatchObject({ status: "pending_approval", version: 1 });
  });

  it("is a conflict after the cost moved; the same price again is kept with fresh figures", async () => {
    await sql("UPDATE catalog_items SET cost = 1500 WHERE id = $1", [pending.item]);
    await market(2149n);
    await sql("UPDATE recommendations SET recommended_price = 2149 WHERE id = $1", [pending.recommendation]);
    await sql(
      `UPDATE policy_versions SET document = jsonb_set(document, '{defaults,rounding,endings}', '[".49"]')
       WHERE workspace_id = $1`,
      [shop.workspace.id],
    );
    const result = await approve({ version: 1 });
    expect(result.json).toMatchObject({
      error: "conflict",
      current_status: "pending_approval",
      changed: ["cost"],
    });
    expect(await shown()).toMatchObject({
      status: "pending_approval",
      version: 2,
      cost: { amount: "15.00" },
      recommended_price: { amount: "21.49" },
      margin_after: "0.3020",
    });
    expect(await writeBacks()).toEqual([]);
    expect((await approve({ version: 1 })).status).toBe(409);
    expect((await approve({ version: 2 })).status).toBe(200);
  });

  it("is a conflict after the price moved; another price is a new recommendation in its place", async () => {
    await sql("UPDATE catalog_items SET price = 2299 WHERE id = $1", [pending.item]);
    await market(2399n);
    const result = await approve();
    expect(result.json).toMatchObject({
      error: "conflict",
      current_status: "superseded",
      changed: ["price"],
    });
    const { superseded_by: successor } = await shown();
    expect(await shown(String(successor))).toMatchObject({
      status: "new",
      current_price: { amount: "22.99" },
      recommended_price: { amount: "23.99" },
      item: { id: pending.item },
    });
    expect(await writeBacks()).toEqual([]);
  });

  it("is a conflict that names the guard when a guard no longer permits the price", async () => {
    await sql("UPDATE catalog_items SET max_price = 2100 WHERE id = $1", [pending.item]);
    expect((await approve()).json).toMatchObject({ error: "conflict", changed: ["item_max"] });
    expect(await shown()).toMatchObject({ status: "superseded", superseded_by: null });
  });

  const limit = (name: string, value: unknown) =>
    sql(
      `UPDATE policy_versions SET document = jsonb_set(document, ARRAY['defaults', 'constraints', $2], $3::jsonb)
       WHERE workspace_id = $1`,
      [shop.workspace.id, name, JSON.stringify(value)],
    );

  it("is a conflict when the price lies too far from the market by now", async () => {
    await limit("market_distance", { against: "median", above: "0.05" });
    await market(2000n);
    expect((await approve()).json).toMatchObject({ error: "conflict", changed: ["market_distance"] });
  });

  it("is a conflict when the price would move further in a day than is allowed", async () => {
    await limit("max_change_per_day", "0.10");
    await sql(
      `INSERT INTO item_changes (workspace_id, id, item_id, at, source, price, currency)
       VALUES ($1, 'evt_day', $2, $3, 'import', 1900, 'EUR')`,
      [shop.workspace.id, pending.item, new Date(shops.service.clock.now() - 25 * HOUR_MS)],
    );
    expect((await approve()).json).toMatchObject({ error: "conflict", changed: ["max_change_per_day"] });
  });

  it("is a conflict while another write on the item is unresolved", async () => {
    await shops.service.make.writeBack(shop.workspace.id, {
      item_id: pending.item,
      integration_id: shop.integration,
      status: "unknown",
      finished_at: null,
    });
    expect((await approve()).json).toMatchObject({ error: "conflict", changed: ["write_back"] });
  });

  it("needs the plan, then a store, then a workspace that may change, in this order", async () => {
    const bare = await shops.shop({ connected: false });
    const { recommendation: id } = await bare.pending();
    const go = async () => (await bare.post(`/recommendations/${id}/approve`)).json?.["error"];
    await sql("UPDATE workspaces SET plan = 'pro', lifecycle = 'suspended' WHERE id = $1", [
      bare.workspace.id,
    ]);
    expect(await go()).toBe("tier_ineligible");
    await sql("UPDATE workspaces SET plan = 'max' WHERE id = $1", [bare.workspace.id]);
    expect(await go()).toBe("no_commerce_integration");
    await sql("UPDATE workspaces SET lifecycle = 'suspended' WHERE id = $1", [shop.workspace.id]);
    expect((await approve()).json).toMatchObject({ error: "plan_limit", limit: "lifecycle" });
    expect(await writeBacks()).toEqual([]);
  });

  it("is no write when the item belongs to another connection", async () => {
    await sql("UPDATE catalog_items SET integration_id = 'int_gone', store_ref = '7' WHERE id = $1", [
      pending.item,
    ]);
    expect((await approve()).json).toMatchObject({ error: "no_commerce_integration" });
  });

  it("is forbidden_role by an analyst, for tokens and sessions alike", async () => {
    const userId = await shops.service.person({ workspaceId: shop.workspace.id, role: "analyst" });
    const token = await shops.service.mintToken({ workspaceId: shop.workspace.id, userId });
    for (const bearer of [token, await shops.service.sessionJwt(userId)])
      for (const operation of ["approve", "reject"]) {
        const path = `/recommendations/${pending.recommendation}/${operation}`;
        const { json } = await shops.service.call("POST", path, { token: bearer, body: { reason: "No" } });
        expect(json?.["error"]).toBe("forbidden_role");
      }
    expect(await shown()).toMatchObject({ status: "pending_approval" });
  });

  it("finds nothing and changes nothing when the recommendation is another workspace's", async () => {
    const other = await shops.shop();
    const { status, json } = await other.post(`/recommendations/${pending.recommendation}/approve`);
    expect([status, json?.["error"]]).toEqual([404, "not_found"]);
    expect(await shown()).toMatchObject({ status: "pending_approval" });
  });

  it("keeps what it was on a downgrade: approved before, written after", async () => {
    await approve();
    await sql("UPDATE workspaces SET plan = 'free' WHERE id = $1", [shop.workspace.id]);
    await shop.work();
    expect(await shown()).toMatchObject({ status: "applied" });
  });
});
