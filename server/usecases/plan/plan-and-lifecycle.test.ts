import { beforeEach, describe, expect, it } from "vitest";
import { publicError } from "@/server/api/error-response";
import { appRouter } from "@/server/api/root";
import { DAY_MS, MINUTE_MS } from "@/server/domain/durations";
import { LIFECYCLES, type Plan } from "@/server/domain/plan/plans";
import { publishedRoutes } from "@/server/http/routes";
import { runMaintenance } from "@/server/jobs/maintenance";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { BODIES, SUBJECTS } from "@/server/testing/subjects";
import { operatorContext } from "../operator-context";
import { purgeWorkspace } from "../workspaces/deletion/purge";
import { setLifecycle } from "../workspaces/deletion/set-lifecycle";
import { applyPlan } from "./change-plan";
import { listPlanRequests } from "./plan-request";
import { setPlan } from "./set-plan";

const service = duringTests(startTestService);
beforeEach(() => service.clock.advance(MINUTE_MS));

const services = () => service.services;
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "answered",
    (error: unknown) => publicError(error).code,
  );
const operator = (id: string) => operatorContext(services(), id);
async function shop(plan: Plan = "max") {
  const place = await service.workspace({ plan });
  const token = await service.mintToken({ workspaceId: place.id, userId: place.userId });
  const signIn = () => browserCaller(service, { userId: place.userId, workspaceId: place.id });
  const owner = await signIn();
  const member = async (role: "admin" | "viewer") => {
    const userId = await service.person({ workspaceId: place.id, role });
    return browserCaller(service, { userId, workspaceId: place.id });
  };
  return { ...place, token, owner, signIn, member };
}
const subjects = async (workspaceId: string): Promise<string[]> =>
  (
    await service.sql<{ subject: string }>("SELECT subject FROM mails WHERE workspace_id = $1 ORDER BY id", [
      workspaceId,
    ])
  ).map(({ subject }) => subject);
const actions = async (workspaceId: string): Promise<string[]> =>
  (
    await service.sql<{ action: string }>(
      "SELECT action FROM audit_events WHERE workspace_id = $1 ORDER BY seq",
      [workspaceId],
    )
  ).map(({ action }) => action);
const inDays = (days: number): string => new Date(service.clock.now() + days * DAY_MS).toISOString();

describe("another plan", () => {
  it("is asked for by an owner, mailed to the operator, shown as pending and answered by setting a plan", async () => {
    const { id, owner, member } = await shop("pro");
    expect(await owner.plan.latest({})).toEqual({ request: null, owners_set_plans: false });
    const requested = await owner.plan.request({ plan: "max", note: "We want approvals." });
    expect(requested).toMatchObject({ idempotent: false, request: { plan: "max", status: "pending" } });
    expect(await owner.plan.request({ plan: "max", note: "We want approvals." })).toMatchObject({
      idempotent: true,
      request: { id: requested.request.id },
    });
    expect(await (await member("viewer")).plan.latest({})).toMatchObject({ request: { status: "pending" } });
    expect(await codeOf((await member("admin")).plan.request({ plan: "max" }))).toBe("insufficient_scope");
    const operatorMails = await service.sql<{ recipient: string }>(
      "SELECT recipient FROM mails WHERE workspace_id = $1",
      [id],
    );
    expect(operatorMails).toEqual([{ recipient: "operator@example.test" }]);
    expect(await listPlanRequests(services())).toMatchObject([
      { workspace_id: id, current_plan: "pro", plan: "max", note: "We want approvals." },
    ]);
    expect(await setPlan(await operator(id), "max")).toEqual({ plan: "max", stops: [], request: "granted" });
    expect(await owner.plan.latest({})).toMatchObject({
      request: { status: "granted", answered_plan: "max" },
    });
    expect(await listPlanRequests(services())).toEqual([]);
    expect(await subjects(id)).toEqual(["The Max plan is asked for", "You are on the Max plan now"]);
    expect(await actions(id)).toEqual(["workspace.plan_request", "workspace.plan", "workspace.plan_answer"]);
  });

  it("can be declined, taken back and wished otherwise; one wish waits at a time", async () => {
    const { id, owner } = await shop("free");
    await owner.plan.request({ plan: "enterprise" });
    await owner.plan.request({ plan: "pro" });
    expect(await listPlanRequests(services())).toMatchObject([{ plan: "pro" }]);
    expect(await setPlan(await operator(id), "free")).toMatchObject({ plan: "free", request: "declined" });
    expect(await codeOf(owner.plan.withdraw({}))).toBe("not_found");
    await owner.plan.request({ plan: "pro" });
    await owner.plan.withdraw({});
    expect(await owner.plan.latest({})).toMatchObject({ request: { status: "withdrawn" } });
    expect(await codeOf(owner.plan.request({ plan: "free" }))).toBe("validation_error");
    await Promise.all([owner.plan.request({ plan: "pro" }), owner.plan.request({ plan: "max" })]);
    expect(await listPlanRequests(services())).toHaveLength(1);
  });

  it("tells owner and operator beforehand what stops when it is smaller, and changes nothing by that", async () => {
    const { id, owner } = await shop("max");
    const { stops } = await owner.plan.preview({ plan: "free" });
    expect(stops.map(({ what }) => what)).toEqual(["approve", "agents", "runs", "checks"]);
    expect(stops[0]?.message).toContain("no longer be approved");
    expect((await owner.workspace.status({})).lifecycle.plan).toBe("max");
    expect(await applyPlan(await operator(id), "free", "provider")).toMatchObject({ stops });
    expect((await owner.workspace.status({})).lifecycle.plan).toBe("free");
  });

  it("keeps what is over its caps working when it is smaller, and refuses what is new", async () => {
    const { id, userId, token, owner } = await shop("max");
    for (let i = 0; i < 3; i++) await service.person({ workspaceId: id, role: "viewer" });
    const tokens = [token];
    for (let i = 0; i < 3; i++) tokens.push(await service.mintToken({ workspaceId: id, userId }));
    const rec = await service.make.recommendation(id, { status: "pending_approval" });
    await setPlan(await operator(id), "free");
    for (const each of tokens)
      expect((await service.call("GET", "/catalog/items", { token: each })).status).toBe(200);
    const more = await codeOf(owner.tokens.mint({ name: "more", scopes: ["runs:read"] }));
    expect(more).toBe("plan_limit");
    const approve = await service.call("POST", `/recommendations/${rec}/approve`, { token });
    expect([approve.status, approve.json?.["error"]]).toEqual([422, "tier_ineligible"]);
    const reject = await service.call("POST", `/recommendations/${rec}/reject`, {
      token,
      body: { reason: "no" },
    });
    expect(reject.status).toBe(200);
    expect((await owner.workspace.status({})).usage).toMatchObject({
      members: { used: 4, limit: 2 },
      tokens: { used: 4, limit: 2 },
    });
  });
});

describe("the lifecycle", () => {
  it.each(LIFECYCLES)(
    "is set to %s by the operator, shown, and undone by another state or a plan",
    async (state) => {
      const { id, token } = await shop();
      await setLifecycle(await operator(id), state);
      const lifecycleNow = async () =>
        (await service.call("GET", "/workspace/status", { token })).json?.["lifecycle"];
      expect(await lifecycleNow()).toMatchObject({ state });
      if (state === "trial") await setPlan(await operator(id), "max");
      await setLifecycle(await operator(id), "active");
      expect(await lifecycleNow()).toMatchObject({ state: "active" });
      const [row] = await service.sql("SELECT deletion_at, lifecycle_before FROM workspaces WHERE id = $1", [
        id,
      ]);
      expect(row).toEqual({ deletion_at: null, lifecycle_before: null });
    },
  );

  it.each(["trial", "active", "past_due"] as const)("%s refuses nothing", async (state) => {
    const { id, token } = await shop();
    await setLifecycle(await operator(id), state);
    expect((await service.call("POST", "/runs", { token, body: {} })).status).toBe(202);
  });

  const mutations = publishedRoutes(appRouter).filter(({ kind }) => kind === "mutation");
  it.each(["suspended", "deleting"] as const)(
    "%s lets everything be read and refuses every published mutation with 402 plan_limit, lifecycle",
    async (state) => {
      for (const route of mutations) {
        const { id, token } = await shop();
        const make = SUBJECTS[route.procedurePath];
        const subject = route.parameters.length > 0 && make ? await make(service, id) : "";
        await setLifecycle(await operator(id), state);
        const path = route.parameters.reduce<string>(
          (text, name) => text.replace(`{${name}}`, subject),
          route.declaration.path,
        );
        const requestBody = BODIES[route.procedurePath] ?? route.declaration.example.request ?? {};
        const fields = Object.entries(requestBody).filter(([name]) => !route.parameters.includes(name));
        const result = await service.call("POST", path, { token, body: Object.fromEntries(fields) });
        expect([route.procedurePath, result.status, result.json?.["error"], result.json?.["limit"]]).toEqual([
          route.procedurePath,
          402,
          "plan_limit",
          "lifecycle",
        ]);
        // Maintenance deletes the workspaces that are due first, and other tests wait for their own.
        await setLifecycle(await operator(id), "active");
      }
      const { id, token } = await shop();
      await setLifecycle(await operator(id), state);
      for (const path of ["/runs", "/recommendations", "/alerts", "/catalog/items", "/workspace/status"])
        expect((await service.call("GET", path, { token })).status).toBe(200);
    },
  );

  it("refuses settings too when suspended, but never the taking away of access or the way out", async () => {
    const { id, owner } = await shop();
    const { id: key } = await owner.tokens.mint({ name: "x", scopes: ["runs:read"] });
    await setLifecycle(await operator(id), "suspended");
    for (const refused of [
      () => owner.tokens.mint({ name: "y", scopes: ["runs:read"] }),
      () => owner.workspace.change({ name: "Other" }),
      () => owner.integrations.connect({ kind: "sandbox" }),
    ])
      expect(await codeOf(refused())).toBe("plan_limit");
    expect(await codeOf(owner.tokens.revoke({ id: key }))).toBe("answered");
    expect(await codeOf(owner.plan.request({ plan: "enterprise" }))).toBe("answered");
    const { name } = await owner.workspace.life({});
    expect(await codeOf(owner.workspace.requestDeletion({ name }))).toBe("answered");
    await owner.workspace.cancelDeletion({});
    expect((await owner.workspace.life({})).state).toBe("suspended");
  });
});

describe("deleting the workspace", () => {
  it("takes its name, makes it read-only at once, and can be taken back for 30 days", async () => {
    const { id, token, owner, signIn, member } = await shop();
    const { name } = await owner.workspace.life({});
    expect(await codeOf((await member("admin")).workspace.requestDeletion({ name }))).toBe(
      "insufficient_scope",
    );
    expect(await codeOf(owner.workspace.requestDeletion({ name: "another name" }))).toBe("validation_error");
    const due = inDays(30);
    const requested = await owner.workspace.requestDeletion({ name });
    expect(requested).toMatchObject({ idempotent: false, workspace: { state: "deleting", deleted_at: due } });
    service.clock.advance(DAY_MS);
    expect(await owner.workspace.requestDeletion({ name })).toMatchObject({
      idempotent: true,
      workspace: { deleted_at: due },
    });
    expect((await service.call("POST", "/runs", { token, body: {} })).json).toMatchObject({
      limit: "lifecycle",
    });
    expect((await service.call("GET", "/runs", { token })).status).toBe(200);
    service.clock.advance(29 * DAY_MS - 1);
    await runMaintenance(services());
    const later = await signIn();
    expect(await later.workspace.cancelDeletion({})).toMatchObject({ workspace: { state: "active" } });
    expect(await later.workspace.cancelDeletion({})).toMatchObject({ idempotent: true });
    service.clock.advance(DAY_MS);
    await runMaintenance(services());
    expect((await service.call("GET", "/runs", { token })).status).toBe(200);
    expect(await actions(id)).toEqual(["workspace.delete_request", "workspace.delete_cancel"]);
  });

  it("is not canceled by an owner where the operator began it, or when its time has come", async () => {
    const { id, owner } = await shop();
    await setLifecycle(await operator(id), "deleting");
    expect(await owner.workspace.life({})).toMatchObject({ state: "deleting", may_cancel: false });
    expect(await codeOf(owner.workspace.cancelDeletion({}))).toBe("conflict");
    const other = await shop();
    await other.owner.workspace.requestDeletion({ name: (await other.owner.workspace.life({})).name });
    service.clock.advance(30 * DAY_MS);
    expect(await codeOf((await other.signIn()).workspace.cancelDeletion({}))).toBe("conflict");
  });

  it("removes everything in it and nothing of another workspace; unsent prices fail, the audit log stays", async () => {
    const { id, token, owner } = await shop();
    const other = await shop();
    const integration = await service.make.integration(id);
    for (const place of [id, other.id]) {
      if (place !== id) await service.make.writeBack(place);
      await service.make.alert(place);
      await service.make.run(place);
    }
    const rec = await service.make.recommendation(id, { status: "approved" });
    await service.make.writeBack(id, {
      integration_id: integration,
      recommendation_id: rec,
      status: "queued",
      sent_at: null,
    });
    await owner.workspace.requestDeletion({ name: (await owner.workspace.life({})).name });
    service.clock.advance(30 * DAY_MS);
    await runMaintenance(services());
    expect((await service.call("GET", "/runs", { token })).status).toBe(401);
    const tables = await service.sql<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id'
       WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace`,
    );
    for (const { name } of tables) {
      const [row] = await service.sql<{ n: number }>(
        `SELECT count(*)::int AS n FROM ${name} WHERE workspace_id = $1`,
        [id],
      );
      if (name !== "audit_events") expect([name, row?.n]).toEqual([name, 0]);
    }
    expect(await service.sql("SELECT 1 FROM workspaces WHERE id = $1", [id])).toEqual([]);
    expect(await actions(id)).toEqual(
      expect.arrayContaining(["workspace.delete_request", "store.disconnect", "workspace.purge"]),
    );
    for (const table of ["write_backs", "alerts", "runs", "memberships"])
      expect(
        await service.sql(`SELECT 1 FROM ${table} WHERE workspace_id = $1 LIMIT 1`, [other.id]),
      ).toHaveLength(1);
  });

  it("waits while it is not known whether a price arrived at the store", async () => {
    const { id, token, owner } = await shop();
    const integration = await service.make.integration(id);
    const sent = await service.make.writeBack(id, {
      integration_id: integration,
      status: "unknown",
      sent_at: new Date(service.clock.now()),
    });
    await owner.workspace.requestDeletion({ name: (await owner.workspace.life({})).name });
    service.clock.advance(30 * DAY_MS);
    expect(await purgeWorkspace(services(), id)).toBe("waiting");
    expect((await service.call("GET", "/runs", { token })).status).toBe(200);
    await service.sql("UPDATE write_backs SET status = 'failed' WHERE id = $1", [sent]);
    expect(
      (await Promise.all([purgeWorkspace(services(), id), purgeWorkspace(services(), id)])).sort(),
    ).toEqual(["kept", "purged"]);
  });

  it("happens to nobody's workspace before its date, whatever is called", async () => {
    const { id } = await shop();
    expect(await purgeWorkspace(services(), id)).toBe("kept");
    await setLifecycle(await operator(id), "deleting");
    expect(await purgeWorkspace(services(), id)).toBe("kept");
    await service.db.pool.query("SELECT purge_workspace($1, $2)", [id, new Date(service.clock.now())]);
    expect(await service.sql("SELECT 1 FROM workspaces WHERE id = $1", [id])).toHaveLength(1);
  });
});
