import { beforeEach, describe, expect, it } from "vitest";
import type { Scope } from "@/server/domain/permissions";
import { duringTests } from "@/server/testing/during-tests";
import type { Columns, TestWorkspace } from "@/server/testing/factories";
import { startShops } from "@/server/testing/shop";
import type { Checkpoint } from "@/server/usecases/checkpoints";
import { processDecisionBatch } from "@/server/usecases/decision-batches/process";

const shops = duringTests(startShops);
let workspace: TestWorkspace;
let token: string;

beforeEach(async () => {
  shops.onFault(null);
  workspace = await shops.service.workspace();
  token = await shops.service.mintToken({ workspaceId: workspace.id, userId: workspace.userId });
});

interface Batch {
  id: string;
  hash: string;
  status: string;
  [field: string]: unknown;
}

const sql = (text: string, values: unknown[]) => shops.service.sql(text, values);
const post = (path: string, body: object = {}, as = token) =>
  shops.service.call("POST", path, { token: as, body });
const get = (path: string, as = token) => shops.service.call("GET", path, { token: as });
const make = (columns: Columns = {}, of = workspace.id) => shops.service.make.alert(of, columns);
const many = (count: number, columns: Columns = {}) =>
  Promise.all(Array.from({ length: count }, () => make(columns)));
async function preview(body: object): Promise<Batch> {
  const answer = await post("/decision-batches", body);
  expect(answer.status, answer.text).toBe(201);
  return answer.json?.["batch"] as Batch;
}
const confirm = ({ id, hash }: Batch) => post(`/decision-batches/${id}/confirm`, { hash });
const work = (id: string) => processDecisionBatch(shops.service.services, workspace.tenant, id);
const read = async (id: string) => (await get(`/decision-batches/${id}`)).json as unknown as Batch;
async function carriedOut(batch: Batch): Promise<Batch> {
  const confirmed = await confirm(batch);
  expect(confirmed.status, confirmed.text).toBe(202);
  await work(batch.id);
  return read(batch.id);
}
async function taken(batch: Batch): Promise<Batch> {
  const answer = await post(`/decision-batches/${batch.id}/revert`);
  expect(answer.status, answer.text).toBe(201);
  return answer.json?.["batch"] as Batch;
}
const statusOf = async (id: string) => (await get(`/alerts/${id}`)).json?.["status"];
const eventsOf = async (action: string) =>
  (await sql("SELECT FROM audit_events WHERE workspace_id = $1 AND action = $2", [workspace.id, action]))
    .length;

describe("a batch of everything that matches", () => {
  it("shows how many of each kind and what is at risk, decides nothing yet, and then resolves each once", async () => {
    const below = await many(7, { money_at_risk: 150n });
    const undercut = await many(5, { kind: "competitor_undercut", severity: "warning", money_at_risk: null });
    const others = [await make({ status: "resolved" }), await make({ severity: "info" })];
    const foreign = await make({}, (await shops.service.workspace()).id);
    const batch = await preview({ action: "resolve", alert_filter: { severity: "critical" } });
    expect(batch).toMatchObject({ of: "alerts", action: "resolve", count: 7, filter: null });
    const both = await preview({
      action: "resolve",
      alert_ids: [...below, ...undercut],
      reason: "Sold off.",
    });
    expect(both).toMatchObject({
      selected: 12,
      effect: {
        raised: 0,
        groups: [
          { group: "below_cost", count: 7, money: [{ amount: "10.50", currency: "EUR" }] },
          { group: "competitor_undercut", count: 5, money: [] },
        ],
      },
    });
    expect(await statusOf(below[0] ?? "")).toBe("open");
    const done = await carriedOut(both);
    expect(done).toMatchObject({ status: "finished", progress: { done: 12, waiting: 0 } });
    for (const id of [...below, ...undercut]) expect(await statusOf(id)).toBe("resolved");
    expect((await get(`/alerts/${below[1]}`)).json).toMatchObject({ resolution: "Sold off." });
    expect(await statusOf(others[1] ?? "")).toBe("open");
    expect((await sql("SELECT status FROM alerts WHERE id = $1", [foreign]))[0]).toEqual({ status: "open" });
    expect((await confirm(both)).json).toMatchObject({ ok: true, idempotent: true });
    await work(both.id);
    expect(await eventsOf("alert.resolve")).toBe(12);
    const [event] = await sql(
      "SELECT after::jsonb AS after FROM audit_events WHERE workspace_id = $1 AND action = 'decision_batch.confirm'",
      [workspace.id],
    );
    expect(event?.["after"]).toMatchObject({ decision_on_alerts: "resolve", count: 12 });
  });

  it("snoozes what is open, and leaves out what somebody decided after the preview", async () => {
    const ids = await many(4);
    const [resolved = "", snoozed = ""] = ids;
    const until = new Date(shops.service.clock.now() + 86_400_000).toISOString();
    const later = new Date(shops.service.clock.now() + 2 * 86_400_000).toISOString();
    const batch = await preview({ action: "snooze", snooze_until: until, alert_filter: { status: "open" } });
    expect(batch).toMatchObject({ count: 4, alert_filter: { status: "open" } });
    await post(`/alerts/${resolved}/resolve`);
    await post(`/alerts/${snoozed}/snooze`, { snooze_until: later });
    const done = await carriedOut(batch);
    expect(done).toMatchObject({ progress: { done: 2, fell_out: 2 } });
    expect((await get(`/alerts/${snoozed}`)).json).toMatchObject({ snooze_until: later });
    expect((await get(`/alerts/${ids[2]}`)).json).toMatchObject({ status: "snoozed", snooze_until: until });
    const items = await get(`/decision-batches/${batch.id}/items?outcome=fell_out`);
    expect((items.json?.["data"] as { id: string }[]).map(({ id }) => id).sort()).toEqual(
      [resolved, snoozed].sort(),
    );
  });

  it("is resumed after a worker died, and resolves nothing twice", async () => {
    const ids = await many(9);
    const batch = await preview({ action: "resolve", alert_ids: ids });
    expect((await confirm(batch)).status).toBe(202);
    for (const point of [
      "decision-batch:item-decided",
      "decision-batch:before-finish",
    ] satisfies Checkpoint[]) {
      let died = false;
      shops.onFault((reached) => {
        if (reached !== point || died) return;
        died = true;
        throw new Error("Connection terminated unexpectedly");
      });
      await work(batch.id).catch(() => undefined);
      expect(died, point).toBe(true);
      await sql("UPDATE decision_batches SET lease_until = NULL WHERE id = $1", [batch.id]);
    }
    shops.onFault(null);
    await work(batch.id);
    expect(await read(batch.id)).toMatchObject({ status: "finished", progress: { done: 9 } });
    expect(await eventsOf("alert.resolve")).toBe(9);
  });
});

describe("taking a batch back", () => {
  it("opens again what it resolved, and leaves what was decided since or whose condition ended", async () => {
    const ids = await many(5);
    const [ended = "", ...rest] = ids;
    const batch = await carriedOut(await preview({ action: "resolve", alert_ids: ids }));
    await sql("UPDATE alerts SET cleared = true WHERE id = $1", [ended]);
    const back = await taken(batch);
    expect(back).toMatchObject({
      of: "alerts",
      action: "restore",
      count: 4,
      reverts: { run_id: null, batch_id: batch.id },
      falls_out: [{ reason: "conflict", count: 1 }],
    });
    expect(await carriedOut(back)).toMatchObject({ progress: { done: 4, fell_out: 1 } });
    for (const id of rest) {
      const { json } = await get(`/alerts/${id}`);
      expect(json).toMatchObject({ status: "open", resolved_at: null, resolution: null, decided_by: null });
    }
    expect(await statusOf(ended)).toBe("resolved");
    expect(await eventsOf("alert.restore")).toBe(4);
    expect(await taken(batch)).toMatchObject({ count: 0 });
  });

  it("puts a snooze back that was there before, and the baseline that a resolution moved", async () => {
    const item = await shops.service.make.item(workspace.id, { price: 1999n, baseline_price: 2500n });
    const drift = await make({ item_id: item, kind: "price_drift" });
    const before = new Date(shops.service.clock.now() + 3_600_000);
    await sql(
      "UPDATE alerts SET status = 'snoozed', snooze_until = $2, decided_by = 'usr_gone' WHERE id = $1",
      [drift, before],
    );
    const baseline = async () =>
      (await sql("SELECT baseline_price::text AS price FROM catalog_items WHERE id = $1", [item]))[0]?.[
        "price"
      ];
    const batch = await carriedOut(await preview({ action: "resolve", alert_ids: [drift] }));
    expect(await baseline()).toBe("1999");
    await carriedOut(await taken(batch));
    expect((await get(`/alerts/${drift}`)).json).toMatchObject({
      status: "snoozed",
      snooze_until: before.toISOString(),
      decided_by: "usr_gone",
    });
    expect(await baseline()).toBe("2500");
  });
});

describe("what a batch of alerts needs", () => {
  const tokenOf = async (scopes: Scope[]) =>
    shops.service.mintToken({ workspaceId: workspace.id, userId: workspace.userId, scopes });

  it("is the scope of alerts, for every step, and no other", async () => {
    const [id = ""] = await many(1);
    const body = { action: "resolve", alert_ids: [id] };
    const other = await tokenOf(["recommendations:read", "recommendations:write", "recommendations:approve"]);
    const refused = await post("/decision-batches", body, other);
    expect([refused.status, refused.json?.["required"]]).toEqual([403, "alerts:write"]);
    const batch = await preview(body);
    for (const step of ["confirm", "cancel", "revert"]) {
      const answer = await post(`/decision-batches/${batch.id}/${step}`, { hash: batch.hash }, other);
      expect([step, answer.status, answer.json?.["required"]]).toEqual([step, 403, "alerts:write"]);
    }
    const reading = await get(`/decision-batches/${batch.id}`, other);
    expect([reading.status, reading.json?.["required"]]).toEqual([403, "alerts:read"]);
    const own = await tokenOf(["alerts:read", "alerts:write"]);
    expect((await post("/decision-batches", body, own)).status).toBe(201);
    expect((await get(`/decision-batches/${batch.id}`, own)).status).toBe(200);
    const listed = await get("/decision-batches?of=alerts", own);
    expect((listed.json?.["data"] as Batch[]).map((each) => each.of)).toEqual(["alerts", "alerts"]);
    expect((await get("/decision-batches", own)).status).toBe(403);
  });

  it("is one set of alerts, and a decision that alerts have", async () => {
    const [id = ""] = await many(1);
    const rec = "rec_01k9zq0v7k3t5m8w2x4y6z0a1b";
    for (const body of [
      { action: "accept", alert_ids: [id] },
      { action: "resolve", alert_ids: [id], ids: [rec] },
      { action: "resolve", alert_ids: [id], alert_filter: {} },
      { action: "resolve", alert_ids: [rec] },
      { action: "resolve", alert_filter: { severty: "critical" } },
      { action: "snooze", alert_ids: [id] },
    ])
      expect((await post("/decision-batches", body)).status, JSON.stringify(body)).toBe(422);
  });

  it("is seen by its workspace alone", async () => {
    const batch = await preview({ action: "resolve", alert_ids: await many(1) });
    const other = await shops.service.workspace();
    const stranger = await shops.service.mintToken({ workspaceId: other.id, userId: other.userId });
    expect((await get(`/decision-batches/${batch.id}`, stranger)).status).toBe(404);
    expect((await post(`/decision-batches/${batch.id}/confirm`, { hash: batch.hash }, stranger)).status).toBe(
      404,
    );
    expect((await post(`/decision-batches/${batch.id}/revert`, {}, stranger)).status).toBe(404);
  });
});
