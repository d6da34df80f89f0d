import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MINUTE_MS } from "@/server/domain/durations";
import { type SignInSite, type SiteBrowser, startSignInSite } from "@/server/testing/sign-in-site";
import { hashPassword } from "../credentials/password";

let site: SignInSite;
let passwordHash: string;
let people = 0;
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
  site = await startSignInSite(() => ({}));
});
afterAll(() => site.close());

const PASSWORD = "korrekt pferd";

async function member() {
  site.service.clock.advance(MINUTE_MS);
  const email = `member${(people += 1)}@example.test`;
  const { id: workspaceId } = await site.service.workspace();
  const userId = await site.service.person({ email, passwordHash, workspaceId, role: "admin" });
  return { email, userId, workspaceId };
}

async function signedIn(email: string) {
  const browser = site.browser();
  expect((await browser.signIn(email, PASSWORD)).status).toBe(200);
  return browser;
}

const me = (browser: SiteBrowser) => browser.call("account.me", {}, "GET");

describe("a session over HTTP", () => {
  it("is listed with where it began, and ended from another browser at the next request, its bearer too", async () => {
    const { email, workspaceId } = await member();
    const [mine, other] = [await signedIn(email), await signedIn(email)];
    const minted = await other.call("account.sessions", {}, "GET");
    const { data } = minted.data as { data: { id: string; current: boolean; agent: string | null }[] };
    expect(data.map(({ current }) => current).sort()).toEqual([false, true]);
    expect(data[0]).toMatchObject({ agent: "curl", network: "127.0.0.0/24" });
    const bearer = await bearerOf(other);
    const read = () =>
      site.service.call("GET", "/workspace/status", {
        token: bearer,
        headers: { "x-workspace-id": workspaceId },
      });
    expect((await read()).status).toBe(200);
    const session = data.find(({ current }) => current)?.id ?? "";
    expect(await mine.call("account.endSession", { id: session })).toMatchObject({ data: { ended: true } });
    expect((await me(other)).status).toBe(401);
    expect((await read()).status).toBe(401);
    expect(await (await other.get("/api/auth/session")).json()).toEqual({});
    expect(other.cookies()).not.toContain("session-token");
    expect((await me(mine)).status).toBe(200);
    expect(await (await mine.get("/api/auth/session")).json()).toMatchObject({
      userId: expect.any(String) as string,
    });
  });

  it("cannot be ended by its id when it is somebody else's", async () => {
    const [anna, ben] = [await member(), await member()];
    const victim = await signedIn(anna.email);
    const { data } = (await victim.call("account.sessions", {}, "GET")).data as { data: { id: string }[] };
    const attacker = await signedIn(ben.email);
    expect(await attacker.call("account.endSession", { id: data[0]?.id })).toMatchObject({
      data: { ended: false },
    });
    expect((await me(victim)).status).toBe(200);
  });

  it("ends with signing out, and everywhere when that is asked for", async () => {
    const { email } = await member();
    const [first, second, third] = [await signedIn(email), await signedIn(email), await signedIn(email)];
    const cookies = third.cookies();
    await third.post("/api/auth/signout", {});
    expect(await askWith(cookies)).toBe(401);
    expect((await me(first)).status).toBe(200);
    expect(await first.call("account.endOtherSessions", {})).toMatchObject({ data: { ended: 1 } });
    expect([(await me(first)).status, (await me(second)).status]).toEqual([200, 401]);
    const bearer = await bearerOf(first);
    expect((await first.call("account.signOutEverywhere", {})).status).toBe(200);
    expect((await me(first)).status).toBe(401);
    expect((await site.service.call("GET", "/runs", { token: bearer })).status).toBe(401);
  });

  it("reads role and membership anew on every request", async () => {
    const { email, userId, workspaceId } = await member();
    const browser = await signedIn(email);
    const bearer = await bearerOf(browser);
    const run = () =>
      site.service.call("POST", "/runs", {
        token: bearer,
        headers: { "x-workspace-id": workspaceId },
        body: {},
      });
    const read = () =>
      site.service.call("GET", "/runs", { token: bearer, headers: { "x-workspace-id": workspaceId } });
    expect((await run()).status).toBe(202);
    await site.service.sql("UPDATE memberships SET role = 'viewer' WHERE user_id = $1", [userId]);
    expect([(await run()).status, (await read()).status]).toEqual([403, 200]);
    await site.service.sql("DELETE FROM memberships WHERE user_id = $1", [userId]);
    expect([(await read()).status, (await read()).json?.error]).toEqual([403, "workspace_forbidden"]);
  });

  it("replaces the one the same browser had", async () => {
    const { email, userId } = await member();
    const browser = await signedIn(email);
    const before = browser.cookies();
    await browser.signIn(email, PASSWORD);
    expect(await askWith(before)).toBe(401);
    expect((await me(browser)).status).toBe(200);
    const live = await site.service.sql("SELECT 1 FROM sessions WHERE user_id = $1 AND ended_at IS NULL", [
      userId,
    ]);
    expect(live).toHaveLength(1);
  });
});

const askWith = async (cookie: string): Promise<number> =>
  (await fetch(`${site.url}/api/trpc/account.me`, { headers: { cookie } })).status;

async function bearerOf(browser: { cookies(): string }): Promise<string> {
  const headers = { cookie: browser.cookies(), origin: site.url };
  const response = await fetch(`${site.url}/api/auth/session-jwt`, { method: "POST", headers });
  expect(response.status).toBe(200);
  const { jwt } = (await response.json()) as { jwt: string };
  return jwt;
}
