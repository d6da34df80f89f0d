import { beforeEach, describe, expect, it } from "vitest";
import { authenticate } from "@/server/auth/authenticate";
import { HOUR_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestService } from "@/server/testing/service";
import { memberContext } from "../operator-context";
import type { RequestContext } from "../request-context";
import { listTokens } from "./list";
import { mintToken } from "./mint";
import { recordTokenUse } from "./record-use";
import { revokeToken } from "./revoke";
import { rotateToken } from "./rotate";

const service = duringTests(startTestService);
let shop: TestWorkspace;
let context: RequestContext;
beforeEach(async () => {
  shop = await service.workspace({ plan: "free" });
  context = await memberContext(service.services, shop.id, `${shop.userId}@example.test`);
});

const ask = (token: string) =>
  authenticate(service.services, {
    authorization: `Bearer ${token}`,
    workspaceHeader: undefined,
    via: "api",
  });
const works = (token: string) =>
  ask(token).then(
    () => true,
    () => false,
  );
const mint = (name = "script", expires_at?: string) =>
  mintToken(context, { name, scopes: ["runs:read", "runs:read", "catalog:read"], expires_at });

describe("minting", () => {
  it("gives a token that works with exactly its scopes, and is shown this once", async () => {
    const { token, row } = await mint();
    expect((await ask(token)).tokenScopes).toEqual(new Set(["runs:read", "catalog:read"]));
    const stored = await service.sql(
      "SELECT t::text AS text FROM api_tokens t UNION ALL SELECT a::text FROM audit_events a",
    );
    expect(JSON.stringify(stored)).not.toContain(token.slice(8, -4));
    const listed = await listTokens(context);
    expect(JSON.stringify(listed)).not.toContain(token.slice(8, -4));
    expect(listed).toMatchObject([
      {
        id: row.id,
        state: "active",
        prefix: token.slice(0, 8),
        last4: token.slice(-4),
        mintedBy: `${shop.userId}@example.test`,
      },
    ]);
  });

  it("lets as many through as there is room for when many come at once at the plan's cap", async () => {
    await mint();
    const minted = await Promise.allSettled([mint(), mint(), mint(), mint()]);
    expect(minted.filter((each) => each.status === "fulfilled")).toHaveLength(1);
    const refused = minted.find((each) => each.status === "rejected");
    expect(refused?.reason).toMatchObject({
      code: "plan_limit",
      extra: { limit: "tokens", used: 2, plan: "free" },
    });
  });

  it("has room again when a token is revoked or has expired", async () => {
    const first = await mint();
    await mint("brief", new Date(service.clock.now() + HOUR_MS).toISOString());
    await expect(mint()).rejects.toMatchObject({ code: "plan_limit" });
    await revokeToken(context, first.row.id);
    await mint();
    await expect(mint()).rejects.toMatchObject({ code: "plan_limit" });
    service.clock.advance(HOUR_MS);
    await mint();
  });

  it.each<[string, object]>([
    ["scopes", { scopes: [] }],
    ["scopes.0", { scopes: ["settings:tokens"] }],
    ["name", { name: "  " }],
    ["expires_at", { expires_at: "2020-01-01T00:00:00Z" }],
    ["expires_at", { expires_at: "tomorrow" }],
  ])("names a bad %s", async (path, over) => {
    await expect(mintToken(context, { name: "x", scopes: ["runs:read"], ...over })).rejects.toMatchObject({
      code: "validation_error",
      extra: { issues: [{ path }] },
    });
  });

  it("is refused to people who have not confirmed their address", async () => {
    const email = `unconfirmed-${shop.id}@example.test`;
    await service.person({ workspaceId: shop.id, role: "admin", confirmed: false, email });
    const unconfirmed = await memberContext(service.services, shop.id, email);
    await expect(mintToken(unconfirmed, { name: "x", scopes: ["runs:read"] })).rejects.toMatchObject({
      code: "email_not_confirmed",
    });
  });
});

describe("revoking", () => {
  it("acts at once, is the same when repeated, and knows no other workspace's tokens", async () => {
    const { token, row } = await mint();
    const other = await service.workspace();
    const stranger = await memberContext(service.services, other.id, `${other.userId}@example.test`);
    await expect(revokeToken(stranger, row.id)).rejects.toMatchObject({ code: "not_found" });
    expect(await works(token)).toBe(true);
    expect(await revokeToken(context, row.id)).toEqual({ id: row.id, idempotent: false });
    expect(await works(token)).toBe(false);
    expect(await revokeToken(context, row.id)).toEqual({ id: row.id, idempotent: true });
  });
});

describe("rotating", () => {
  it("gives a new secret at once and lets the old one work for the overlap, even at the cap", async () => {
    const expiry = new Date(service.clock.now() + 100 * HOUR_MS).toISOString();
    const old = await mint("script", expiry);
    await mint();
    const next = await rotateToken(context, old.row.id, { overlap_hours: 6 });
    expect(next.row).toMatchObject({ name: "script", scopes: old.row.scopes, expiresAt: new Date(expiry) });
    expect([await works(old.token), await works(next.token)]).toEqual([true, true]);
    service.clock.advance(6 * HOUR_MS);
    expect([await works(old.token), await works(next.token)]).toEqual([false, true]);
  });

  it("ends the old one at once without an overlap", async () => {
    const old = await mint();
    const next = await rotateToken(context, old.row.id, { overlap_hours: 0 });
    expect([await works(old.token), await works(next.token)]).toEqual([false, true]);
  });

  it("never prolongs a token's own expiry", async () => {
    const old = await mint("brief", new Date(service.clock.now() + HOUR_MS).toISOString());
    const next = await rotateToken(context, old.row.id, { overlap_hours: 24 });
    service.clock.advance(HOUR_MS);
    expect([await works(old.token), await works(next.token)]).toEqual([false, false]);
  });

  it("gives one successor when two rotate at once; a replaced or revoked token has none", async () => {
    const old = await mint();
    const rotate = (overlap_hours = 1) => rotateToken(context, old.row.id, { overlap_hours });
    const both = await Promise.allSettled([rotate(), rotate()]);
    expect(both.map((each) => each.status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(rotate()).rejects.toMatchObject({ code: "conflict", extra: { current_status: "replaced" } });
    await revokeToken(context, old.row.id);
    await expect(rotate()).rejects.toMatchObject({ code: "conflict", extra: { current_status: "revoked" } });
    await expect(rotate(25)).rejects.toMatchObject({ code: "validation_error" });
  });
});

describe("a token's last use", () => {
  const lastUse = async () => (await listTokens(context))[0]?.lastUsedAt?.getTime() ?? null;

  it("is noted at most once a minute", async () => {
    const { token } = await mint();
    const began = service.clock.now();
    await recordTokenUse(service.services, await ask(token));
    expect(await lastUse()).toBe(began);
    service.clock.advance(59_999);
    await recordTokenUse(service.services, await ask(token));
    expect(await lastUse()).toBe(began);
    service.clock.advance(1);
    await recordTokenUse(service.services, await ask(token));
    expect(await lastUse()).toBe(began + 60_000);
  });
});
