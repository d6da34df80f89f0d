import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import { lockWorkspace } from "@/server/db/members/memberships";
import { PLAN_LIMITS, type Plan } from "@/server/domain/plan/plans";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestService } from "@/server/testing/service";
import { type DeletionOrder, deleteUser } from "../accounts/delete-user";
import { importCatalog } from "../imports/import-items";
import { upsertItems } from "../items/upsert";
import { addMember, removeMember } from "../members/members";
import { memberContext } from "../operator-context";
import type { RequestContext } from "../request-context";
import { triggerRun } from "../runs/trigger";
import { mintToken } from "../tokens/mint";
import { setPlan } from "./set-plan";

const service = duringTests(startTestService);

const FREE = PLAN_LIMITS.free;
const OPERATOR: DeletionOrder = {
  actor: { kind: "system", id: "operator", label: "Operator" },
  via: "command",
  requestId: null,
  ip: null,
};

async function ownerOf(workspace: TestWorkspace): Promise<RequestContext> {
  const [row] = await service.sql<{ email: string }>("SELECT email FROM users WHERE id = $1", [
    workspace.userId,
  ]);
  return memberContext(service.services, workspace.id, row?.email ?? "");
}
async function shop(plan: Plan = "free") {
  const workspace = await service.workspace({ plan });
  return { workspace, context: await ownerOf(workspace) };
}
const count = async (table: string, workspaceId: string): Promise<number> =>
  (
    await service.sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE workspace_id = $1`, [
      workspaceId,
    ])
  )[0]?.n ?? -1;
const csv = (prefix: string, rows: number) => () =>
  Readable.from([
    `sku,title,price,currency\n${Array.from({ length: rows }, (_, i) => `${prefix}-${i},Lamp,9.99,EUR`).join("\n")}\n`,
  ]);
const outcomes = async (calls: readonly Promise<unknown>[]) => {
  const settled = await Promise.allSettled(calls);
  return {
    done: settled.filter((each) => each.status === "fulfilled").length,
    refused: settled.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : [])),
  };
};
/**
 * Starts the calls while another transaction has taken `lock`, until each call waits for it or has passed it, so that
 * they run concurrently.
 */
async function together(
  workspace: TestWorkspace,
  calls: readonly (() => Promise<unknown>)[],
  lock: (tx: Tx) => Promise<unknown> = lockWorkspace,
) {
  const { begun } = await inTenant(service.db, workspace.tenant, async (tx) => {
    await lock(tx);
    const waiting = outcomes(calls.map((call) => call()));
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { begun: waiting };
  });
  return begun;
}

/**
 * Allows counting items but not writing them, so that a call that counts without locking the catalog counts too few.
 */
const holdWrites = (tx: Tx): Promise<unknown> => tx.run("LOCK TABLE catalog_items IN SHARE MODE");

describe("a plan's caps", () => {
  it("let one of two imports at once through that would exceed the items together", async () => {
    const { workspace, context } = await shop();
    const half = FREE.items / 2 + 1;
    const imports = ["A", "B"].map((name) => () => importCatalog(context, csv(name, half)));
    const { done, refused } = await together(workspace, imports, holdWrites);
    expect(done).toBe(1);
    expect(refused).toMatchObject([
      { code: "plan_limit", extra: { limit: "items", used: half, plan: "free" } },
    ]);
    expect(await count("catalog_items", workspace.id)).toBe(half);
  });

  it("hold an import, a bulk change and a second import against each other, never past the cap", async () => {
    const { workspace, context } = await shop();
    const rows = Array.from({ length: 120 }, (_, i) => ({
      sku: `C-${i}`,
      value: { sku: `C-${i}`, title: "Lamp" },
    }));
    const changes = [
      () => importCatalog(context, csv("A", 120)),
      () => upsertItems(context, rows),
      () => importCatalog(context, csv("B", 120)),
    ];
    const { done } = await together(workspace, changes, holdWrites);
    expect(done).toBe(2);
    expect(await count("catalog_items", workspace.id)).toBe(240);
  });

  it("let exactly as many people in as there are places", async () => {
    const { workspace, context } = await shop("pro");
    const emails = await Promise.all(
      Array.from({ length: 14 }, async (_, i) => {
        const email = `m${i}-${workspace.id}@example.test`;
        await service.person({ email });
        return email;
      }),
    );
    const { done, refused } = await together(
      workspace,
      emails.map((email) => () => addMember(context, { email, role: "viewer" })),
    );
    expect(done).toBe(PLAN_LIMITS.pro.members - 1);
    expect(refused[0]).toMatchObject({ code: "plan_limit", extra: { limit: "members", used: 10 } });
    expect(await count("memberships", workspace.id)).toBe(PLAN_LIMITS.pro.members);
  });

  it("let exactly as many tokens be minted as the plan holds", async () => {
    const { workspace, context } = await shop();
    const { done } = await together(
      workspace,
      [1, 2, 3, 4, 5].map((n) => () => mintToken(context, { name: `t${n}`, scopes: ["runs:read"] })),
    );
    expect(done).toBe(FREE.tokens);
    expect(await count("api_tokens", workspace.id)).toBe(FREE.tokens);
  });

  it("let exactly as many runs start in a day as the plan has, and say when there are more", async () => {
    const { workspace, context } = await shop();
    service.clock.set("2026-11-03T23:59:00Z");
    const ask = () => triggerRun(context, { subsetTags: [], trigger: "api" });
    const { done, refused } = await together(workspace, [ask, ask, ask, ask, ask, ask, ask]);
    expect(done).toBe(FREE.runsPerDay);
    expect(refused[0]).toMatchObject({
      code: "run_budget_exceeded",
      extra: { limit: 4, used: 4, plan: "free", resets_at: "2026-11-04T00:00:00.000Z" },
    });
    service.clock.set("2026-11-04T00:00:00Z");
    await ask();
    expect(await count("runs", workspace.id)).toBe(5);
  });

  it("count the plan as it is when the place is taken, not as it was when the request came in", async () => {
    const { context } = await shop("pro");
    await setPlan(context, "free");
    await expect(importCatalog(context, csv("A", FREE.items + 1))).rejects.toMatchObject({
      code: "plan_limit",
    });
    for (const name of ["a", "b"]) await mintToken(context, { name, scopes: ["runs:read"] });
    await expect(mintToken(context, { name: "c", scopes: ["runs:read"] })).rejects.toMatchObject({
      code: "plan_limit",
    });
  });

  it("refuse no more than what is new: what is over the cap already can be changed and read", async () => {
    const { workspace, context } = await shop("pro");
    await importCatalog(context, csv("A", FREE.items + 50));
    await setPlan(context, "free");
    const change = { sku: "A-1", value: { sku: "A-1", title: "Brighter lamp" } };
    expect(await upsertItems(context, [change])).toMatchObject({ updated: 1 });
    const more = { sku: "NEW", value: { sku: "NEW", title: "Another" } };
    await expect(upsertItems(context, [more])).rejects.toMatchObject({
      extra: { limit: "items", used: 300 },
    });
    expect(await count("catalog_items", workspace.id)).toBe(FREE.items + 50);
  });
});

describe("a token minted while its person goes", () => {
  it.each([
    ["is removed", (context: RequestContext, id: string) => removeMember(context, id)],
    ["is deleted", (_: RequestContext, id: string) => deleteUser(service.services, id, OPERATOR)],
  ])("is not left behind when the person %s", async (_, go) => {
    const { workspace, context } = await shop("max");
    const email = `ben-${service.services.newId("user")}@example.test`;
    const ben = await service.person({ workspaceId: workspace.id, role: "admin", email });
    const asBen = await memberContext(service.services, workspace.id, email);
    await go(context, ben);
    await expect(mintToken(asBen, { name: "late", scopes: ["runs:read"] })).rejects.toMatchObject({
      code: "workspace_forbidden",
    });
    expect(await count("api_tokens", workspace.id)).toBe(0);
  });
});
