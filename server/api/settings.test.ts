import { describe, expect, it } from "vitest";
import type { Role } from "@/server/domain/permissions";
import { DEFAULT_POLICY } from "@/server/domain/pricing/policy";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startSandboxService } from "@/server/testing/sandbox-service";
import { runSync } from "@/server/usecases/integrations/sync";
import { appRouter } from "./root";
import { createCallerFactory } from "./trpc";

const callerOf = createCallerFactory(appRouter);

const service = duringTests(startSandboxService);

const withBearer = (workspace: TestWorkspace, bearer: string, idempotencyKey: string | null = null) =>
  callerOf({
    services: service.services,
    rateLimiter: service.rateLimiter,
    admitted: null,
    request: {
      id: service.services.newId("request"),
      via: "web",
      authorization: `Bearer ${bearer}`,
      cookie: null,
      workspaceHeader: workspace.id,
      idempotencyKey,
      ip: null,
    },
  });

async function signedIn(role: Role = "owner") {
  const workspace = await service.workspace({ role });
  return { workspace, pages: withBearer(workspace, await service.sessionJwt(workspace.userId)) };
}

const refusal = (code: string) => ({ cause: { code } });

describe("settings", () => {
  it.each(["viewer", "analyst", "approver"] as const)("are closed to a member who is %s", async (role) => {
    const { pages } = await signedIn(role);
    const attempts = [
      () => pages.tokens.list({}),
      () => pages.tokens.mint({ name: "x", scopes: ["runs:read"] }),
      () => pages.members.list({}),
      () => pages.integrations.connect({ kind: "sandbox" }),
      () => pages.policy.set({ document: DEFAULT_POLICY("EUR") }),
      () => pages.mails.list({}),
    ];
    for (const attempt of attempts)
      await expect(attempt()).rejects.toMatchObject(refusal("insufficient_scope"));
  });

  it("are closed to tokens, whatever their scopes and whoever minted them", async () => {
    const { workspace } = await signedIn();
    const token = await service.mintToken({ workspaceId: workspace.id, userId: workspace.userId });
    const pages = withBearer(workspace, token);
    await expect(pages.tokens.list({})).rejects.toMatchObject(refusal("insufficient_scope"));
    await expect(pages.integrations.list({})).rejects.toMatchObject(refusal("insufficient_scope"));
  });

  it("cannot be reached in another workspace with its rows' ids", async () => {
    const { workspace, pages } = await signedIn();
    const { id } = await pages.tokens.mint({ name: "mine", scopes: ["runs:read"] });
    await pages.integrations.connect({ kind: "sandbox" });
    const [store] = (await pages.integrations.list({})).data;
    const other = (await signedIn()).pages;
    await expect(other.tokens.revoke({ id })).rejects.toMatchObject(refusal("not_found"));
    await expect(other.integrations.disconnect({ id: store?.id ?? "" })).rejects.toMatchObject(
      refusal("not_found"),
    );
    await expect(other.members.remove({ user_id: workspace.userId })).rejects.toMatchObject(
      refusal("not_found"),
    );
    expect((await pages.tokens.list({})).data).toMatchObject([{ id, state: "active" }]);
  });
});

describe("tokens", () => {
  it("are shown once, work, rotate with an overlap and end", async () => {
    const { pages } = await signedIn();
    const minted = await pages.tokens.mint({ name: "Script", scopes: ["runs:read"] });
    const works = async (token: string) => (await service.call("GET", "/runs", { token })).status;
    expect(await works(minted.token)).toBe(200);
    service.clock.advance(1_000);
    const rotated = await pages.tokens.rotate({ id: minted.id, overlap_hours: 1 });
    expect([await works(minted.token), await works(rotated.token)]).toEqual([200, 200]);
    const listed = await pages.tokens.list({});
    expect(listed.data).toMatchObject([
      { id: rotated.id, state: "active" },
      { id: minted.id, state: "replaced", rotated_to: rotated.id },
    ]);
    expect(JSON.stringify(listed)).not.toContain(rotated.token);
    expect(await pages.tokens.revoke({ id: rotated.id })).toEqual({ ok: true, idempotent: false });
    expect(await pages.tokens.revoke({ id: rotated.id })).toEqual({ ok: true, idempotent: true });
    expect(await works(rotated.token)).toBe(401);
  });

  it("are minted once under an Idempotency-Key: a repeat is told that the secret is gone", async () => {
    const workspace = await service.workspace();
    const pages = withBearer(workspace, await service.sessionJwt(workspace.userId), "once");
    const request = { name: "Script", scopes: ["runs:read" as const] };
    const { id, token } = await pages.tokens.mint(request);
    await expect(pages.tokens.mint(request)).rejects.toMatchObject({
      cause: { code: "conflict", message: expect.stringContaining("shown once") },
    });
    await expect(pages.tokens.mint({ ...request, name: "Other" })).rejects.toMatchObject(
      refusal("validation_error"),
    );
    expect((await pages.tokens.list({})).data).toMatchObject([{ id }]);
    const slots = await service.sql("SELECT k::text AS text FROM idempotency_keys k");
    expect(JSON.stringify(slots)).not.toContain(token.slice(8));
  });
});

describe("the policy", () => {
  it("is saved as a new version, and not over one that somebody else saved meanwhile", async () => {
    const { pages } = await signedIn();
    const { version, document } = await pages.policy.get({});
    expect(version).toBe(1);
    const changed = { ...document, reopen_threshold: "0.02" };
    expect(await pages.policy.set({ document: changed, based_on: 1 })).toEqual({
      ok: true,
      version: 2,
      warnings: [],
    });
    await expect(pages.policy.set({ document, based_on: 1 })).rejects.toMatchObject(refusal("conflict"));
    expect(await pages.policy.get({})).toMatchObject({
      version: 2,
      document: { reopen_threshold: "0.02" },
      versions: [{ version: 2 }, { version: 1 }],
    });
    expect(await pages.policy.version({ version: 1 })).toMatchObject({ document });
    await expect(pages.policy.version({ version: 3 })).rejects.toMatchObject(refusal("not_found"));
  });

  it("is refused with the place of the fault when it does not hold", async () => {
    const { pages } = await signedIn();
    const document = { version: 1, currency: "EUR", defaults: { constraints: { margin_floor: "2" } } };
    await expect(pages.policy.set({ document })).rejects.toMatchObject({
      cause: { code: "validation_error", extra: { issues: [{ path: "defaults.constraints.margin_floor" }] } },
    });
    expect((await pages.policy.get({})).version).toBe(1);
  });

  it("ends as two versions when two people save it at once, the later one active", async () => {
    const { pages } = await signedIn();
    const document = DEFAULT_POLICY("EUR");
    const saved = await Promise.all([pages.policy.set({ document }), pages.policy.set({ document })]);
    expect(saved.map(({ version }) => version).sort()).toEqual([2, 3]);
    expect((await pages.policy.get({})).version).toBe(3);
  });
});

describe("members", () => {
  it("are given another role and removed, and the workspace keeps an owner", async () => {
    const { workspace, pages } = await signedIn();
    const user_id = await service.person({ workspaceId: workspace.id, role: "viewer" });
    expect(await pages.members.put({ user_id, role: "approver" })).toEqual({
      ok: true,
      user_id,
      role: "approver",
    });
    const roles = (await pages.members.list({})).data.map(({ role }) => role);
    expect(roles.sort()).toEqual(["approver", "owner"]);
    await expect(pages.members.remove({ user_id: workspace.userId })).rejects.toMatchObject(
      refusal("conflict"),
    );
    await pages.members.remove({ user_id });
    expect((await pages.members.list({})).data).toHaveLength(1);
  });

  it("are never made of people who did not agree to it", async () => {
    const { pages } = await signedIn();
    const stranger = await service.person({});
    await expect(pages.members.put({ user_id: stranger, role: "viewer" })).rejects.toMatchObject(
      refusal("not_found"),
    );
  });
});

describe("the store", () => {
  it("is connected, synced, looked at and disconnected", async () => {
    const { workspace, pages } = await signedIn();
    await service.make.item(workspace.id, { sku: "LAMP" });
    const { integration } = await pages.integrations.connect({ kind: "sandbox" });
    expect(integration).toMatchObject({ status: "connected", sync_status: "queued", sync: null });
    expect(await pages.integrations.sync({})).toMatchObject({ idempotent: true });
    await runSync(service.services, workspace.tenant, integration.id);
    expect((await pages.integrations.list({})).data).toMatchObject([
      { sync_status: "ok", sync: { linked: 1 } },
    ]);
    expect(await pages.integrations.check({ id: integration.id })).toMatchObject({ error: null });
    expect(await pages.integrations.sandboxLog({})).toEqual({ data: [], next_after: null });
    expect(await pages.integrations.disconnect({ id: integration.id })).toMatchObject({ idempotent: false });
    expect(await pages.integrations.disconnect({ id: integration.id })).toEqual({
      ok: true,
      idempotent: true,
    });
    await expect(pages.integrations.sync({})).rejects.toMatchObject(refusal("no_commerce_integration"));
    await expect(pages.integrations.sandboxLog({})).rejects.toMatchObject(refusal("not_found"));
  });
});

it("shows mails to owners and to no admin", async () => {
  expect((await (await signedIn()).pages.mails.list({})).data).toEqual([]);
  const { pages } = await signedIn("admin");
  await expect(pages.mails.list({})).rejects.toMatchObject(refusal("insufficient_scope"));
});
