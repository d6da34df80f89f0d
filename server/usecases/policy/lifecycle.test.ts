import { beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_POLICY } from "@/server/domain/pricing/policy";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { mailsOf } from "@/server/testing/mails";
import { startTestService } from "@/server/testing/service";

const service = duringTests(startTestService);
let workspace: TestWorkspace;
let owner: Awaited<ReturnType<typeof browserCaller>>;

beforeEach(async () => {
  workspace = await service.workspace();
  owner = await browserCaller(service, { userId: workspace.userId, workspaceId: workspace.id });
});

const withFloor = (margin_floor: string | null) => {
  const base = DEFAULT_POLICY("EUR");
  return {
    ...base,
    defaults: { ...base.defaults, constraints: { ...base.defaults.constraints, margin_floor } },
  };
};

describe("a policy that is activated", () => {
  it("keeps who did it, when, why and what it changed", async () => {
    expect(
      await owner.policy.set({ document: withFloor("0.3"), based_on: 1, note: " Rent went up " }),
    ).toEqual({
      ok: true,
      version: 2,
      warnings: [],
    });
    const { version, versions } = await owner.policy.get({});
    expect(version).toBe(2);
    expect(versions[0]).toMatchObject({ version: 2, note: "Rent went up", replaced: 1, restored: null });
    expect(versions[0]?.saved_by).toContain("@");
    expect((await owner.policy.compare({ from: 1, to: 2 })).differences).toEqual([
      {
        path: "defaults.constraints.margin_floor",
        scope: null,
        label: "Margin at least",
        before: "20 %",
        after: "30 %",
      },
    ]);
    const [event] = await service.sql<{ after: string }>(
      "SELECT after FROM audit_events WHERE workspace_id = $1 AND action = 'policy.set'",
      [workspace.id],
    );
    expect(JSON.parse(event?.after ?? "{}")).toEqual({
      version: 2,
      changed: ["defaults.constraints.margin_floor"],
    });
  });

  it("is told to every owner by mail, with who did it and what it changed", async () => {
    const other = await service.person({ workspaceId: workspace.id, role: "owner" });
    await service.person({ workspaceId: workspace.id, role: "admin" });
    const admin = await service.person({ workspaceId: workspace.id, role: "admin" });
    const byAdmin = await browserCaller(service, { userId: admin, workspaceId: workspace.id });
    await byAdmin.policy.set({ document: withFloor("0.3"), note: "Rent went up" });
    await byAdmin.policy.restore({ version: 1 });
    const mails = (await mailsOf(service)).filter(
      ({ subject, text }) => subject.includes("pricing policy was changed") && text.includes(workspace.id),
    );
    const owners = [workspace.userId, other].sort();
    expect(mails.map(({ userId }) => userId).sort()).toEqual([...owners, ...owners].sort());
    const [set, restored] = mails.filter(({ userId }) => userId === other);
    const [{ email } = { email: "" }] = await service.sql<{ email: string }>(
      "SELECT email FROM users WHERE id = $1",
      [admin],
    );
    expect(set?.text).toContain(`${email} activated version 2 of the pricing policy.`);
    expect(set?.text).toContain("Their note: Rent went up");
    expect(set?.text).toContain("- Margin at least: 20 % → 30 %");
    expect(set?.text).toContain(`/w/${workspace.id}/policy\n`);
    expect(restored?.text).toContain(
      "activated version 3 of the pricing policy, with the settings of version 1.",
    );
  });

  it("is refused where it contradicts itself, with the place of every error, and nothing changes", async () => {
    const shoes = { match: { categories: ["Shoes"] }, strategy: { type: "hold" } };
    const document = {
      ...withFloor(null),
      scopes: [
        { ...shoes, name: "A" },
        { ...shoes, name: "B" },
      ],
    };
    await expect(owner.policy.set({ document })).rejects.toMatchObject({
      cause: {
        code: "validation_error",
        extra: {
          issues: expect.arrayContaining([
            expect.objectContaining({ path: "defaults.constraints.margin_floor", code: "no_floor" }),
            expect.objectContaining({ path: "scopes.1", code: "tie" }),
          ]),
        },
      },
    });
    expect((await owner.policy.get({})).version).toBe(1);
  });

  it("is taken with its warnings told", async () => {
    const document = { ...withFloor("0.2"), breaker: { max_share: null, max_median_move: null } };
    expect(await owner.policy.set({ document })).toMatchObject({
      version: 2,
      warnings: [{ level: "warning", path: "breaker", code: "no_breaker" }],
    });
  });

  it("is told of the first when it is the second of two made from the same version", async () => {
    const results = await Promise.allSettled([
      owner.policy.set({ document: withFloor("0.3"), based_on: 1 }),
      owner.policy.set({ document: withFloor("0.4"), based_on: 1 }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(results.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { cause: { code: "conflict", extra: { changed: ["policy"] } } },
    });
    expect((await owner.policy.get({})).versions).toHaveLength(2);
  });
});

describe("an earlier version", () => {
  it("comes back as a new one that says the same", async () => {
    await owner.policy.set({ document: withFloor("0.3") });
    await owner.policy.set({ document: withFloor("0.4") });
    expect(await owner.policy.restore({ version: 2, based_on: 3, note: "Too dear" })).toMatchObject({
      version: 4,
    });
    const { version, versions } = await owner.policy.get({});
    expect(version).toBe(4);
    expect(versions[0]).toMatchObject({ version: 4, restored: 2, replaced: 3, note: "Too dear" });
    expect((await owner.policy.compare({ from: 2, to: 4 })).differences).toEqual([]);
    expect(versions).toHaveLength(4);
  });

  it("comes back although it would be refused today", async () => {
    await service.sql(`UPDATE policy_versions SET document = $2::jsonb WHERE workspace_id = $1`, [
      workspace.id,
      JSON.stringify(withFloor(null)),
    ]);
    await owner.policy.set({ document: withFloor("0.3") });
    expect(await owner.policy.restore({ version: 1 })).toMatchObject({ version: 3 });
  });

  it("is not brought back over one that nobody looked at, nor where there is none", async () => {
    await owner.policy.set({ document: withFloor("0.3") });
    await expect(owner.policy.restore({ version: 1, based_on: 1 })).rejects.toMatchObject({
      cause: { code: "conflict" },
    });
    await expect(owner.policy.restore({ version: 9 })).rejects.toMatchObject({
      cause: { code: "not_found" },
    });
  });

  it("is nobody's to bring back who may not set the policy", async () => {
    const userId = await service.person({ workspaceId: workspace.id, role: "approver" });
    const approver = await browserCaller(service, { userId, workspaceId: workspace.id });
    await expect(approver.policy.restore({ version: 1 })).rejects.toMatchObject({
      cause: { code: "insufficient_scope" },
    });
  });
});
