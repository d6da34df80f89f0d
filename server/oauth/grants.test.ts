import { describe, expect, it } from "vitest";
import { publicError } from "@/server/api/error-response";
import { authenticate } from "@/server/auth/authenticate";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { connected, post } from "@/server/testing/oauth";
import { startOAuthService } from "@/server/testing/oauth-service";
import { deleteUser } from "@/server/usecases/accounts/delete-user";
import { addClient, removeClient } from "@/server/usecases/grants/clients";
import { removeMember } from "@/server/usecases/members/members";
import { operatorContext } from "@/server/usecases/operator-context";

const service = duringTests(startOAuthService);

const works = async (token: string) =>
  (await fetch(`${service.origin}/api/v1/runs`, { headers: { authorization: `Bearer ${token}` } })).status;
const settingsOf = (userId: string, workspaceId: string) => browserCaller(service, { userId, workspaceId });
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "answered",
    (error: unknown) => publicError(error).code,
  );
const operator = {
  actor: { kind: "system", id: "operator", label: "Operator" },
  via: "command",
  requestId: null,
  ip: null,
} as const;

describe("settings", () => {
  it("list an application with what it may do, and end it on its next request", async () => {
    const { workspace, tokens, grantId } = await connected(service, { over: { scope: "runs:read" } });
    expect(await works(tokens.access)).toBe(200);
    await expect
      .poll(() =>
        service.sql("SELECT 1 FROM oauth_grants WHERE id = $1 AND last_used_at IS NOT NULL", [grantId]),
      )
      .toHaveLength(1);
    const pages = await settingsOf(workspace.userId, workspace.id);
    expect((await pages.grants.list({})).data).toMatchObject([
      {
        id: grantId,
        client: { name: "Margin Helper", kind: "registered", host: null },
        answered_at: "app.example",
        resources: ["api"],
        scopes: ["runs:read"],
        state: "active",
        own: true,
        ended: null,
      },
    ]);
    expect(await pages.grants.end({ id: grantId })).toEqual({ ok: true, idempotent: false });
    expect(await works(tokens.access)).toBe(401);
    const renew = { grant_type: "refresh_token", refresh_token: tokens.refresh, client_id: service.clientId };
    expect((await post(service, "/oauth/token", renew)).status).toBe(400);
    expect(await pages.grants.end({ id: grantId })).toEqual({ ok: true, idempotent: true });
    expect((await pages.grants.list({})).data).toMatchObject([
      { state: "ended", ended: { by: `${workspace.userId}@example.test`, reason: "person" } },
    ]);
  });

  it("show a member their own alone and end nobody else's; owners and admins see and end all", async () => {
    const { workspace, tokens, grantId } = await connected(service);
    const analyst = await service.person({ workspaceId: workspace.id, role: "analyst" });
    const admin = await service.person({ workspaceId: workspace.id, role: "admin" });
    const theirs = await settingsOf(analyst, workspace.id);
    expect((await theirs.grants.list({})).data).toEqual([]);
    expect(await codeOf(theirs.grants.end({ id: grantId }))).toBe("not_found");
    expect(await works(tokens.access)).toBe(200);
    const overseen = await settingsOf(admin, workspace.id);
    expect((await overseen.grants.list({})).data).toMatchObject([{ id: grantId, own: false }]);
    await overseen.grants.end({ id: grantId });
    expect(await works(tokens.access)).toBe(401);
  });

  it("know no grant of another workspace, however it is named", async () => {
    const { tokens, grantId } = await connected(service);
    const other = await service.workspace();
    const pages = await settingsOf(other.userId, other.id);
    expect((await pages.grants.list({})).data).toEqual([]);
    const missing = "grt_01k9zq0v7k3t5m8w2x4y6z0a1b";
    for (const id of [grantId, missing]) expect(await codeOf(pages.grants.end({ id }))).toBe("not_found");
    expect(await works(tokens.access)).toBe(200);
  });

  it("let access be taken away in a suspended workspace too", async () => {
    const { workspace, tokens, grantId } = await connected(service);
    await service.sql("UPDATE workspaces SET lifecycle = 'suspended' WHERE id = $1", [workspace.id]);
    expect(await works(tokens.access)).toBe(200);
    await (await settingsOf(workspace.userId, workspace.id)).grants.end({ id: grantId });
    expect(await works(tokens.access)).toBe(401);
  });
});

describe("a grant", () => {
  it("ends with the membership of its person, for good", async () => {
    const workspace = await service.workspace();
    const { workspace: own, tokens, grantId } = await connected(service);
    await service.sql("INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, 'owner')", [
      own.id,
      workspace.userId,
    ]);
    await removeMember(await operatorContext(service.services, own.id), own.userId);
    expect(await works(tokens.access)).toBe(401);
    await service.sql("INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, 'viewer')", [
      own.id,
      own.userId,
    ]);
    expect(await works(tokens.access)).toBe(401);
    const [ended] = await service.sql("SELECT ended_reason FROM oauth_grants WHERE id = $1", [grantId]);
    expect(ended).toEqual({ ended_reason: "member_removed" });
  });

  it("is refused at once where the membership alone is gone", async () => {
    const { workspace, tokens } = await connected(service);
    await service.sql("DELETE FROM memberships WHERE workspace_id = $1", [workspace.id]);
    expect(await works(tokens.access)).toBe(401);
  });

  it("ends with the account of its person", async () => {
    const { workspace, tokens, grantId } = await connected(service);
    await deleteUser(service.services, workspace.userId, operator);
    expect(await works(tokens.access)).toBe(401);
    const renew = { grant_type: "refresh_token", refresh_token: tokens.refresh, client_id: service.clientId };
    expect((await post(service, "/oauth/token", renew)).status).toBe(400);
    const events = await service.sql("SELECT action FROM audit_events WHERE subject = $1 ORDER BY seq", [
      grantId,
    ]);
    expect(events).toEqual([{ action: "grant.create" }, { action: "grant.end" }]);
  });

  it("ends with the registration of its application", async () => {
    const { id } = await addClient(service.services, {
      name: "Short-lived",
      redirectUris: ["https://app.example/callback"],
      confidential: false,
    });
    const spared = await connected(service);
    const registered = { ...service, clientId: id };
    const { workspace, tokens } = await connected(registered);
    expect(await removeClient(service.services, id)).toEqual({ ended: 1 });
    expect(await works(tokens.access)).toBe(401);
    expect(await works(spared.tokens.access)).toBe(200);
    expect(
      await service.sql(
        "SELECT actor, via FROM audit_events WHERE workspace_id = $1 AND action = 'grant.end'",
        [workspace.id],
      ),
    ).toEqual([{ actor: "system:operator", via: "command" }]);
    await expect(connected(registered)).rejects.toThrow("no consent page: 400");
    await expect(removeClient(service.services, "cli_nobody")).rejects.toMatchObject({ code: "not_found" });
  });
});

it("a caller by a grant is told apart, acts for its person and carries the grant's scopes alone", async () => {
  const { workspace, tokens, grantId } = await connected(service, { over: { scope: "runs:read" } });
  const presented = {
    authorization: `Bearer ${tokens.access}`,
    workspaceHeader: "ws_other",
    via: "api",
  } as const;
  expect(await authenticate(service.services, presented)).toMatchObject({
    credential: "grant",
    id: grantId,
    label: `${workspace.userId}@example.test by application “Margin Helper”`,
    userId: workspace.userId,
    workspaceId: workspace.id,
    tokenScopes: new Set(["runs:read"]),
    rateLimitKey: grantId,
  });
});
