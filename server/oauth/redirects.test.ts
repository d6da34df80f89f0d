import { beforeAll, describe, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { serveLoopback } from "@/server/testing/loopback-server";
import { authorizeUrl, begin, pkce, TestBrowser } from "@/server/testing/oauth-browser";
import { REDIRECT, startOAuthService } from "@/server/testing/oauth-service";
import { addClient } from "@/server/usecases/grants/clients";
import { oauthHandler } from "./handler";

const service = duringTests(startOAuthService);
let native: string;
beforeAll(async () => {
  const redirectUris = ["http://127.0.0.1/callback", "http://localhost:7000/done", "vendor.app:/callback"];
  native = (await addClient(service.services, { name: "Desk", redirectUris, confidential: false })).id;
});

const ask = (over: Parameters<typeof authorizeUrl>[2]) =>
  new TestBrowser(service.origin, null).ask(authorizeUrl(service, pkce().challenge, over));

describe("an answer to an address that was registered, byte by byte", () => {
  it.each([
    ["another path", `${REDIRECT}/more`],
    ["a part of it", REDIRECT.slice(0, -1)],
    ["a longer host", "https://app.example.evil.example/callback"],
    ["a name before the host", "https://app.example@evil.example/callback"],
    ["a user in it", "https://me@app.example/callback"],
    ["a fragment", `${REDIRECT}#more`],
    ["another case", "https://APP.example/Callback"],
    ["an upper-case host", "https://APP.EXAMPLE/callback"],
    ["a query of its own", `${REDIRECT}?next=https://evil.example`],
    ["a bare question mark", `${REDIRECT}?`],
    ["a trailing slash", `${REDIRECT}/`],
    ["dots", "https://app.example/other/../callback"],
    ["an encoded character", "https://app.example/%63allback"],
    ["a port", "https://app.example:444/callback"],
    ["its default port", "https://app.example:443/callback"],
    ["plain http", "http://app.example/callback"],
    ["a backslash", "https://app.example\\@evil.example/callback"],
    ["another site", "https://evil.example/callback"],
    ["a script", "javascript:alert(1)"],
    ["this computer", "http://127.0.0.1:7000/callback"],
    ["nothing", null],
  ])("goes nowhere with %s in place of that address", async (_, redirect) => {
    const otherwise: readonly NonNullable<Parameters<typeof authorizeUrl>[2]>[] = [
      {},
      { response_type: "token" },
      { code_challenge: null },
      { resource: "https://x.example" },
    ];
    for (const over of otherwise) {
      const response = await ask({ redirect_uri: redirect, ...over });
      expect(response.status).toBe(400);
      expect(response.headers.get("location")).toBeNull();
      expect(await response.text()).toContain("The application was not connected");
    }
  });

  it("goes nowhere with the address given twice", async () => {
    for (const redirect_uri of [
      [REDIRECT, "https://evil.example/callback"],
      ["https://evil.example/callback", REDIRECT],
    ]) {
      const response = await ask({ redirect_uri });
      expect([response.status, response.headers.get("location")]).toEqual([400, null]);
    }
  });

  it("goes to any port of the loopback address that an application on a computer registered", async () => {
    const works = async (redirect: string) =>
      (await ask({ client_id: native, redirect_uri: redirect })).headers
        .get("location")
        ?.includes("/consent/") ?? false;
    expect(await works("http://127.0.0.1/callback")).toBe(true);
    expect(await works("http://127.0.0.1:51234/callback")).toBe(true);
    expect(await works("http://localhost:8123/done")).toBe(true);
    expect(await works("vendor.app:/callback")).toBe(true);
    expect(await works("http://localhost:51234/callback")).toBe(false);
    expect(await works("http://127.0.0.1:51234/other")).toBe(false);
    expect(await works("http://127.0.0.2:51234/callback")).toBe(false);
    expect(await works("http://127.0.0.1.evil.example:51234/callback")).toBe(false);
    expect(await works("https://127.0.0.1:51234/callback")).toBe(false);
    expect(await works("vendor.app:/other")).toBe(false);
  });
});

describe("a request that cannot be answered", () => {
  it.each([
    ["invalid_request", { response_type: "token" }],
    ["invalid_request", { response_type: "id_token" }],
    ["invalid_request", { code_challenge: null, code_challenge_method: null }],
    ["invalid_request", { code_challenge_method: "plain" }],
    ["invalid_request", { code_challenge_method: null }],
    ["invalid_request", { code_challenge: "short" }],
    ["invalid_target", { resource: "https://elsewhere.example/api" }],
    ["invalid_target", { resource: "/api/mcp" }],
    ["consent_required", { prompt: "none" }],
    ["invalid_request", { state: ["one", "two"] }],
    ["request_not_supported", { request: "e30.e30." }],
  ])("is told %s to the application at its own address, with the server's name", async (code, over) => {
    const response = await ask(over);
    expect(response.status).toBe(303);
    const back = new URL(response.headers.get("location") ?? "");
    expect(back.origin + back.pathname).toBe(REDIRECT);
    // An application that requests a token directly reads the fragment.
    const params = new URLSearchParams(back.search || back.hash.slice(1));
    expect(params.get("error")).toBe(code);
    expect(params.get("iss")).toBe(service.origin);
    expect(params.has("code")).toBe(false);
  });

  it("is told to the person when its application is unknown or removed, and what it says is shown as text", async () => {
    for (const client of ["cli_nobody", "<script>alert(1)</script>", "", null]) {
      const response = await ask({ client_id: client, redirect_uri: "https://evil.example/callback" });
      expect([response.status, response.headers.get("location")]).toEqual([400, null]);
      expect(await response.text()).not.toContain("<script>");
    }
  });

  it("never leads to another site, on whichever page of the server it ends", async () => {
    for (const path of [
      "/oauth/authorize/unknown",
      "/oauth/authorize//evil.example",
      "/oauth/authorize/%2f%2fevil",
    ]) {
      const response = await fetch(service.origin + path, { redirect: "manual" });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.headers.get("location")).toBeNull();
    }
  });
});

it("no page of the server can be framed, cached or tell its address on", async () => {
  const browser = new TestBrowser(service.origin, null);
  const { headers } = await browser.ask(authorizeUrl(service, pkce().challenge));
  const refused = await ask({ redirect_uri: "https://evil.example" });
  for (const each of [headers, refused.headers]) {
    expect(each.get("x-frame-options")).toBe("DENY");
    expect(each.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(each.get("referrer-policy")).toBe("no-referrer");
    expect(each.get("cache-control")).toContain("no-store");
  }
});

it("the server's cookies behind https are for https alone, and its addresses are the installation's own", async () => {
  const { services, rateLimiter } = service;
  const settings = { ...services.settings, publicUrl: "https://prices.example" };
  const handler = oauthHandler({ ...services, settings }, rateLimiter);
  const server = await serveLoopback((incoming, response) => void handler(incoming, response));
  const asked = new URL(
    authorizeUrl(service, pkce().challenge, { resource: "https://prices.example/api/mcp" }),
  );
  const response = await fetch(`${server.url}${asked.pathname}${asked.search}`, {
    redirect: "manual",
  });
  expect(response.headers.get("location")).toMatch(/^\/oauth\/consent\//);
  const cookies = response.headers.getSetCookie().filter((line) => !line.includes(".sig="));
  expect(cookies.length).toBeGreaterThan(0);
  for (const line of cookies) expect(line).toMatch(/^__Secure-/);
  for (const line of cookies) expect(line).toMatch(/; *secure(;|$)/i);
  for (const line of cookies) expect(line).toMatch(/; *httponly(;|$)/i);
  for (const line of cookies) expect(line).toMatch(/; *samesite=lax(;|$)/i);
  const metadata = await fetch(`${server.url}/.well-known/oauth-authorization-server`);
  expect(await metadata.json()).toMatchObject({
    issuer: "https://prices.example",
    token_endpoint: "https://prices.example/oauth/token",
  });
  await server.close();
});

describe("what no parameter may hold", () => {
  const form = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(service.origin + path, {
      method: "POST",
      body,
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    });
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString("base64")}` });

  it.each([
    ["a NUL in a client", "/oauth/token", "grant_type=authorization_code&client_id=cli_%00&code=x", {}],
    ["a NUL in a code", "/oauth/token", "grant_type=authorization_code&client_id=cli_x&code=%00", {}],
    ["a NUL in a name", "/oauth/token", "grant_type=authorization_code&client_id=cli_x&a%00b=x", {}],
    ["a NUL in the credential", "/oauth/token", "grant_type=refresh_token", basic("cli_%00:x")],
    ["control characters", "/oauth/revoke", "token=%1b%5b2J&client_id=cli_x", {}],
    [
      "another encoding",
      "/oauth/token",
      "grant_type=x",
      { "content-type": "application/x-www-form-urlencoded; charset=utf-16le" },
    ],
  ] as [string, string, string, Record<string, string>][])(
    "is the sender's mistake: %s",
    async (_, path, body, headers) => {
      const response = await form(path, body, headers);
      expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([
        400,
        "invalid_request",
      ]);
    },
  );

  it("is the sender's mistake in the address of an authorization, shown as a page", async () => {
    for (const name of ["client_id", "state", "scope", "resource", "redirect_uri"]) {
      const url = authorizeUrl(service, pkce().challenge, { [name]: "a\u0000b" });
      const response = await fetch(url, { redirect: "manual" });
      expect([name, response.status]).toEqual([name, 400]);
      expect(response.headers.get("content-type")).toContain("text/html");
      expect(response.headers.get("x-frame-options")).toBe("DENY");
    }
    expect(service.logged).toEqual([]);
  });
});

it("one network address can begin so many requests a minute and no more", async () => {
  const few = await startOAuthService();
  try {
    const statuses = [];
    for (let i = 0; i < 121; i += 1)
      statuses.push((await fetch(`${few.origin}/oauth/authorize`, { redirect: "manual" })).status);
    expect(new Set(statuses.slice(0, 120))).toEqual(new Set([400]));
    const last = await fetch(`${few.origin}/oauth/authorize`, { redirect: "manual" });
    expect([last.status, Number(last.headers.get("retry-after")) >= 1]).toEqual([429, true]);
  } finally {
    await few.close();
  }
});

it("a request is told to nobody but the browser it was begun in", async () => {
  const workspace = await service.workspace();
  const cookie = await service.sessionCookie(workspace.userId);
  const { page } = await begin(
    new TestBrowser(service.origin, cookie),
    authorizeUrl(service, pkce().challenge),
  );
  const other = new TestBrowser(service.origin, cookie);
  expect((await other.ask(`${page}/request`)).status).toBe(404);
});
