import { beforeEach, describe, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import type { Columns } from "@/server/testing/factories";
import { type Shop, startShops } from "@/server/testing/shop";
import { processDecisionBatch } from "@/server/usecases/decision-batches/process";

const shops = duringTests(startShops);
let shop: Shop;

beforeEach(async () => {
  shops.onFault(null);
  shop = await shops.shop();
});

interface Batch {
  id: string;
  hash: string;
  [field: string]: unknown;
}

const sql = (text: string, values: unknown[]) => shops.service.sql(text, values);
const fresh = async (count: number, columns: Columns = {}) => {
  const rows = await Promise.all(
    Array.from({ length: count }, () =>
      shop.pending({ recommendation: { status: "new", accepted: false, why: "room", ...columns } }),
    ),
  );
  return rows.map(({ recommendation }) => recommendation);
};
async function preview(body: object, path = "/decision-batches"): Promise<Batch> {
  const answer = await shop.post(path, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.json?.["batch"] as Batch;
}
const takingBack = (batch: Batch) => preview({}, `/decision-batches/${batch.id}/revert`);
async function carriedOut(batch: Batch): Promise<Batch> {
  const confirmed = await shop.post(`/decision-batches/${batch.id}/confirm`, { hash: batch.hash });
  expect(confirmed.status, confirmed.text).toBe(202);
  await processDecisionBatch(shops.service.services, shop.workspace.tenant, batch.id);
  return (await shop.get(`/decision-batches/${batch.id}`)).json as unknown as Batch;
}
const read = async (id: string) => (await shop.get(`/recommendations/${id}`)).json ?? {};
const statuses = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await read(id))["status"]));

describe("the preview of everything that matches", () => {
  it("is grouped by reason, with the change of profit on stock and kinds of advice apart", async () => {
    await fresh(3);
    await fresh(2, { why: "below_floor" });
    await fresh(1, { kind: "cost_review", recommended_price: null });
    const batch = await preview({ action: "accept", filter: { status: "new" } });
    expect(batch).toMatchObject({
      of: "recommendations",
      count: 6,
      effect: { raised: 5, groups: [{ group: "room", count: 3 }, { group: "below_floor", count: 2 }, {}] },
    });
    expect(JSON.stringify(batch["effect"])).toContain('{"group":"cost_review","count":1,"money":[]}');
  });
});

describe("putting back what a batch decided", () => {
  it("makes accepted ones new again, with no decision, and writes nothing", async () => {
    const ids = await fresh(12);
    const accepted = await carriedOut(await preview({ action: "accept", filter: { status: "new" } }));
    expect(accepted).toMatchObject({ count: 12, progress: { done: 12 } });
    expect(await statuses(ids)).toEqual(Array(12).fill("pending_approval"));
    const back = await takingBack(accepted);
    expect(back).toMatchObject({ action: "restore", count: 12, reverts: { batch_id: accepted.id } });
    expect(await statuses(ids)).toEqual(Array(12).fill("pending_approval"));
    expect(await carriedOut(back)).toMatchObject({ status: "finished", progress: { done: 12, fell_out: 0 } });
    expect(await statuses(ids)).toEqual(Array(12).fill("new"));
    expect((await read(ids[0] ?? ""))["decision"]).toBeNull();
    const events = await sql(
      "SELECT after::jsonb ->> 'batch' AS batch FROM audit_events WHERE workspace_id = $1 AND action = 'recommendation.restore'",
      [shop.workspace.id],
    );
    expect(events).toEqual(Array(12).fill({ batch: back.id }));
    expect((await shop.post(`/recommendations/${ids[0]}/accept`)).json).toMatchObject({ idempotent: false });
    expect(await sql("SELECT FROM write_backs WHERE workspace_id = $1", [shop.workspace.id])).toEqual([]);
  });

  it("leaves out what was approved, decided or replaced since, before the preview and after it", async () => {
    const ids = await fresh(6);
    const batch = await carriedOut(await preview({ action: "accept", ids }));
    const [approved, rejected, resolvedLater, changedLater, ...rest] = ids;
    await shop.post(`/recommendations/${approved}/approve`);
    await shop.post(`/recommendations/${rejected}/reject`, { reason: "No." });
    const back = await takingBack(batch);
    expect(back).toMatchObject({ count: 4, falls_out: [{ reason: "conflict", count: 2 }] });
    await shop.post(`/recommendations/${resolvedLater}/resolve`);
    await sql("UPDATE recommendations SET version = version + 1 WHERE id = $1", [changedLater]);
    expect(await carriedOut(back)).toMatchObject({ progress: { done: 2, fell_out: 4 } });
    expect(await statuses(rest)).toEqual(["new", "new"]);
    expect(await statuses([approved, rejected, resolvedLater, changedLater].map(String))).toEqual([
      "approved",
      "rejected",
      "resolved",
      "pending_approval",
    ]);
  });

  it("opens dismissed ones again, but not beside a newer one of the same item", async () => {
    const ids = await fresh(2);
    const batch = await carriedOut(await preview({ action: "dismiss", ids, reason: "Kept on purpose." }));
    const [replaced = "", other = ""] = ids;
    const [{ item_id: item } = {}] = await sql("SELECT item_id FROM recommendations WHERE id = $1", [
      replaced,
    ]);
    await shop.pending({ recommendation: { item_id: String(item), status: "new", accepted: false } });
    const done = await carriedOut(await takingBack(batch));
    expect(done).toMatchObject({ progress: { done: 1, fell_out: 1 } });
    expect(await statuses([replaced, other])).toEqual(["dismissed", "new"]);
  });

  it("keeps who accepted it before the batch resolved it", async () => {
    const [id = ""] = await fresh(1);
    await shop.post(`/recommendations/${id}/accept`);
    const { decision } = await read(id);
    const batch = await carriedOut(await preview({ action: "resolve", ids: [id] }));
    await carriedOut(await takingBack(batch));
    expect(await read(id)).toMatchObject({ status: "pending_approval", decision });
  });

  it("ends a snooze of the batch, and not one that somebody chose since", async () => {
    const ids = await fresh(2);
    const at = (days: number) => new Date(shops.service.clock.now() + days * 86_400_000).toISOString();
    const batch = await carriedOut(await preview({ action: "snooze", ids, snooze_until: at(1) }));
    await shop.post(`/recommendations/${ids[0]}/snooze`, { snooze_until: at(2) });
    expect(await carriedOut(await takingBack(batch))).toMatchObject({ progress: { done: 1, fell_out: 1 } });
    expect(await statuses(ids)).toEqual(["snoozed", "new"]);
  });

  it("is there for decisions that can be put back, and needs their scope", async () => {
    const [id = ""] = await fresh(1, { status: "pending_approval", accepted: true });
    const rejected = await carriedOut(await preview({ action: "reject", ids: [id], reason: "No." }));
    expect((await shop.post(`/decision-batches/${rejected.id}/revert`)).json).toMatchObject({
      error: "conflict",
    });
    const accepted = await carriedOut(await preview({ action: "accept", ids: await fresh(1) }));
    const userId = await shops.service.person({ workspaceId: shop.workspace.id, role: "analyst" });
    const workspaceId = shop.workspace.id;
    const analyst = await shops.service.mintToken({ workspaceId, userId });
    const path = `/decision-batches/${accepted.id}/revert`;
    expect((await shops.service.call("POST", path, { token: analyst, body: {} })).status).toBe(201);
    const reader = await shops.service.mintToken({ workspaceId, userId, scopes: ["recommendations:read"] });
    const refused = await shops.service.call("POST", path, { token: reader, body: {} });
    expect([refused.status, refused.json?.["required"]]).toEqual([403, "recommendations:write"]);
  });
});
