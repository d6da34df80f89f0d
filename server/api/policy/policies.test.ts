import { beforeEach, describe, expect, it } from "vitest";
import type { Role, Scope } from "@/server/domain/permissions";
import { DEFAULT_POLICY } from "@/server/domain/pricing/policy";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestService } from "@/server/testing/service";
import { workspaceFingerprint } from "@/server/testing/workspace-fingerprint";
import { processTrial } from "@/server/usecases/trials/process";

const service = duringTests(startTestService);
let workspace: TestWorkspace;
let token: string;

beforeEach(async () => {
  workspace = await service.workspace();
  token = await service.mintToken({ workspaceId: workspace.id, userId: workspace.userId });
});

const withFloor = (margin_floor: string | null) => {
  const base = DEFAULT_POLICY("EUR");
  const constraints = { ...base.defaults.constraints, margin_floor };
  return { ...base, defaults: { ...base.defaults, constraints } };
};
const post = (path: string, body: unknown, headers: Record<string, string> = {}, bearer = token) =>
  service.call("POST", path, { token: bearer, body, headers });
const get = (path: string, bearer = token) => service.call("GET", path, { token: bearer });
const tokenWith = (scopes: readonly Scope[], userId = workspace.userId) =>
  service.mintToken({ workspaceId: workspace.id, userId, scopes });
/** What the workspace stores, except when a token was used last. */
const stored = async () =>
  (await workspaceFingerprint(service, workspace.id)).replace(/^(api_tokens|idempotency\w*) .*$/gm, "");

describe("a policy that a program activates", () => {
  it("is the active one, with the person of the token, in the audit log and among the events", async () => {
    const made = await post("/policies", { document: withFloor("0.31"), based_on: 1, note: "Rent" });
    expect([made.status, made.json]).toEqual([200, { ok: true, version: 2, warnings: [] }]);
    expect((await get("/policies/active")).json).toMatchObject({
      version: 2,
      document: { defaults: { constraints: { margin_floor: "0.31" } } },
    });
    expect((await get("/policies/1")).json).toMatchObject({
      version: 1,
      document: { defaults: { constraints: { margin_floor: "0.20" } } },
    });
    const [person] = await service.sql("SELECT email FROM users WHERE id = $1", [workspace.userId]);
    expect((await get("/policies")).json).toMatchObject({
      data: [
        { version: 2, active: true, saved_by: person?.["email"], note: "Rent", replaced: 1 },
        { version: 1, active: false, replaced: null },
      ],
      next_cursor: null,
    });
    const events = await service.sql(
      "SELECT action, via, split_part(actor_label, ' ', 1) AS person FROM audit_events WHERE workspace_id = $1 AND action LIKE 'policy.%'",
      [workspace.id],
    );
    expect(events).toEqual([{ action: "policy.set", via: "api", person: workspace.userId }]);
  });

  it("is activated once by requests under one key", async () => {
    const key = { "idempotency-key": "spring-2027" };
    const body = { document: withFloor("0.32"), based_on: 1 };
    const first = await post("/policies", body, key);
    const again = await post("/policies", body, key);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect((await get("/policies")).json).toMatchObject({ data: [{ version: 2 }, { version: 1 }] });
    expect((await post("/policies", { ...body, note: "Other" }, key)).status).toBe(422);
  });

  it("is a 409 that names the active version when its own is active no longer, and stores nothing", async () => {
    await post("/policies", { document: withFloor("0.33"), based_on: 1 });
    const before = await stored();
    const late = await post("/policies", { document: withFloor("0.45"), based_on: 1 });
    expect(late.json).toMatchObject({ error: "conflict", changed: ["policy"], current_version: 2 });
    const restored = await post("/policies/1/restore", { based_on: 1 });
    expect(restored.json).toMatchObject({ error: "conflict", current_version: 2 });
    expect(await stored()).toBe(before);
  });

  it("is refused with the place of an error of lint, and stores nothing", async () => {
    const before = await stored();
    const refused = await post("/policies", { document: withFloor(null), based_on: 1 });
    expect(refused.status).toBe(422);
    expect(refused.json).toMatchObject({
      issues: [{ path: "defaults.constraints.margin_floor", code: "no_floor" }],
    });
    expect(await stored()).toBe(before);
    const linted = await post("/policies/lint", { document: withFloor(null) });
    expect(linted.json).toMatchObject({ findings: [{ code: "no_floor", level: "error" }] });
    expect(await stored()).toBe(before);
  });

  it("is gone back from, as a new version", async () => {
    await post("/policies", { document: withFloor("0.34") });
    const restored = await post("/policies/1/restore", { based_on: 2, note: "Too dear" });
    expect(restored.json).toEqual({ ok: true, version: 3 });
    expect((await get("/policies/active")).json).toMatchObject({
      document: { defaults: { constraints: { margin_floor: "0.20" } } },
    });
    expect((await post("/policies/77/restore", {})).status).toBe(404);
  });
});

describe("scopes", () => {
  it("do not activate when they are to read, and no other scope reads", async () => {
    const reading = await tokenWith(["policies:read"]);
    expect((await get("/policies/active", reading)).status).toBe(200);
    for (const path of ["/policies", "/policies/1/restore"]) {
      const refused = await post(path, { document: withFloor("0.3") }, {}, reading);
      expect(refused.status).toBe(403);
      expect(refused.json).toMatchObject({ error: "insufficient_scope", required: "policies:write" });
    }
    const others = await tokenWith(["recommendations:read", "workspace:read", "catalog:write"]);
    for (const path of ["/policies", "/policies/active", "/policies/1"])
      expect((await get(path, others)).json).toMatchObject({ required: "policies:read" });
  });

  it.each([
    ["approver", 403],
    ["admin", 200],
  ] as const)("activate only while the person of the token is %s: %i", async (role: Role, status) => {
    const userId = await service.person({ workspaceId: workspace.id, role: "admin" });
    const theirs = await tokenWith(["policies:write"], userId);
    await service.sql("UPDATE memberships SET role = $2 WHERE user_id = $1", [userId, role]);
    const answer = await post("/policies", { document: withFloor("0.35"), based_on: 1 }, {}, theirs);
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.json).toMatchObject({ required: "policies:write" });
  });
});

describe("versions", () => {
  it("come in pages, each once, newest first", async () => {
    for (const floor of ["0.21", "0.22", "0.23", "0.24"])
      await post("/policies", { document: withFloor(floor) });
    const seen: number[] = [];
    let cursor = "";
    do {
      const page = await get(`/policies?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`);
      const { data, next_cursor: next } = page.json as { data: { version: number }[]; next_cursor: string };
      seen.push(...data.map(({ version }) => version));
      cursor = next;
    } while (cursor !== null);
    expect(seen).toEqual([5, 4, 3, 2, 1]);
  });

  it("are not there when they are another workspace's", async () => {
    const other = await service.workspace();
    const theirs = await service.mintToken({ workspaceId: other.id, userId: other.userId });
    await post("/policies", { document: withFloor("0.36") });
    expect((await get("/policies/2", theirs)).status).toBe(404);
    expect((await post("/policies/2/restore", {}, {}, theirs)).status).toBe(404);
    expect((await get("/policies/none")).status).toBe(422);
  });
});

describe("a preview", () => {
  it("is taken on, computed by a worker, and read with its result", async () => {
    await service.make.item(workspace.id);
    const asked = await post("/policies/preview", { document: withFloor("0.3") });
    expect(asked.status).toBe(202);
    const { id } = (asked.json as { trial: { id: string } }).trial;
    await processTrial(service.services, workspace.tenant, id);
    expect((await get(`/policy-trials/${id}`)).json).toMatchObject({
      trial: { status: "succeeded", result: { kind: "preview", policy_version: 1, effect: { items: 1 } } },
    });
    expect((await get("/policies/active")).json).toMatchObject({ version: 1 });
  });

  it("does not end the one that somebody else waits for", async () => {
    const admin = await service.person({ workspaceId: workspace.id, role: "admin" });
    const own = await post("/policies/preview", { document: withFloor("0.3") });
    const { id } = (own.json as { trial: { id: string } }).trial;
    const theirs = await tokenWith(["policies:read"], admin);
    expect((await post("/policies/preview", { document: withFloor("0.4") }, {}, theirs)).status).toBe(202);
    expect((await get(`/policy-trials/${id}`)).json).toMatchObject({ trial: { status: "queued" } });
    await post("/policies/preview", { document: withFloor("0.5") });
    expect((await get(`/policy-trials/${id}`)).json).toMatchObject({ trial: { status: "superseded" } });
  });
});
