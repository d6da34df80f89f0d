import { beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestService } from "@/server/testing/service";
import { recordSessionUse } from "@/server/usecases/accounts/sessions";
import { authenticate, type Credentials, type Principal } from "./authenticate";

const service = duringTests(startTestService);
let shop: TestWorkspace;
let token: string;
beforeEach(async () => {
  shop = await service.workspace();
  token = await service.mintToken({ workspaceId: shop.id, userId: shop.userId, scopes: ["runs:read"] });
});

const ask = (presented: Partial<Credentials>): Promise<Principal> =>
  authenticate(service.services, {
    authorization: undefined,
    workspaceHeader: undefined,
    via: "api",
    ...presented,
  });
const withToken = (text = token) => ask({ authorization: `Bearer ${text}` });
const withSession = async (userId: string, workspaceHeader?: string) =>
  ask({ authorization: `Bearer ${await service.sessionJwt(userId)}`, workspaceHeader });
const refused = (reason: "missing" | "invalid") => ({ code: "unauthorized", reason });

describe("a token", () => {
  it("stands for its workspace, its own scopes and the role its minter has now", async () => {
    expect(await withToken()).toMatchObject({
      credential: "token",
      label: expect.stringMatching(/@example\.test by token “test” \(…\w{4}\)$/),
      userId: shop.userId,
      workspaceId: shop.id,
      role: "owner",
      tokenScopes: new Set(["runs:read"]),
      userDeleted: false,
      emailConfirmed: true,
      plan: "max",
      lifecycle: "active",
    });
    await service.sql("UPDATE memberships SET role = 'viewer' WHERE user_id = $1", [shop.userId]);
    expect((await withToken()).role).toBe("viewer");
  });

  it("ignores x-workspace-id", async () => {
    const other = await service.workspace();
    expect((await ask({ authorization: `bearer  ${token}`, workspaceHeader: other.id })).workspaceId).toBe(
      shop.id,
    );
  });

  it("stops with the next request when it is revoked", async () => {
    await withToken();
    await service.sql("UPDATE api_tokens SET revoked_at = now() WHERE workspace_id = $1", [shop.id]);
    await expect(withToken()).rejects.toMatchObject(refused("invalid"));
  });

  it("stops at its expiry, to the millisecond", async () => {
    const expiresAt = new Date(service.clock.now() + 1_000);
    const brief = await service.mintToken({ workspaceId: shop.id, userId: shop.userId, expiresAt });
    service.clock.advance(999);
    expect((await withToken(brief)).workspaceId).toBe(shop.id);
    service.clock.advance(1);
    await expect(withToken(brief)).rejects.toMatchObject(refused("invalid"));
  });

  it("stops when its minter is no member any more, but not when they were deleted", async () => {
    await service.sql("DELETE FROM memberships WHERE user_id = $1", [shop.userId]);
    await expect(withToken()).rejects.toMatchObject(refused("invalid"));
    await service.sql("UPDATE users SET deleted_at = now() WHERE id = $1", [shop.userId]);
    expect(await withToken()).toMatchObject({ userDeleted: true, role: null, workspaceId: shop.id });
  });

  it("costs one query, and none when its checksum is wrong", async () => {
    const queries = vi.spyOn(service.db.statementPool, "query");
    const transactions = vi.spyOn(service.db.pool, "connect");
    const typo = `${token.slice(0, 20)}${token.charAt(20) === "A" ? "B" : "A"}${token.slice(21)}`;
    await withToken();
    await expect(withToken(typo)).rejects.toMatchObject(refused("invalid"));
    expect(queries).toHaveBeenCalledTimes(1);
    expect(transactions).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it.each([
    "",
    "Basic cHdk",
    "Bearer",
    "Bearer ",
    "Bearer a b",
    "Bearer pck_",
    "Bearer pck_x\u0000",
    "Bearer é",
  ])("is refused in the form %j", async (authorization) => {
    await expect(ask({ authorization })).rejects.toMatchObject(
      refused(authorization === "" ? "missing" : "invalid"),
    );
  });
});

describe("a session", () => {
  it("is in the workspace of a person with one, named or not", async () => {
    for (const header of [undefined, shop.id])
      expect(await withSession(shop.userId, header)).toMatchObject({
        credential: "session",
        id: shop.userId,
        label: `${shop.userId}@example.test`,
        workspaceId: shop.id,
        role: "owner",
        tokenScopes: null,
      });
  });

  it("is in the workspace it names when its person has two, and in none otherwise", async () => {
    const other = await service.workspace();
    await service.sql("INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, 'viewer')", [
      other.id,
      shop.userId,
    ]);
    expect(await withSession(shop.userId, other.id)).toMatchObject({ workspaceId: other.id, role: "viewer" });
    expect(await withSession(shop.userId, shop.id)).toMatchObject({ workspaceId: shop.id, role: "owner" });
    const stranger = await service.workspace();
    for (const header of [undefined, "", "ws_nowhere", stranger.id])
      expect(await withSession(shop.userId, header)).toMatchObject({
        workspaceId: null,
        role: null,
        plan: null,
      });
  });

  it("ends when the person is deleted or signed out everywhere", async () => {
    const jwt = await service.sessionJwt(shop.userId);
    const bearer = () => ask({ authorization: `Bearer ${jwt}` });
    expect((await bearer()).userId).toBe(shop.userId);
    await service.sql("UPDATE users SET session_epoch = 1 WHERE id = $1", [shop.userId]);
    await expect(bearer()).rejects.toMatchObject(refused("invalid"));
    await service.sql("UPDATE users SET session_epoch = 0 WHERE id = $1", [shop.userId]);
    expect((await bearer()).userId).toBe(shop.userId);
    await service.sql("UPDATE users SET deleted_at = now() WHERE id = $1", [shop.userId]);
    await expect(bearer()).rejects.toMatchObject(refused("invalid"));
  });

  it("ends by itself, its bearers with it, while the person's others go on", async () => {
    const [jwt, other] = [await service.sessionJwt(shop.userId), await service.sessionJwt(shop.userId)];
    const { sessionId } = await ask({ authorization: `Bearer ${jwt}` });
    await service.sql("UPDATE sessions SET ended_at = now() WHERE id = $1", [sessionId]);
    await expect(ask({ authorization: `Bearer ${jwt}` })).rejects.toMatchObject(refused("invalid"));
    expect((await ask({ authorization: `Bearer ${other}` })).userId).toBe(shop.userId);
    await service.sql("DELETE FROM sessions WHERE user_id = $1", [shop.userId]);
    await expect(ask({ authorization: `Bearer ${other}` })).rejects.toMatchObject(refused("invalid"));
  });

  it("runs out thirty days after it was last seen", async () => {
    const cookie = await service.sessionCookie(shop.userId);
    const { sessionId, lastUsedAt } = await ask({ cookie, via: "web" });
    service.clock.advance(20 * DAY_MS);
    await recordSessionUse(service.services, { sessionId, lastUsedAt });
    service.clock.advance(29 * DAY_MS);
    expect((await ask({ cookie, via: "web" })).userId).toBe(shop.userId);
    service.clock.advance(DAY_MS);
    await expect(ask({ cookie, via: "web" })).rejects.toMatchObject(refused("invalid"));
  });

  it("counts for the browser alone when it is the browser's, with a budget of its own", async () => {
    const cookie = await service.sessionCookie(shop.userId);
    const session = cookie.slice(cookie.indexOf("=") + 1);
    const web = await ask({ cookie, via: "web" });
    expect(web).toMatchObject({ userId: shop.userId, role: "owner" });
    expect(web.rateLimitKey).not.toBe((await withSession(shop.userId)).rateLimitKey);
    await expect(ask({ cookie, via: "api" })).rejects.toMatchObject(refused("missing"));
    await expect(ask({ cookie, via: "mcp" })).rejects.toMatchObject(refused("missing"));
    await expect(ask({ via: "web" })).rejects.toMatchObject(refused("missing"));
    await expect(ask({ authorization: `Bearer ${session}` })).rejects.toMatchObject(refused("invalid"));
  });
});

it("counts every token and person on its own, and one token alike over REST and for agents", async () => {
  const second = await service.mintToken({ workspaceId: shop.id, userId: shop.userId });
  const rest = await withToken();
  expect((await ask({ authorization: `Bearer ${token}`, via: "mcp" })).rateLimitKey).toBe(rest.rateLimitKey);
  const keys = [
    rest.rateLimitKey,
    (await withToken(second)).rateLimitKey,
    (await withSession(shop.userId)).rateLimitKey,
  ];
  expect(new Set(keys).size).toBe(3);
});
