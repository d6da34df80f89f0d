import { beforeEach, describe, expect, it } from "vitest";
import { publicError } from "@/server/api/error-response";
import { DAY_MS, MINUTE_MS } from "@/server/domain/durations";
import { runMaintenance } from "@/server/jobs/maintenance";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService, type TestService } from "@/server/testing/service";
import { operatorContext } from "../operator-context";
import { signUp } from "../sign-up/sign-up";
import { createWorkspace } from "../workspaces/create";
import { setLifecycle } from "../workspaces/deletion/set-lifecycle";
import { changeOwnPlan } from "./change-own-plan";
import { setPlan } from "./set-plan";

const service = duringTests(startTestService);
let people = 0;
beforeEach(() => service.clock.advance(MINUTE_MS));

const operator = (id: string) => operatorContext(service.services, id);
/** Founds a workspace by sign-up and opens it again, because a session of the browser ends within the trial's days. */
async function founded() {
  people += 1;
  const person = { email: `founder${people}@example.test`, password: "korrekt pferd" };
  const { userId, workspaceId } = await signUp(service.services, person, { requestId: null, ip: null });
  await service.sql("UPDATE users SET email_confirmed_at = now() WHERE id = $1", [userId]);
  const owner = () => browserCaller(service, { userId, workspaceId });
  const lifecycle = async () => (await (await owner()).workspace.status({})).lifecycle;
  return { userId, id: workspaceId, owner, lifecycle };
}
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "answered",
    (error: unknown) => publicError(error).code,
  );

describe("a trial", () => {
  it("begins by sign-up, with the Max plan for 14 days, and says when it ends", async () => {
    const { lifecycle, owner } = await founded();
    const ends = new Date(service.clock.now() + 14 * DAY_MS).toISOString();
    expect(await lifecycle()).toMatchObject({ state: "trial", plan: "max", trial_ends_at: ends });
    expect((await (await owner()).workspace.summary({})).trial_ends_at).toBe(ends);
  });

  it("begins with no workspace that a person or the operator makes otherwise", async () => {
    const { userId, owner } = await founded();
    const another = await (await owner()).account.createWorkspace({ name: "Another" });
    const byOperator = await createWorkspace(service.services, {
      name: "By the operator",
      plan: "max",
      ownerId: userId,
      via: "command",
      requestId: null,
      ip: null,
    });
    const states = await service.sql(
      "SELECT plan, lifecycle, trial_ends_at FROM workspaces WHERE id = ANY ($1) ORDER BY plan",
      [[another.workspace_id, byOperator.id]],
    );
    expect(states).toEqual([
      { plan: "free", lifecycle: "active", trial_ends_at: null },
      { plan: "max", lifecycle: "active", trial_ends_at: null },
    ]);
  });

  it("ends by itself on the Free plan, and not a moment earlier: mailed once, with what stops, and nothing deleted", async () => {
    const { id, lifecycle, owner } = await founded();
    await service.sql(
      `INSERT INTO catalog_items (workspace_id, id, sku, title, tags, currency)
       SELECT $1, 'itm_' || n || $1, 'S' || n, 'Item', '{}', 'EUR' FROM generate_series(1, 251) AS n`,
      [id],
    );
    service.clock.advance(14 * DAY_MS - 1);
    await runMaintenance(service.services);
    expect(await lifecycle()).toMatchObject({ state: "trial" });
    service.clock.advance(1);
    await runMaintenance(service.services);
    await runMaintenance(service.services);
    const { since, ...after } = await lifecycle();
    expect(after).toEqual({ state: "active", plan: "free" });
    expect(since).toBe(new Date(service.clock.now()).toISOString());
    const mails = await service.sql<{ subject: string }>(
      "SELECT subject FROM mails WHERE workspace_id = $1",
      [id],
    );
    expect(mails).toEqual([{ subject: "The trial of founder3's shop has ended" }]);
    const actions = await service.sql(
      `SELECT actor, "after" FROM audit_events WHERE workspace_id = $1 AND action = 'workspace.plan'`,
      [id],
    );
    expect(actions).toHaveLength(1);
    expect(JSON.stringify(actions)).toContain("trial_end");
    const now = await owner();
    expect((await now.workspace.status({})).usage.items).toEqual({ used: 251, limit: 250 });
    expect((await now.catalog.list({ limit: 1 })).data).toHaveLength(1);
    expect((await now.workspace.summary({})).trial_ends_at).not.toBeNull();
  });

  it("is ended by a plan that the operator sets, also by the one that it has, and does not come back", async () => {
    const { id, lifecycle } = await founded();
    await setPlan(await operator(id), "max");
    expect(await lifecycle()).toMatchObject({ state: "active", plan: "max" });
    service.clock.advance(15 * DAY_MS);
    await runMaintenance(service.services);
    expect(await lifecycle()).toMatchObject({ state: "active", plan: "max" });
  });

  it("does not end while the workspace is suspended, and begins anew when the operator says so", async () => {
    const { id, lifecycle } = await founded();
    await setLifecycle(await operator(id), "suspended");
    service.clock.advance(15 * DAY_MS);
    await runMaintenance(service.services);
    expect(await lifecycle()).toMatchObject({ state: "suspended", plan: "max" });
    await setLifecycle(await operator(id), "trial");
    await runMaintenance(service.services);
    const endsAt = new Date(service.clock.now() + 14 * DAY_MS).toISOString();
    expect(await lifecycle()).toMatchObject({ state: "trial", trial_ends_at: endsAt });
  });

  it.each(["suspended", "past_due"] as const)(
    "goes on, or ends, when a workspace is no longer %s",
    async (state) => {
      const { id, lifecycle } = await founded();
      await setLifecycle(await operator(id), state);
      expect(await setLifecycle(await operator(id), "active")).toEqual({
        lifecycle: "trial",
        deletionAt: null,
      });
      expect(await setLifecycle(await operator(id), "active")).toEqual({
        lifecycle: "trial",
        deletionAt: null,
      });
      await setLifecycle(await operator(id), state);
      service.clock.advance(15 * DAY_MS);
      await setLifecycle(await operator(id), "active");
      await runMaintenance(service.services);
      expect(await lifecycle()).toMatchObject({ state: "active", plan: "free" });
    },
  );

  it("does not come back once it has ended, by itself or by a plan", async () => {
    const [ended, paid] = [await founded(), await founded()];
    await setPlan(await operator(paid.id), "pro");
    service.clock.advance(15 * DAY_MS);
    await runMaintenance(service.services);
    for (const { id, lifecycle } of [ended, paid]) {
      await setLifecycle(await operator(id), "suspended");
      await setLifecycle(await operator(id), "active");
      expect(await lifecycle()).toMatchObject({ state: "active" });
    }
  });

  it.each(["suspended", "deleting"] as const)("is ended by the plan it has while it is %s", async (state) => {
    const { id, lifecycle } = await founded();
    await setLifecycle(await operator(id), state);
    await setPlan(await operator(id), "max");
    await setLifecycle(await operator(id), "active");
    service.clock.advance(15 * DAY_MS);
    await runMaintenance(service.services);
    expect(await lifecycle()).toMatchObject({ state: "active", plan: "max" });
  });

  it("lets its owner ask for the plan it has, which would end with it", async () => {
    const { owner } = await founded();
    const asked = await (await owner()).plan.request({ plan: "max" });
    expect(asked.request).toMatchObject({ plan: "max", status: "pending" });
  });
});

describe("a plan that an owner sets", () => {
  const open = (ownersSetPlans: boolean): TestService => ({
    ...service,
    services: { ...service.services, settings: { ...service.services.settings, ownersSetPlans } },
  });

  it("takes effect at once where the installation lets owners, and ends the trial", async () => {
    const { id, userId, lifecycle } = await founded();
    const owner = await browserCaller(open(true), { userId, workspaceId: id });
    expect((await owner.plan.latest({})).owners_set_plans).toBe(true);
    expect(await owner.plan.change({ plan: "pro" })).toMatchObject({ plan: "pro" });
    expect(await lifecycle()).toEqual({ state: "active", plan: "pro", since: expect.any(String) as string });
  });

  it("is refused where the operator sets plans, to other roles, and in a suspended workspace", async () => {
    const { id, userId, owner, lifecycle } = await founded();
    expect(await codeOf((await owner()).plan.change({ plan: "pro" }))).toBe("conflict");
    const adminId = await service.person({ workspaceId: id, role: "admin" });
    const admin = await browserCaller(open(true), { userId: adminId, workspaceId: id });
    expect(await codeOf(admin.plan.change({ plan: "pro" }))).toBe("insufficient_scope");
    await setLifecycle(await operator(id), "suspended");
    const suspended = await browserCaller(open(true), { userId, workspaceId: id });
    expect(await codeOf(suspended.plan.change({ plan: "pro" }))).toBe("plan_limit");
    expect(await lifecycle()).toMatchObject({ plan: "max" });
  });

  it("is refused in a workspace that was suspended while the request was under way", async () => {
    const { id, lifecycle } = await founded();
    const context = { ...(await operator(id)), services: open(true).services };
    await setLifecycle(context, "suspended");
    expect(await codeOf(changeOwnPlan({ ...context, lifecycle: "active" }, "pro"))).toBe("plan_limit");
    expect(await lifecycle()).toMatchObject({ plan: "max" });
  });
});
