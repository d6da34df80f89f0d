import { describe, expect, it } from "vitest";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { personWithBrowser } from "@/server/testing/oauth";
import { authorizeUrl, begin, decide, pkce, TestBrowser } from "@/server/testing/oauth-browser";
import { type OAuthService, REDIRECT, startOAuthService } from "@/server/testing/oauth-service";
import { addStaff } from "@/server/usecases/support/staff";

const service = duringTests(startOAuthService);

const grantsOf = (userId: string) =>
  service.sql("SELECT scopes FROM oauth_grants WHERE user_id = $1", [userId]);

/** Opens the consent page for a person, and returns the decision that the page would send. */
async function before(options: Parameters<OAuthService["workspace"]>[0] = {}, over = {}) {
  const { workspace, browser } = await personWithBrowser(service, options);
  const { page, asked } = await begin(browser, authorizeUrl(service, pkce().challenge, over));
  const allow = { proof: asked.proof, allow: true, workspace_id: workspace.id, scopes: asked.scopes };
  return { workspace, browser, page, asked, allow };
}

const statusAndError = async (response: Response) => [response.status, (await response.json()).error];

describe("the consent page", () => {
  it("shows who asks, where the answer goes, what for, to whom and for which workspaces", async () => {
    const { asked, workspace } = await before();
    expect(asked).toMatchObject({
      client: { id: service.clientId, name: "Margin Helper", kind: "registered", host: null },
      redirect: { kind: "web", name: "app.example" },
      resources: ["api"],
      scopes: ["runs:read", "recommendations:write", "catalog:read"],
      person: `${workspace.userId}@example.test`,
      workspaces: [{ id: workspace.id, role: "owner", plan: "max", blocker: null }],
    });
  });

  it("needs somebody signed in, and is the same after they signed in", async () => {
    const workspace = await service.workspace();
    const browser = new TestBrowser(service.origin, null);
    const sent = await browser.ask(authorizeUrl(service, pkce().challenge));
    const page = sent.headers.get("location") ?? "";
    expect((await browser.ask(`${page}/request`)).status).toBe(401);
    browser.signedIn = await service.sessionCookie(workspace.userId);
    expect((await browser.ask(`${page}/request`)).status).toBe(200);
  });

  it("is asked every time: nobody is let in because of an earlier yes", async () => {
    const { browser, page, allow, workspace } = await before();
    expect((await decide(browser, page, allow)).status).toBe(200);
    const again = await browser.ask(authorizeUrl(service, pkce().challenge));
    expect(again.headers.get("location")).toContain("/oauth/consent/");
    expect(await grantsOf(workspace.userId)).toHaveLength(1);
  });

  it("says no to the application in its own words", async () => {
    const { browser, page, asked, workspace } = await before();
    const response = await decide(browser, page, { proof: asked.proof, allow: false });
    const { location } = await response.json();
    const back = new URL((await browser.ask(location)).headers.get("location") ?? "");
    expect(back.origin + back.pathname).toBe(REDIRECT);
    expect(back.searchParams.get("error")).toBe("access_denied");
    expect(back.searchParams.get("state")).toBe("a state");
    expect(await grantsOf(workspace.userId)).toEqual([]);
  });
});

describe("a decision", () => {
  it.each<[string, Record<string, string>]>([
    ["another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["another port of this host", { origin: "http://127.0.0.1:1", "sec-fetch-site": "same-site" }],
    ["a sandboxed page", { origin: "null", "sec-fetch-site": "cross-site" }],
  ])("is refused when it is sent by %s", async (_, headers) => {
    const { browser, page, allow, workspace } = await before();
    expect(await statusAndError(await decide(browser, page, allow, headers))).toEqual([
      403,
      "workspace_forbidden",
    ]);
    expect(await grantsOf(workspace.userId)).toEqual([]);
  });

  it("is refused when sent as a form, without a sign of where it comes from, or by GET", async () => {
    const { browser, page, allow, workspace } = await before();
    const form = { "content-type": "application/x-www-form-urlencoded" };
    expect((await decide(browser, page, allow, form)).status).toBe(415);
    const bare = await browser.ask(`${page}/decision`, { method: "POST", body: JSON.stringify(allow) });
    expect(bare.status).toBe(403);
    expect((await browser.ask(`${page}/decision`)).status).toBe(405);
    expect(await grantsOf(workspace.userId)).toEqual([]);
  });

  it("is refused when made in another browser, for a request somebody else began", async () => {
    const attacker = await before();
    const victim = await personWithBrowser(service);
    const own = await begin(victim.browser, authorizeUrl(service, pkce().challenge));
    for (const proof of [attacker.asked.proof, own.asked.proof]) {
      const response = await decide(victim.browser, attacker.page, {
        ...attacker.allow,
        proof,
        workspace_id: victim.workspace.id,
      });
      expect([404, 409]).toContain(response.status);
    }
    // The test extends the cookie's path, as if a page made the victim's browser send its own request's cookie.
    for (const cookie of victim.browser.jar.values()) cookie.path = "/";
    const crossed = { ...attacker.allow, proof: attacker.asked.proof, workspace_id: victim.workspace.id };
    expect([404, 409]).toContain((await decide(victim.browser, attacker.page, crossed)).status);
    expect((await victim.browser.ask(`${attacker.page}/request`)).status).toBe(404);
    expect(await grantsOf(victim.workspace.userId)).toEqual([]);
  });

  it("is refused on a page that was shown to somebody else", async () => {
    const { browser, page, allow } = await before();
    const other = await service.workspace();
    browser.signedIn = await service.sessionCookie(other.userId);
    const response = await decide(browser, page, { ...allow, workspace_id: other.id });
    expect(await statusAndError(response)).toEqual([409, "conflict"]);
    expect(await grantsOf(other.userId)).toEqual([]);
  });

  it("is made once, also when sent several times at once", async () => {
    const { browser, page, allow, workspace } = await before();
    const responses = await Promise.all([1, 2, 3, 4].map(() => decide(browser, page, allow)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await grantsOf(workspace.userId)).toHaveLength(1);
    expect([404, 409]).toContain((await decide(browser, page, allow)).status);
  });

  it("cannot give more than was asked for or than the person's role has, and not nothing", async () => {
    const { browser, page, allow, workspace } = await before({ role: "viewer" });
    const nothing = await decide(browser, page, {
      ...allow,
      scopes: ["recommendations:write", "runs:trigger"],
    });
    expect(await statusAndError(nothing)).toEqual([422, "validation_error"]);
    expect(await statusAndError(await decide(browser, page, { ...allow, scopes: ["everything"] }))).toEqual([
      422,
      "validation_error",
    ]);
    const scopes = ["alerts:read", "runs:read", "recommendations:write"];
    expect((await decide(browser, page, { ...allow, scopes })).status).toBe(200);
    expect(await grantsOf(workspace.userId)).toEqual([{ scopes: ["runs:read"] }]);
  });

  it("cannot let it into a workspace of others", async () => {
    const { browser, page, allow } = await before();
    const other = await service.workspace();
    const response = await decide(browser, page, { ...allow, workspace_id: other.id });
    expect(await statusAndError(response)).toEqual([403, "workspace_forbidden"]);
    expect(await service.sql("SELECT 1 FROM oauth_grants WHERE workspace_id = $1", [other.id])).toEqual([]);
  });

  it("cannot be made by support looking at a workspace with its owner's consent", async () => {
    const workspace = await service.workspace();
    const email = `sam-${workspace.id}@pricecheck.test`;
    const staffId = await service.person({ email });
    await addStaff(service.services, email);
    const staffMember = await browserCaller(service, { userId: staffId });
    const owner = await browserCaller(service, { userId: workspace.userId, workspaceId: workspace.id });
    const { id } = await staffMember.staff.ask({
      workspace_id: workspace.id,
      reason: "The sync of last night stopped.",
    });
    await staffMember.staff.open({ request_id: id, code: (await owner.support.consent({ id })).code });
    const browser = new TestBrowser(service.origin, await service.sessionCookie(staffId));
    const { page, asked } = await begin(browser, authorizeUrl(service, pkce().challenge));
    expect(asked.workspaces).toEqual([]);
    const allow = { proof: asked.proof, allow: true, workspace_id: workspace.id, scopes: ["runs:read"] };
    expect(await statusAndError(await decide(browser, page, allow))).toEqual([403, "workspace_forbidden"]);
    expect(await grantsOf(staffId)).toEqual([]);
  });

  it.each([
    ["a plan without agents", { plan: "pro" }, "plan", [402, "plan_limit"]],
    ["a suspended workspace", { lifecycle: "suspended" }, "lifecycle", [402, "plan_limit"]],
  ] as const)("is refused for %s, which the page says before", async (_, options, blocker, refused) => {
    const { browser, page, asked, allow } = await before(options, { resource: `${service.origin}/api/mcp` });
    expect(asked.workspaces).toMatchObject([{ blocker }]);
    expect(await statusAndError(await decide(browser, page, allow))).toEqual(refused);
  });

  it("lets REST clients into a workspace on any plan", async () => {
    const { browser, page, asked, allow } = await before({ plan: "free" });
    expect(asked.workspaces).toMatchObject([{ blocker: null }]);
    expect((await decide(browser, page, allow)).status).toBe(200);
  });

  it("is refused to a person whose address is not confirmed", async () => {
    const workspace = await service.workspace();
    const userId = await service.person({ workspaceId: workspace.id, role: "admin", confirmed: false });
    const browser = new TestBrowser(service.origin, await service.sessionCookie(userId));
    const { page, asked } = await begin(browser, authorizeUrl(service, pkce().challenge));
    expect(asked.workspaces).toMatchObject([{ blocker: "email_not_confirmed" }]);
    const allow = { proof: asked.proof, allow: true, workspace_id: workspace.id, scopes: asked.scopes };
    expect(await statusAndError(await decide(browser, page, allow))).toEqual([402, "email_not_confirmed"]);
  });

  it("is refused for an application removed meanwhile", async () => {
    const { browser, page, allow, workspace } = await before();
    await service.sql("UPDATE oauth_clients SET removed_at = now() WHERE id = $1", [service.clientId]);
    expect((await decide(browser, page, allow)).status).toBe(404);
    await service.sql("UPDATE oauth_clients SET removed_at = NULL WHERE id = $1", [service.clientId]);
    expect(await grantsOf(workspace.userId)).toEqual([]);
  });
});
