import { beforeEach, describe, expect, it } from "vitest";
import type { Scope } from "@/server/domain/permissions";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { type Pending, type Shop, startShops } from "@/server/testing/shop";
import { processDecisionBatch } from "@/server/usecases/decision-batches/process";

const shops = duringTests(startShops);
let shop: Shop;

beforeEach(async () => {
  shop = await shops.shop();
});

interface Batch {
  id: string;
  hash: string;
  [field: string]: unknown;
}

const NEW = { status: "new", accepted: false, why: "room" } as const;
const ACCEPTING = { action: "approve", accept: true } as const;
const sql = (text: string, values: unknown[]) => shops.service.sql(text, values);
const fresh = (columns: object = {}) => shop.pending({ recommendation: { ...NEW, ...columns } });
const advice = () => fresh({ kind: "cost_review", recommended_price: null });
const requested = (body: object, token = shop.token) =>
  shops.service.call("POST", "/decision-batches", { token, body: { ...ACCEPTING, ...body } });

async function preview(body: object): Promise<Batch> {
  const answer = await requested(body);
  expect(answer.status, answer.text).toBe(201);
  return answer.json?.["batch"] as Batch;
}
async function carriedOut({ id, hash }: Batch): Promise<Batch> {
  const confirmed = await shop.post(`/decision-batches/${id}/confirm`, { hash });
  expect(confirmed.status, confirmed.text).toBe(202);
  await processDecisionBatch(shops.service.services, shop.workspace.tenant, id);
  return (await shop.get(`/decision-batches/${id}`)).json as unknown as Batch;
}
const shown = async ({ recommendation }: Pending) =>
  (await shop.get(`/recommendations/${recommendation}`)).json ?? {};
const actions = async ({ recommendation }: Pending) => {
  const events = await sql(
    "SELECT action FROM audit_events WHERE workspace_id = $1 AND subject = $2 ORDER BY id",
    [shop.workspace.id, recommendation],
  );
  return events.map(({ action }) => action);
};
const setOnce = async (decides_once: boolean | null) => {
  const { userId, id: workspaceId } = shop.workspace;
  await (await browserCaller(shops.service, { userId, workspaceId })).workspace.change({ decides_once });
};

describe("a batch that accepts and approves", () => {
  it("writes each price once, leaves both decisions in the log, and is taken back by its prices", async () => {
    const rows = [await fresh(), await fresh(), await fresh()];
    const batch = await preview({ filter: { status: "new" } });
    expect(batch).toMatchObject({ ...ACCEPTING, selected: 3, count: 3, falls_out: [] });
    expect(await shop.get(`/recommendations/${rows[0]?.recommendation}`)).toMatchObject({
      json: { status: "new" },
    });
    expect(await carriedOut(batch)).toMatchObject({ status: "finished", progress: { done: 3, fell_out: 0 } });
    await shop.work();
    for (const row of rows) {
      expect(await shop.given(row.ref)).toHaveLength(1);
      expect(await shown(row)).toMatchObject({ status: "applied" });
      expect((await actions(row)).slice(0, 2)).toEqual(["recommendation.accept", "recommendation.approve"]);
    }
    const back = await shop.post(`/decision-batches/${batch.id}/revert`);
    expect(back.json).toMatchObject({ batch: { action: "revert", accept: false, count: 3 } });
  });

  it("chooses by a filter price changes that are new or await approval, and no advice", async () => {
    const [first, waiting] = [await fresh(), await shop.pending()];
    const advised = await advice();
    const batch = await preview({ filter: {} });
    expect(batch).toMatchObject({ selected: 2, count: 2 });
    expect(await carriedOut(batch)).toMatchObject({ progress: { done: 2 } });
    await shop.work();
    for (const row of [first, waiting]) expect(await shown(row)).toMatchObject({ status: "applied" });
    expect(await shown(advised)).toMatchObject({ status: "new" });
  });

  it("leaves out what cannot be approved, as it was: advice by its id, what moved, and what was decided", async () => {
    const [advised, dismissed, good] = [await advice(), await fresh({ status: "dismissed" }), await fresh()];
    const later = await fresh();
    const rows = [advised, dismissed, good, later];
    const batch = await preview({ ids: rows.map(({ recommendation }) => recommendation) });
    expect(batch).toMatchObject({ selected: 4, count: 2, falls_out: [{ reason: "conflict" }, {}] });
    await sql("UPDATE catalog_items SET max_price = 2100 WHERE id = $1", [later.item]);
    expect(await carriedOut(batch)).toMatchObject({ progress: { done: 1, fell_out: 3 } });
    await shop.work();
    expect(await shown(good)).toMatchObject({ status: "applied" });
    expect(await shown(advised)).toMatchObject({ status: "new", decision: null });
    expect(await shown(dismissed)).toMatchObject({ status: "dismissed" });
    expect(await sql("SELECT FROM write_backs WHERE item_id = $1", [later.item])).toEqual([]);
  });

  it("gives the first of two approvals where a lane needs two people", async () => {
    await sql("UPDATE policy_versions SET document = document || $2::jsonb WHERE workspace_id = $1", [
      shop.workspace.id,
      JSON.stringify({ lanes: [{ name: "All", decided_by: "two_people" }] }),
    ]);
    const row = await fresh();
    const batch = await preview({ ids: [row.recommendation] });
    expect(batch).toMatchObject({ count: 1, first_approvals: 1 });
    expect(await carriedOut(batch)).toMatchObject({ progress: { done: 1, first_approvals: 1 } });
    await shop.work();
    expect(await shop.given(row.ref)).toEqual([]);
    expect(await shown(row)).toMatchObject({ status: "pending_approval", approvals: { given: 1 } });
  });

  it("is another decision than approving, and only an approval of recommendations accepts", async () => {
    const row = await shop.pending();
    const ids = [row.recommendation];
    const plain = await shop.post("/decision-batches", { action: "approve", ids });
    const { hash } = await preview({ ids });
    expect((plain.json?.["batch"] as Batch).hash).not.toBe(hash);
    for (const body of [
      { action: "accept", ids },
      { action: "edit", item_ids: [row.item], edit: { add_tags: ["sale"], remove_tags: [] } },
    ])
      expect((await requested(body)).json?.["issues"]).toMatchObject([{ path: "accept" }]);
  });
});

describe("who accepts and approves in a batch", () => {
  it("is whoever holds both rights, also at the confirmation", async () => {
    await setOnce(true);
    const row = await fresh();
    const batch = await preview({ ids: [row.recommendation] });
    const workspaceId = shop.workspace.id;
    const userId = await shops.service.person({ workspaceId, role: "owner" });
    const token = (scope: Scope) => shops.service.mintToken({ workspaceId, userId, scopes: [scope] });
    for (const [has, lacks] of [
      ["recommendations:write", "recommendations:approve"],
      ["recommendations:approve", "recommendations:write"],
    ] as const) {
      const body = { hash: batch.hash };
      const path = `/decision-batches/${batch.id}/confirm`;
      for (const answer of [
        await requested({ ids: [row.recommendation] }, await token(has)),
        await shops.service.call("POST", path, { token: await token(has), body }),
      ])
        expect([answer.status, answer.json?.["required"]]).toEqual([403, lacks]);
    }
    expect(await shown(row)).toMatchObject({ status: "new" });
  });

  it("is nobody where the workspace decides in two steps, also if it does so since the preview", async () => {
    const row = await fresh();
    const batch = await preview({ ids: [row.recommendation] });
    await setOnce(false);
    expect((await requested({ ids: [row.recommendation] })).json).toMatchObject({ error: "conflict" });
    expect(await carriedOut(batch)).toMatchObject({
      progress: { done: 0, fell_out: 1 },
      falls_out: [{ reason: "conflict", message: "This workspace accepts and approves in two steps." }],
    });
    expect(await shown(row)).toMatchObject({ status: "new", decision: null });
  });
});
