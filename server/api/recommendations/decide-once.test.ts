import { beforeEach, describe, expect, it } from "vitest";
import type { Role, Scope } from "@/server/domain/permissions";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { type Pending, type Shop, startShops } from "@/server/testing/shop";

const shops = duringTests(startShops);
let shop: Shop;
let row: Pending;

beforeEach(async () => {
  shop = await shops.shop();
  row = await shop.pending({ recommendation: { status: "new", accepted: false } });
});

const sql = (text: string, values: unknown[]) => shops.service.sql(text, values);
const once = (body: object = {}, token = shop.token) =>
  shops.service.call("POST", `/recommendations/${row.recommendation}/approve`, {
    token,
    body: { accept: true, version: 1, ...body },
  });
const shown = async () => (await shop.get(`/recommendations/${row.recommendation}`)).json ?? {};
const actions = async () => {
  const events = await sql(
    "SELECT action FROM audit_events WHERE workspace_id = $1 AND subject = $2 ORDER BY id",
    [shop.workspace.id, row.recommendation],
  );
  return events.map((event) => event["action"]);
};
const member = async (role: Role, scopes?: readonly Scope[]) => {
  const workspaceId = shop.workspace.id;
  const userId = await shops.service.person({ workspaceId, role });
  return shops.service.mintToken({ workspaceId, userId, ...(scopes ? { scopes } : {}) });
};
const setOnce = async (decides_once: boolean | null) => {
  const { userId, id: workspaceId } = shop.workspace;
  await (await browserCaller(shops.service, { userId, workspaceId })).workspace.change({ decides_once });
};

describe("accepting that approves", () => {
  it("leaves both decisions in the log and writes the price once, however often it is repeated", async () => {
    const first = await once();
    expect(first.json, first.text).toMatchObject({
      idempotent: false,
      recommendation: { status: "approved", decision: { action: "approve" }, write_back: {} },
    });
    expect((await once()).json).toEqual({ ok: true, idempotent: true });
    await shop.work();
    expect(await shop.given(row.ref)).toHaveLength(1);
    expect(await shown()).toMatchObject({ status: "applied" });
    expect((await actions()).slice(0, 2)).toEqual(["recommendation.accept", "recommendation.approve"]);
  });

  it("approves what was accepted before, and leaves advice, which has no price, as it was", async () => {
    await shop.post(`/recommendations/${row.recommendation}/accept`);
    expect((await once()).json).toMatchObject({ recommendation: { status: "approved" } });
    row = await shop.pending({
      recommendation: { status: "new", accepted: false, kind: "cost_review", recommended_price: null },
    });
    expect((await once()).status).toBe(409);
    expect(await shown()).toMatchObject({ status: "new" });
  });

  it("is asked for: without it a new one is approved by nobody", async () => {
    expect((await once({ accept: false })).status).toBe(409);
    expect(await shown()).toMatchObject({ status: "new" });
  });

  it("is bound by the guards: what changed since is renewed, and nothing is written", async () => {
    await sql("UPDATE catalog_items SET max_price = 2100 WHERE id = $1", [row.item]);
    const refused = await once();
    expect([refused.status, refused.json?.["changed"]]).toEqual([409, ["item_max"]]);
    expect(await sql("SELECT FROM write_backs WHERE item_id = $1", [row.item])).toEqual([]);
  });

  it("never passes a gate for two people: it is the first of their approvals", async () => {
    await sql("UPDATE policy_versions SET document = document || $2::jsonb WHERE workspace_id = $1", [
      shop.workspace.id,
      JSON.stringify({ lanes: [{ name: "All", decided_by: "two_people" }] }),
    ]);
    expect((await once()).json).toMatchObject({
      recommendation: { status: "pending_approval", approvals: { needed: 2, given: 1 }, write_back: null },
    });
    await shop.work();
    expect(await shop.given(row.ref)).toEqual([]);
  });

  it("leaves it as it was where the plan or the store does not allow the approval", async () => {
    await sql("UPDATE workspaces SET plan = 'pro' WHERE id = $1", [shop.workspace.id]);
    expect((await once()).json).toMatchObject({ error: "tier_ineligible" });
    expect(await shown()).toMatchObject({ status: "new", decision: null });
    expect(await actions()).toEqual([]);
  });
});

describe("who may accept and approve in one call", () => {
  it("is whoever holds both rights", async () => {
    await setOnce(true);
    for (const [has, lacks] of [
      ["recommendations:write", "recommendations:approve"],
      ["recommendations:approve", "recommendations:write"],
    ] as const) {
      const lacking = await once({}, await member("owner", [has]));
      expect([lacking.status, lacking.json?.["required"]]).toEqual([403, lacks]);
    }
    expect((await once({}, await member("analyst"))).json).toMatchObject({ error: "forbidden_role" });
    expect(await shown()).toMatchObject({ status: "new" });
    expect((await once({}, await member("approver"))).json).toMatchObject({
      recommendation: { status: "approved" },
    });
  });

  it("is the only member, until the workspace says otherwise; then what it says", async () => {
    await member("viewer");
    expect((await once()).json).toMatchObject({ error: "conflict" });
    expect(await shown()).toMatchObject({ status: "new" });
    await setOnce(true);
    expect((await once()).json).toMatchObject({ recommendation: { status: "approved" } });
    row = await shop.pending({ recommendation: { status: "new", accepted: false } });
    await setOnce(false);
    await sql("DELETE FROM memberships WHERE workspace_id = $1 AND role = 'viewer'", [shop.workspace.id]);
    expect((await once()).status).toBe(409);
    await setOnce(null);
    expect((await once()).json).toMatchObject({ recommendation: { status: "approved" } });
  });
});
