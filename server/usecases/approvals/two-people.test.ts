import { beforeEach, describe, expect, it } from "vitest";
import type { Role } from "@/server/domain/permissions";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { type Pending, type Shop, startShops } from "@/server/testing/shop";
import { processDecisionBatch } from "@/server/usecases/decision-batches/process";

const shops = duringTests(startShops);
let shop: Shop;
let pending: Pending;

beforeEach(async () => {
  shop = await shops.shop();
  pending = await shop.pending();
  await lanes([{ name: "Large", decided_by: "two_people" }]);
});

const sql = (text: string, values: unknown[]) => shops.service.sql(text, values);
const lanes = (list: readonly object[]) =>
  sql("UPDATE policy_versions SET document = document || $2::jsonb WHERE workspace_id = $1", [
    shop.workspace.id,
    JSON.stringify({ lanes: list }),
  ]);
const member = async (role: Role = "approver") => {
  const userId = await shops.service.person({ workspaceId: shop.workspace.id, role });
  const token = await shops.service.mintToken({ workspaceId: shop.workspace.id, userId });
  const post = (rest: string, body: unknown = {}) =>
    shops.service.call("POST", `/recommendations/${pending.recommendation}${rest}`, { token, body });
  return { userId, token, post };
};
const shown = async () => (await shop.get(`/recommendations/${pending.recommendation}`)).json ?? {};
const writeBacks = () => sql("SELECT id FROM write_backs WHERE item_id = $1", [pending.item]);

describe("a price that two people decide about", () => {
  it("waits after the first approval and is written once after the second", async () => {
    const [mia, noah] = [await member(), await member()];
    const first = await mia.post("/approve", { version: 1, reason: "Fine by me." });
    expect(first.status).toBe(200);
    expect(first.json).toMatchObject({
      idempotent: false,
      recommendation: {
        status: "pending_approval",
        version: 1,
        approvals: { needed: 2, given: 1 },
        decision: null,
        write_back: null,
      },
    });
    expect(
      await sql("SELECT after::jsonb ->> 'reason' AS reason FROM audit_events WHERE subject = $1", [
        pending.recommendation,
      ]),
    ).toEqual([{ reason: "Fine by me." }]);
    await shop.work();
    expect(await shop.given(pending.ref)).toEqual([]);
    const second = await noah.post("/approve", { version: 1 });
    expect(second.json).toMatchObject({
      recommendation: {
        status: "approved",
        decision: { action: "approve" },
        approvals: { needed: 2, given: 2 },
      },
    });
    await shop.work();
    expect(await shop.given(pending.ref)).toHaveLength(1);
  });

  it("does not count the same person twice, with another token and many times at once", async () => {
    const mia = await member();
    const other = await shops.service.mintToken({ workspaceId: shop.workspace.id, userId: mia.userId });
    const path = `/recommendations/${pending.recommendation}/approve`;
    const answers = await Promise.all(
      [mia.token, other, mia.token, other].map((token) => shops.service.call("POST", path, { token })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.filter(({ json }) => json?.["idempotent"] === true)).toHaveLength(3);
    expect(await shown()).toMatchObject({ status: "pending_approval", approvals: { given: 1 } });
    expect(await writeBacks()).toEqual([]);
  });

  it("is written once when both approve at the same moment", async () => {
    const people = [await member(), await member(), await member()];
    await Promise.all(people.map(({ post }) => post("/approve", { version: 1 })));
    expect(await writeBacks()).toHaveLength(1);
  });

  it("loses the first approval when its figures change", async () => {
    const [mia, noah] = [await member(), await member()];
    await mia.post("/approve");
    await noah.post("/override", { price: { amount: "20.99", currency: "EUR" } });
    expect(await shown()).toMatchObject({ version: 2, approvals: { needed: 2, given: 0 } });
    expect((await mia.post("/approve", { version: 2 })).json).toMatchObject({
      recommendation: { status: "pending_approval", approvals: { given: 1 } },
    });
  });

  it("is not approved by whoever set the price", async () => {
    const [mia, noah, lea] = [await member(), await member(), await member()];
    await mia.post("/override", { price: { amount: "20.99", currency: "EUR" } });
    const own = await mia.post("/approve");
    expect(own.status).toBe(409);
    expect(own.json?.["message"]).toContain("two other people");
    await noah.post("/approve");
    expect((await mia.post("/approve")).status).toBe(409);
    expect(await writeBacks()).toEqual([]);
    expect((await lea.post("/approve")).json).toMatchObject({ recommendation: { status: "approved" } });
  });

  it("does not count somebody who may not approve any more", async () => {
    const [mia, noah] = [await member(), await member()];
    await mia.post("/approve");
    await sql("UPDATE memberships SET role = 'analyst' WHERE workspace_id = $1 AND user_id = $2", [
      shop.workspace.id,
      mia.userId,
    ]);
    expect((await noah.post("/approve")).json).toMatchObject({
      recommendation: { status: "pending_approval", approvals: { given: 1 } },
    });
    expect(await writeBacks()).toEqual([]);
  });

  it("waits for the second person when the item moves to a lane for one, and when the lane is gone", async () => {
    const [mia, noah] = [await member(), await member()];
    const cheap = { name: "Cheap", decided_by: "one_person", at_most: { money: "5.00" } };
    await lanes([cheap, { name: "Dear", decided_by: "two_people" }]);
    const stock = (pieces: number) =>
      sql("UPDATE catalog_items SET stock = $2 WHERE workspace_id = $1", [shop.workspace.id, pieces]);
    await stock(100);
    await mia.post("/approve");
    await stock(1);
    expect((await mia.post("/approve", { version: 1 })).json).toMatchObject({ ok: true, idempotent: true });
    expect(await shown()).toMatchObject({ status: "pending_approval", approvals: { needed: 2, given: 1 } });
    expect(await writeBacks()).toEqual([]);
    await noah.post("/approve");
    expect(await shown()).toMatchObject({ status: "approved", approvals: { needed: 2, given: 2 } });

    pending = await shop.pending({ recommendation: { recommended_price: 2199n, change_ratio: "0.1001" } });
    await stock(100);
    await mia.post("/approve");
    await lanes([{ name: "All", decided_by: "one_person" }]);
    expect((await mia.post("/approve")).json).toMatchObject({ ok: true, idempotent: true });
    expect(await shown()).toMatchObject({ status: "pending_approval", approvals: { needed: 2, given: 1 } });
    await noah.post("/approve");
    expect(await shown()).toMatchObject({ status: "approved", approvals: { needed: 2, given: 2 } });
  });

  it("is decided by one person where the lanes say so, and rejected by one always", async () => {
    const mia = await member();
    await lanes([
      { name: "Usual", decided_by: "one_person", at_most: { change: "0.08" } },
      { name: "Large", decided_by: "two_people" },
    ]);
    expect((await mia.post("/approve")).json).toMatchObject({ recommendation: { status: "approved" } });
    pending = await shop.pending({ recommendation: { recommended_price: 2199n, change_ratio: "0.1001" } });
    expect((await mia.post("/approve")).json).toMatchObject({
      recommendation: { status: "pending_approval" },
    });
    expect((await mia.post("/reject", { reason: "Too high." })).json).toMatchObject({
      recommendation: { status: "rejected" },
    });
  });

  it("says before the first approval that it needs two people, by the lanes that count then", async () => {
    const none = { needed: 2, given: 0, by: [] };
    expect(await shown()).toMatchObject({ approvals: none });
    const listed = await shop.get("/recommendations?status=pending_approval");
    expect(listed.json).toMatchObject({ data: [{ id: pending.recommendation, approvals: none }] });
    const { userId, id: workspaceId } = shop.workspace;
    const browser = await browserCaller(shops.service, { userId, workspaceId });
    expect(await browser.recommendations.inbox({ first_rows: 1 })).toMatchObject({
      rows: [{ approvals: none }],
    });
    const ids = [pending.recommendation];
    expect(await browser.recommendations.details({ ids })).toMatchObject([{ approvals: none }]);
    await lanes([{ name: "Usual", decided_by: "one_person" }]);
    expect(await shown()).toMatchObject({ approvals: null });
    await sql("UPDATE catalog_items SET brand = 'Hermes' WHERE id = $1", [pending.item]);
    await lanes([{ name: "Fine", decided_by: "two_people", items: { scopes: ["Fine"] } }]);
    expect(await shown()).toMatchObject({ approvals: null });
    await sql("UPDATE policy_versions SET document = document || $2 WHERE workspace_id = $1", [
      shop.workspace.id,
      JSON.stringify({ scopes: [{ name: "Fine", match: { brands: ["Hermes"] } }] }),
    ]);
    expect(await shown()).toMatchObject({ approvals: none });
    expect((await (await member()).post("/approve")).json).toMatchObject({
      recommendation: { status: "pending_approval", approvals: { needed: 2, given: 1 } },
    });
  });

  it("says so in the answer to the decision that made it wait, and no more once it is decided", async () => {
    const mia = await member();
    pending = await shop.pending({ recommendation: { status: "new", accepted: false } });
    expect((await mia.post("/accept")).json).toMatchObject({
      recommendation: { status: "pending_approval", approvals: { needed: 2, given: 0 } },
    });
    expect((await mia.post("/reject", { reason: "Too high." })).json).toMatchObject({
      recommendation: { status: "rejected", approvals: null },
    });
    expect(await shown()).toMatchObject({ status: "rejected", approvals: null });
  });

  it("counts only the approvals of people who may still approve", async () => {
    const mia = await member();
    await mia.post("/approve");
    expect(await shown()).toMatchObject({ approvals: { needed: 2, given: 1 } });
    await sql("UPDATE memberships SET role = 'analyst' WHERE workspace_id = $1 AND user_id = $2", [
      shop.workspace.id,
      mia.userId,
    ]);
    expect(await shown()).toMatchObject({ approvals: { needed: 2, given: 0 } });
  });

  it("tells its batch that it waits, and a second person's batch writes it", async () => {
    const [mia, noah] = [await member(), await member()];
    const run = async ({ token }: { token: string }) => {
      const call = (path: string, body: unknown) => shops.service.call("POST", path, { token, body });
      const made = await call("/decision-batches", { action: "approve", ids: [pending.recommendation] });
      const { id, hash } = (made.json?.["batch"] ?? made.json) as { id: string; hash: string };
      await call(`/decision-batches/${id}/confirm`, { hash });
      await processDecisionBatch(shops.service.services, shop.workspace.tenant, id);
      return (await shop.get(`/decision-batches/${id}/items`)).json;
    };
    expect(await run(mia)).toMatchObject({ data: [{ outcome: "done", status: "pending_approval" }] });
    expect(await run(noah)).toMatchObject({ data: [{ outcome: "done", status: "approved" }] });
    expect(await writeBacks()).toHaveLength(1);
  });
});
