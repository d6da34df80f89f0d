import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { hashToken, mintToken } from "@/server/credentials/token";
import { DAY_MS, MINUTE_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import { mailsOf } from "@/server/testing/mails";
import { connected, personWithBrowser, post, tokensIn } from "@/server/testing/oauth";
import { authorize, authorizeUrl, pkce } from "@/server/testing/oauth-browser";
import { REDIRECT, startOAuthService } from "@/server/testing/oauth-service";
import { addClient } from "@/server/usecases/grants/clients";

const service = duringTests(startOAuthService);
let otherClient: string;
beforeAll(async () => {
  const other = { name: "Other", redirectUris: [REDIRECT], confidential: false };
  otherClient = (await addClient(service.services, other)).id;
});

const api = () => `${service.origin}/api/v1`;
const mcp = () => `${service.origin}/api/mcp`;
const works = async (token: string) =>
  (await fetch(`${api()}/runs`, { headers: { authorization: `Bearer ${token}` } })).status;

/** Creates an unredeemed code with the parameters for redeeming it. */
async function fresh(over: Parameters<typeof authorizeUrl>[2] = {}) {
  const { workspace, browser } = await personWithBrowser(service);
  const { verifier, challenge } = pkce();
  const back = await authorize(browser, authorizeUrl(service, challenge, over), {
    workspaceId: workspace.id,
  });
  const code = back.searchParams.get("code") ?? "";
  const form = {
    grant_type: "authorization_code",
    code,
    redirect_uri: REDIRECT,
    client_id: service.clientId,
  };
  return { workspace, code, verifier, challenge, form: { ...form, code_verifier: verifier } };
}

const without = (form: Readonly<Record<string, string>>, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(form).filter(([key]) => key !== name));

const statusAndError = async (form: Readonly<Record<string, string>>) => {
  const { status, json } = await post(service, "/oauth/token", form);
  return [status, json["error"]];
};

const endOf = (workspaceId: string) =>
  service.sql("SELECT ended_reason FROM oauth_grants WHERE workspace_id = $1", [workspaceId]);

describe("a code", () => {
  it("is redeemed once; a second time ends everything it gave out, and its person is told", async () => {
    const { workspace, tokens, code, verifier } = await connected(service);
    expect(await works(tokens.access)).toBe(200);
    const again = {
      grant_type: "authorization_code",
      code,
      redirect_uri: REDIRECT,
      client_id: service.clientId,
    };
    expect(await statusAndError({ ...again, code_verifier: verifier })).toEqual([400, "invalid_grant"]);
    expect(await works(tokens.access)).toBe(401);
    const renew = { grant_type: "refresh_token", refresh_token: tokens.refresh, client_id: service.clientId };
    expect(await statusAndError(renew)).toEqual([400, "invalid_grant"]);
    expect(await endOf(workspace.id)).toEqual([{ ended_reason: "reused" }]);
    const audited = await service.sql(
      "SELECT actor, action FROM audit_events WHERE workspace_id = $1 ORDER BY seq DESC LIMIT 1",
      [workspace.id],
    );
    expect(audited).toEqual([{ actor: "system:oauth", action: "grant.reuse_detected" }]);
    const mails = (await mailsOf(service)).filter(({ userId }) => userId === workspace.userId);
    expect(JSON.stringify(mails)).toContain("Margin Helper");
  });

  it("gives no one anything that lasts when redeemed twice at the same moment", async () => {
    const { workspace, form } = await fresh();
    const responses = await Promise.all(Array.from({ length: 6 }, () => post(service, "/oauth/token", form)));
    const redeemed = responses.filter(({ status }) => status === 200).map(({ json }) => tokensIn(json));
    expect(redeemed.length).toBeLessThanOrEqual(1);
    for (const { access } of redeemed) expect(await works(access)).toBe(401);
    expect(await endOf(workspace.id)).toEqual([{ ended_reason: "reused" }]);
  });

  it.each([
    ["a verifier of another request", { code_verifier: pkce().verifier }],
    ["the challenge in place of the verifier", "challenge"],
    ["no verifier", "code_verifier"],
    ["another redirect address", { redirect_uri: "https://app.example/other" }],
    ["no redirect address", "redirect_uri"],
    ["an unknown code", { code: "x".repeat(43) }],
  ])("is refused with %s, and nothing is given out", async (_, change) => {
    const { challenge, form } = await fresh();
    const changed =
      change === "challenge"
        ? { ...form, code_verifier: challenge }
        : typeof change === "string"
          ? without(form, change)
          : { ...form, ...change };
    const [status, error] = await statusAndError(changed);
    expect(status).toBe(400);
    expect(["invalid_grant", "invalid_request"]).toContain(error);
    expect(await statusAndError(form)).toEqual([200, undefined]);
  });

  it("is refused to another application than its own, and stays good for its own", async () => {
    const { form } = await fresh();
    expect(await statusAndError({ ...form, client_id: otherClient })).toEqual([400, "invalid_grant"]);
    expect(await statusAndError({ ...form, client_id: "cli_nobody" })).toEqual([401, "invalid_client"]);
    expect(await statusAndError(form)).toEqual([200, undefined]);
  });

  it("is refused after its minute", async () => {
    const { code, form } = await fresh();
    await service.sql(
      "UPDATE oauth_records SET payload = jsonb_set(payload, '{exp}', to_jsonb(extract(epoch FROM now())::int - 1)) WHERE id_hash = $1",
      [hashToken(code)],
    );
    expect(await statusAndError(form)).toEqual([400, "invalid_grant"]);
  });

  it("is refused once its person ended the grant", async () => {
    const { workspace, form } = await fresh();
    await service.sql(
      "UPDATE oauth_grants SET ended_at = now(), ended_reason = 'person' WHERE workspace_id = $1",
      [workspace.id],
    );
    expect(await statusAndError(form)).toEqual([400, "invalid_grant"]);
  });

  it("is stored as a hash alone, and so is every token", async () => {
    const { code, tokens } = await connected(service);
    const rows = JSON.stringify(await service.sql("SELECT r::text AS text FROM oauth_records r"));
    for (const secret of [code, tokens.access, tokens.refresh]) expect(rows).not.toContain(secret);
  });
});

describe("a token", () => {
  it("is refused at one resource when it is for another", async () => {
    const rest = (await connected(service)).tokens.access;
    const agents = (await connected(service, { over: { resource: mcp() } })).tokens.access;
    const ask = statusOf;
    expect(await ask(rest, "api")).toBe("let in");
    expect(await ask(rest, "mcp")).toBe("unauthorized");
    expect(await ask(agents, "mcp")).toBe("let in");
    expect(await ask(agents, "api")).toBe("unauthorized");
    expect(await ask(agents, "web")).toBe("unauthorized");
  });

  it("is for the agents' channel where nothing else was asked for, and for one resource at a time", async () => {
    const only = await connected(service, { over: { resource: null } });
    expect(await statusOf(only.tokens.access, "mcp")).toBe("let in");
    const both = await connected(service, { over: { resource: [mcp(), api()] } });
    expect(await statusOf(both.tokens.access, "mcp")).toBe("let in");
    expect(await statusOf(both.tokens.access, "api")).toBe("unauthorized");
    const other = await post(service, "/oauth/token", {
      grant_type: "refresh_token",
      refresh_token: both.tokens.refresh,
      client_id: service.clientId,
      resource: api(),
    });
    expect(await statusOf(tokensIn(other.json).access, "api")).toBe("let in");
    expect(await statusOf(tokensIn(other.json).access, "mcp")).toBe("unauthorized");
  });

  it("cannot be asked for a resource that was not granted", async () => {
    const { form } = await fresh();
    expect(await statusAndError({ ...form, resource: mcp() })).toEqual([400, "invalid_target"]);
    const { tokens } = await connected(service);
    const renew = { grant_type: "refresh_token", refresh_token: tokens.refresh, client_id: service.clientId };
    expect(await statusAndError({ ...renew, resource: mcp() })).toEqual([400, "invalid_target"]);
  });

  it("opens nothing when nobody gave it out, or when it is of another kind", async () => {
    const { tokens } = await connected(service);
    const made = mintToken(randomBytes(32), "access");
    const mistyped = `${tokens.access.slice(0, -1)}${tokens.access.endsWith("0") ? "1" : "0"}`;
    for (const token of [made, mistyped, tokens.refresh, "pcg_", `pck_${tokens.access.slice(4)}`])
      expect(await works(token)).toBe(401);
  });

  it("lives for ten minutes", async () => {
    const { tokens } = await connected(service);
    const at = service.clock.now();
    service.clock.advance(10 * 60 * 1_000 - 1);
    expect(await works(tokens.access)).toBe(200);
    service.clock.advance(1);
    expect(await works(tokens.access)).toBe(401);
    service.clock.set(at);
  });
});

describe("renewing", () => {
  const renew = (refresh: string, over: Record<string, string> = {}) =>
    post(service, "/oauth/token", {
      grant_type: "refresh_token",
      refresh_token: refresh,
      client_id: service.clientId,
      ...over,
    });

  it("gives a new secret each time; an old one presented again ends everything", async () => {
    const { workspace, tokens } = await connected(service);
    const second = tokensIn((await renew(tokens.refresh)).json);
    const third = tokensIn((await renew(second.refresh)).json);
    expect(new Set([tokens.refresh, second.refresh, third.refresh]).size).toBe(3);
    expect(await works(third.access)).toBe(200);
    expect((await renew(tokens.refresh)).json).toMatchObject({ error: "invalid_grant" });
    for (const { access } of [tokens, second, third]) expect(await works(access)).toBe(401);
    expect((await renew(third.refresh)).status).toBe(400);
    expect(await endOf(workspace.id)).toEqual([{ ended_reason: "reused" }]);
    expect(await service.sql("SELECT 1 FROM mails WHERE user_id = $1", [workspace.userId])).toHaveLength(1);
  });

  it("ends everything too when done at the same moment with one secret", async () => {
    const { workspace, tokens } = await connected(service);
    const responses = await Promise.all([1, 2, 3, 4].map(() => renew(tokens.refresh)));
    for (const { json } of responses) expect(await works(tokensIn(json).access)).toBe(401);
    expect(await endOf(workspace.id)).toEqual([{ ended_reason: "reused" }]);
  });

  it("asks for no more than was granted, and may ask for less", async () => {
    const { tokens } = await connected(service, { over: { scope: "runs:read catalog:read" } });
    const more = await renew(tokens.refresh, { scope: "runs:read runs:trigger" });
    expect([more.status, more.json["error"]]).toEqual([400, "invalid_scope"]);
    const less = tokensIn((await renew(tokens.refresh, { scope: "runs:read" })).json);
    expect(await works(less.access)).toBe(200);
    const items = await fetch(`${api()}/catalog/items`, {
      headers: { authorization: `Bearer ${less.access}` },
    });
    expect(items.status).toBe(403);
  });

  it("is refused to another application and leaves the grant alone", async () => {
    const { tokens } = await connected(service);
    expect((await renew(tokens.refresh, { client_id: otherClient })).status).toBe(400);
    expect(await works(tokens.access)).toBe(200);
    expect((await renew(tokens.refresh)).status).toBe(200);
  });

  it("keeps a grant alive, and one that nobody renews expires", async () => {
    const { workspace, tokens } = await connected(service);
    const ends = async () => {
      const [row] = await service.sql<{ at: Date }>(
        "SELECT expires_at AS at FROM oauth_grants WHERE workspace_id = $1",
        [workspace.id],
      );
      return row?.at.getTime() ?? 0;
    };
    const first = await ends();
    expect(first - service.clock.now()).toBeGreaterThan(29 * DAY_MS);
    service.clock.advance(MINUTE_MS);
    await renew(tokens.refresh);
    expect(await ends()).toBeGreaterThan(first);
  });
});

describe("a page in a browser", () => {
  it("reads tokens where its application is answered at its own origin, and nowhere else", async () => {
    const { id } = await addClient(service.services, {
      name: "Inspector",
      redirectUris: [REDIRECT, "http://localhost/callback"],
      confidential: false,
    });
    const allowed = async (origin: string) => {
      const form = { grant_type: "refresh_token", refresh_token: "pcr_none", client_id: id };
      const { headers } = await post(service, "/oauth/token", form, { origin });
      return headers.get("access-control-allow-origin");
    };
    expect(await allowed("https://app.example")).toBe("https://app.example");
    expect(await allowed("http://localhost:6274")).toBe("http://localhost:6274");
    for (const origin of ["https://evil.example", "http://app.example", "http://127.0.0.1:6274", "null"])
      expect(await allowed(origin)).toBeNull();
  });
});

describe("giving a token back", () => {
  it.each(["access", "refresh"] as const)("ends the grant at once with the %s token", async (kind) => {
    const { workspace, tokens } = await connected(service);
    const stranger = await post(service, "/oauth/revoke", { token: tokens[kind], client_id: otherClient });
    expect([stranger.status, await works(tokens.access)]).toEqual([200, 200]);
    const { status } = await post(service, "/oauth/revoke", {
      token: tokens[kind],
      client_id: service.clientId,
    });
    expect([status, await works(tokens.access)]).toEqual([200, 401]);
    expect(await endOf(workspace.id)).toEqual([{ ended_reason: "client" }]);
    expect(await service.sql("SELECT 1 FROM mails WHERE user_id = $1", [workspace.userId])).toEqual([]);
  });
});

/** Returns the result of authenticating a token that arrives by one of the channels. */
async function statusOf(token: string, via: "api" | "mcp" | "web"): Promise<string> {
  const { authenticate } = await import("@/server/auth/authenticate");
  const presented = { authorization: `Bearer ${token}`, workspaceHeader: undefined, via };
  return authenticate(service.services, presented).then(
    () => "let in",
    (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "failed"),
  );
}
