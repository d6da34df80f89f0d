import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { verifyPassword } from "@/server/credentials/password";
import { findUserByEmail } from "@/server/db/accounts/accounts";
import { verifyAudit } from "@/server/db/audit/reading";
import { tenantOf } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import { countItems } from "@/server/db/items/items";
import { findDemoWorkspace } from "@/server/db/workspaces/demo";
import { duringTests } from "@/server/testing/during-tests";
import { startSandboxService } from "@/server/testing/sandbox-service";
import { startTestService } from "@/server/testing/service";
import { createWorkspace } from "@/server/usecases/workspaces/create";
import { type DemoSignIn, seedDemo } from "./seed";

/** The past has tests of its own, in `demo-past.test.ts`; one of them is that today is the same with it. */
const TODAY_ALONE = { actsOf: () => [] };

const service = duringTests(startSandboxService);
let demo: DemoSignIn;

beforeAll(async () => {
  const made = await seedDemo(service.services, TODAY_ALONE);
  if (!made) throw new Error("the demo was left out");
  demo = made;
});

const counts = async (table: string, by: string): Promise<Record<string, number>> => {
  const rows = await service.sql<{ name: string; n: number }>(
    `SELECT ${by} AS name, count(*)::int AS n FROM ${table} GROUP BY 1 ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
};

describe("the demo", () => {
  it("lets its owner sign in to a workspace on the Max plan", async () => {
    const user = await findUserByEmail(service.db, demo.email);
    expect(await verifyPassword(user?.passwordHash ?? null, demo.password)).toBe(true);
    expect(await service.sql("SELECT plan FROM workspaces WHERE id = $1", [demo.workspaceId])).toEqual([
      { plan: "max" },
    ]);
  });

  it("has a catalog to look at, with a believable share of price changes that nothing holds back", async () => {
    expect(await counts("catalog_items", "'items'")).toEqual({ items: 200 });
    const [{ n } = { n: 0 }] = await service.sql<{ n: number }>(
      `SELECT count(*)::int AS n FROM recommendations
       WHERE kind = 'price_change' AND run_id = (SELECT max(id) FROM runs)`,
    );
    expect(n).toBeGreaterThan(25);
    expect(n).toBeLessThan(90);
  });

  it("has recommendations in every state a visitor may meet", async () => {
    const states = await counts("recommendations", "status");
    for (const state of ["new", "pending_approval", "accepted", "applied", "rejected", "dismissed"])
      expect(states, state).toHaveProperty(state);
  });

  it("has alerts of every kind that a look at a catalog can raise", async () => {
    const kinds = await counts("alerts", "kind");
    const expected = ["below_cost", "competitor_undercut", "cost_spike", "margin_below_floor"];
    for (const kind of [...expected, "map_violation", "stale_cost", "stale_market"])
      expect(kinds, kind).toHaveProperty(kind);
  });

  it("carried approved prices to the sandbox store, each once", async () => {
    const written = await service.sql(
      "SELECT status, sends FROM write_backs WHERE created_at > (SELECT max(finished_at) FROM runs)",
    );
    expect(written).toEqual([
      { status: "applied", sends: 1 },
      { status: "applied", sends: 1 },
    ]);
  });

  it("has an audit log that holds, in the order of time", async () => {
    expect(await inTenant(service.db, tenantOf(demo.workspaceId), verifyAudit)).toMatchObject({ ok: true });
    const rows = await service.sql<{ at: Date }>("SELECT at FROM audit_events ORDER BY seq");
    const times = rows.map(({ at }) => at.getTime());
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it("is the workspace that strangers may be shown", async () => {
    expect(await findDemoWorkspace(service.db)).toMatchObject({ id: demo.workspaceId, plan: "max" });
  });

  it.each(["active", "suspended", "deleting"])("stays as it is at the next start, also %s", async (state) => {
    const before = await counts("audit_events", "action");
    await service.sql("UPDATE workspaces SET lifecycle = $1", [state]);
    expect(await seedDemo(service.services, TODAY_ALONE)).toEqual(demo);
    await service.sql("UPDATE workspaces SET lifecycle = 'active'");
    expect(await counts("audit_events", "action")).toEqual(before);
  });

  it("is found by the migration in installations from before, and no other workspace of its account", async () => {
    const user = await findUserByEmail(service.db, demo.email);
    const another = {
      plan: "max",
      ownerId: user?.id ?? "",
      via: "command",
      requestId: null,
      ip: null,
    } as const;
    const { id } = await createWorkspace(service.services, { ...another, name: "Real shop" });
    await service.sql("UPDATE workspaces SET is_demo = false");
    expect(await seedDemo(service.services, TODAY_ALONE)).toBeNull();
    expect(await findDemoWorkspace(service.db)).toBeNull();
    expect(await inTenant(service.db, tenantOf(id), countItems)).toBe(0);
    await service.sql(await markingStatement());
    expect(await seedDemo(service.services, TODAY_ALONE)).toEqual(demo);
    await service.sql("DELETE FROM memberships WHERE workspace_id = $1", [demo.workspaceId]);
    expect(await seedDemo(service.services, TODAY_ALONE)).toBeNull();
  });
});

/** The statement of the migration that marks the demo of an installation from before. */
async function markingStatement(): Promise<string> {
  const folder = join(import.meta.dirname, "migrations/20261129500100_demo_workspace");
  const [, statement = ""] =
    /^(UPDATE[^;]+);/m.exec(await readFile(join(folder, "migration.sql"), "utf8")) ?? [];
  return statement;
}

it("is not taken for a workspace of somebody who signed up with its address", async () => {
  const other = await startTestService();
  const userId = await other.person({ email: "demo@pricecheck.local" });
  const founding = {
    name: "Mine",
    plan: "max",
    ownerId: userId,
    via: "web",
    requestId: null,
    ip: null,
  } as const;
  await createWorkspace(other.services, founding);
  expect(await seedDemo(other.services)).toBeNull();
  expect(await findDemoWorkspace(other.db)).toBeNull();
  await other.close();
});

it("is left out where people already use the installation", async () => {
  const other = await startTestService();
  await other.workspace();
  expect(await seedDemo(other.services)).toBeNull();
  expect(await other.sql("SELECT count(*)::int AS n FROM catalog_items")).toEqual([{ n: 0 }]);
  await other.close();
});
