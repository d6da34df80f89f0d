import { beforeEach, describe, expect, it } from "vitest";
import type { Scope } from "@/server/domain/permissions";
import { duringTests } from "@/server/testing/during-tests";
import { type Shop, startShops } from "@/server/testing/shop";
import type { Checkpoint } from "../checkpoints";
import { processDecisionBatch } from "./process";

const shops = duringTests(startShops);
let shop: Shop;

beforeEach(async () => {
  shop = await shops.shop();
  shops.onFault(null);
});

const SIZE = 12;
const sql = (text: string, values: unknown[]) => shops.service.sql(text, values);
const work = (id: string) => processDecisionBatch(shops.service.services, shop.workspace.tenant, id);

async function pending(count = SIZE): Promise<string[]> {
  const rows = await Promise.all(Array.from({ length: count }, () => shop.pending()));
  return rows.map(({ recommendation }) => recommendation);
}

/** Confirms a batch of approvals as that bearer. */
async function confirmed(token: string, ids: readonly string[]): Promise<string> {
  const created = await shops.service.call("POST", "/decision-batches", {
    token,
    body: { action: "approve", ids },
  });
  expect(created.status, created.text).toBe(201);
  const { id, hash } = created.json?.["batch"] as { id: string; hash: string };
  const answer = await shops.service.call("POST", `/decision-batches/${id}/confirm`, {
    token,
    body: { hash },
  });
  expect(answer.status, answer.text).toBe(202);
  return id;
}
const read = async (id: string) => (await shop.get(`/decision-batches/${id}`)).json ?? {};
const progressOf = async (id: string) => (await read(id))["progress"] as Record<string, number>;
const approver = async (scopes?: readonly Scope[]) => {
  const userId = await shops.service.person({ workspaceId: shop.workspace.id, role: "approver" });
  const token = await shops.service.mintToken({
    workspaceId: shop.workspace.id,
    userId,
    ...(scopes ? { scopes: [...scopes] } : {}),
  });
  return { userId, token };
};

/** Carries the batch out, and does something once when the first recommendations are decided. */
async function interrupted(id: string, interrupt: () => Promise<unknown>): Promise<void> {
  let once: Promise<unknown> | null = null;
  shops.onFault(async (point) => {
    if (point !== "decision-batch:item-committed") return;
    once ??= interrupt();
    await once;
  });
  await work(id);
  shops.onFault(null);
}

const LOWERED = "UPDATE memberships SET role = 'analyst' WHERE user_id = $1";
const REMOVED = "DELETE FROM memberships WHERE user_id = $1";

/** What ends a caller's permission: the statement, the error of every further call, and that of the batch's rest. */
const ENDS: readonly (readonly [what: string, change: string, call: string, rest: string])[] = [
  ["the role is lowered", LOWERED, "forbidden_role", "forbidden_role"],
  ["the member is removed", REMOVED, "unauthorized", "workspace_forbidden"],
  [
    "the token is revoked",
    "UPDATE api_tokens SET revoked_at = now() WHERE user_id = $1",
    "unauthorized",
    "unauthorized",
  ],
  [
    "the token loses its scope",
    "UPDATE api_tokens SET scopes = '{recommendations:write}' WHERE user_id = $1",
    "insufficient_scope",
    "insufficient_scope",
  ],
  [
    "the workspace is suspended",
    `UPDATE workspaces SET lifecycle = 'suspended'
     WHERE id IN (SELECT workspace_id FROM memberships WHERE user_id = $1)`,
    "plan_limit",
    "plan_limit",
  ],
];

const approvedCount = async (): Promise<number> => {
  const rows = await sql("SELECT FROM recommendations WHERE workspace_id = $1 AND status = 'approved'", [
    shop.workspace.id,
  ]);
  return rows.length;
};

describe("a batch whose confirming actor may not decide any more", () => {
  it.each(ENDS)("decides nothing more when %s, and says so of the rest", async (_, change, _call, rest) => {
    const { userId, token } = await approver();
    const ids = await pending();
    const id = await confirmed(token, ids);
    await interrupted(id, () => sql(change, [userId]));
    const progress = await progressOf(id);
    expect(await read(id)).toMatchObject({ status: "finished", falls_out: [{ reason: rest }] });
    expect(progress["done"]).toBeGreaterThan(0);
    expect(progress["fell_out"]).toBeGreaterThan(0);
    expect((progress["done"] ?? 0) + (progress["fell_out"] ?? 0)).toBe(SIZE);
    expect(await approvedCount()).toBe(progress["done"]);
  });

  const session = async () => {
    const userId = await shops.service.person({ workspaceId: shop.workspace.id, role: "approver" });
    return { userId, token: await shops.service.sessionJwt(userId) };
  };
  it.each([
    ...ENDS.map(([what, change, call]) => [what, "token", change, call, approver] as const),
    ["the role is lowered", "person", LOWERED, "forbidden_role", session] as const,
    ["the member is removed", "person", REMOVED, "workspace_forbidden", session] as const,
  ])("cannot confirm when %s, as a %s", async (_, _kind, change, call, caller) => {
    const { userId, token } = await caller();
    const ids = await pending(2);
    const headers = { "x-workspace-id": shop.workspace.id };
    const post = (path: string, body: object) => shops.service.call("POST", path, { token, headers, body });
    const { json } = await post("/decision-batches", { action: "approve", ids });
    const { id, hash } = json?.["batch"] as { id: string; hash: string };
    await sql(change, [userId]);
    expect((await post(`/recommendations/${ids[0]}/approve`, {})).json?.["error"]).toBe(call);
    expect((await post(`/decision-batches/${id}/confirm`, { hash })).json?.["error"]).toBe(call);
    await work(id);
    expect(await approvedCount()).toBe(0);
  });
});

describe("what a caller may batch is what they may decide one by one", () => {
  it("an approval needs the scope to approve, which alone is enough", async () => {
    const ids = await pending(1);
    const writer = await approver(["recommendations:write"]);
    const body = { action: "approve", ids };
    const refused = await shops.service.call("POST", "/decision-batches", { token: writer.token, body });
    expect([refused.status, refused.json?.["required"]]).toEqual([403, "recommendations:approve"]);
    const only = await approver(["recommendations:approve"]);
    await work(await confirmed(only.token, ids));
    expect((await sql("SELECT status FROM recommendations WHERE id = $1", [ids[0]]))[0]?.["status"]).toBe(
      "approved",
    );
  });

  it("an analyst can neither preview nor confirm nor cancel an approval", async () => {
    const ids = await pending(1);
    const owner = await shop.post("/decision-batches", { action: "approve", ids });
    const { id, hash } = owner.json?.["batch"] as { id: string; hash: string };
    const userId = await shops.service.person({ workspaceId: shop.workspace.id, role: "analyst" });
    const token = await shops.service.mintToken({ workspaceId: shop.workspace.id, userId });
    for (const [path, body] of [
      ["/decision-batches", { action: "approve", ids }],
      [`/decision-batches/${id}/confirm`, { hash }],
      [`/decision-batches/${id}/cancel`, {}],
    ] as const) {
      const { json } = await shops.service.call("POST", path, { token, body });
      expect(json?.["error"], path).toBe("forbidden_role");
    }
  });
});

describe("a worker that dies or is slow", () => {
  class Died extends Error {}

  it.each<Checkpoint>([
    "decision-batch:leased",
    "decision-batch:item-decided",
    "decision-batch:item-committed",
    "decision-batch:before-finish",
  ])("is followed by another when it dies at %s, and no decision is taken twice or lost", async (point) => {
    const id = await confirmed(shop.token, await pending());
    let deaths = 0;
    shops.onFault((reached) => {
      if (reached !== point || deaths >= 2) return;
      deaths += 1;
      // The database's own words for a lost connection: the transaction is rolled back, as after a kill.
      throw new Died("Connection terminated unexpectedly");
    });
    for (let round = 0; round < 5; round += 1) {
      await work(id).catch((error: unknown) => {
        if (!(error instanceof Died)) throw error;
      });
      await sql("UPDATE decision_batches SET lease_until = NULL WHERE id = $1", [id]);
    }
    expect(deaths).toBe(2);
    expect(await read(id)).toMatchObject({ status: "finished", progress: { done: SIZE, fell_out: 0 } });
    const counts = await sql(
      `SELECT count(*)::int AS writes, count(DISTINCT recommendation_id)::int AS recommendations,
         (SELECT count(*)::int FROM audit_events WHERE workspace_id = $1 AND action = 'recommendation.approve') AS events
       FROM write_backs WHERE workspace_id = $1`,
      [shop.workspace.id],
    );
    expect(counts).toEqual([{ writes: SIZE, recommendations: SIZE, events: SIZE }]);
  });

  it("decides nothing twice when it is slow, so that two carry out the same batch", async () => {
    const ids = await pending(30);
    const id = await confirmed(shop.token, ids);
    shops.onFault(async (point) => {
      if (point === "decision-batch:leased")
        await sql("UPDATE decision_batches SET lease_until = NULL WHERE id = $1", [id]);
    });
    await Promise.all([work(id), work(id), work(id)]);
    shops.onFault(null);
    await work(id);
    expect(await read(id)).toMatchObject({ status: "finished", progress: { done: 30, fell_out: 0 } });
    const writes = await sql("SELECT id FROM write_backs WHERE workspace_id = $1", [shop.workspace.id]);
    expect(writes).toHaveLength(30);
  });
});
