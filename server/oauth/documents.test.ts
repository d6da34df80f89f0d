import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { selfSigned } from "@/server/testing/certificate";
import { connected, personWithBrowser } from "@/server/testing/oauth";
import { authorizeUrl, begin, pkce, TestBrowser } from "@/server/testing/oauth-browser";
import { type OAuthService, startOAuthService } from "@/server/testing/oauth-service";
import { documentFetcher, isDocumentAddress, plainName } from "./clients";

type Answer = { status?: number; headers?: Record<string, string>; body?: string };

let server: Server;
let host: string;
let service: OAuthService;
let responses: Map<string, Answer>;
let requested: string[];

beforeAll(async () => {
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  server = createServer(selfSigned(), (request, response) => {
    requested.push(request.url ?? "");
    const { status = 200, headers = {}, body = "" } = responses.get(request.url ?? "") ?? { status: 404 };
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  host = `127.0.0.1:${port}`;
  service = await startOAuthService({
    fetchDocument: documentFetcher({ ports: [port], allowPrivate: true }),
  });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await service.close();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  responses = new Map();
  requested = [];
});

let count = 0;

/** Publishes an application's document; the given fields are added to those of a valid one, or replace them. */
function publish(over: Readonly<Record<string, unknown>> = {}, response: Omit<Answer, "body"> = {}): string {
  const path = `/apps/${(count += 1)}.json`;
  const id = `https://${host}${path}`;
  const sound = {
    client_id: id,
    client_name: "Price Pal",
    redirect_uris: ["http://localhost/callback", "https://pal.example/back"],
    grant_types: ["authorization_code", "refresh_token"],
  };
  responses.set(path, { ...response, body: JSON.stringify({ ...sound, ...over }) });
  return id;
}

/** Publishes a valid document at another path, and redirects to it from the URL of its id. */
function redirecting(): string {
  const [id, elsewhere] = [publish(), publish()];
  const path = new URL(id).pathname;
  responses.set(new URL(elsewhere).pathname, responses.get(path) ?? {});
  responses.set(path, { status: 302, headers: { location: elsewhere } });
  return id;
}

const ask = (clientId: string, redirect = "https://pal.example/back") => {
  const over = { client_id: clientId, redirect_uri: redirect };
  return new TestBrowser(service.origin, null).ask(authorizeUrl(service, pkce().challenge, over));
};
const refused = async (clientId: string, redirect?: string) => {
  const response = await ask(clientId, redirect);
  expect(response.headers.get("location")).toBeNull();
  return response.status;
};

describe("an application that publishes a document", () => {
  it("is let in under the host that published it, not under the name it gives itself", async () => {
    const id = publish({ client_name: "Pricecheck\u202e \n Official\u0000 Support" });
    const { browser } = await personWithBrowser(service);
    const over = { client_id: id, redirect_uri: "http://localhost:51712/callback" };
    const { asked: shown } = await begin(browser, authorizeUrl(service, pkce().challenge, over));
    expect(shown.client).toEqual({ id, name: "Pricecheck Official Support", kind: "document", host });
    expect(shown.redirect).toEqual({ kind: "this_computer", name: "localhost" });
  });

  it("gets tokens as any other, and is listed with its host", async () => {
    const id = publish({ redirect_uris: ["https://app.example/callback"] });
    const { tokens, grantId } = await connected({ ...service, clientId: id });
    expect(tokens.access).toMatch(/^pcg_/);
    expect(tokens.refresh).toMatch(/^pcr_/);
    const [row] = await service.sql(
      "SELECT client_id, client_kind, client_name FROM oauth_grants WHERE id = $1",
      [grantId],
    );
    expect(row).toEqual({ client_id: id, client_kind: "document", client_name: "Price Pal" });
  });

  it("is asked for its document once in a while, not at every step", async () => {
    const id = publish();
    for (let i = 0; i < 5; i += 1) expect((await ask(id)).status).toBe(303);
    expect(requested).toHaveLength(1);
  });

  it("is answered at the addresses of its document alone", async () => {
    const id = publish();
    expect((await ask(id, "http://localhost:8080/callback")).status).toBe(303);
    for (const redirect of [
      "https://evil.example/back",
      "https://pal.example/back/",
      "http://127.0.0.1/callback",
    ])
      expect(await refused(id, redirect)).toBe(400);
  });

  it("cannot switch on what its document asks for", async () => {
    const id = publish({
      response_types: ["token", "id_token"],
      response_modes: ["fragment"],
      jwks_uri: `https://${host}/keys.json`,
      logo_uri: "http://evil.example/logo.png",
      require_pushed_authorization_requests: true,
      scope: "openid everything",
      application_type: "web",
    });
    expect((await ask(id)).status).toBe(303);
    expect(requested).toEqual([new URL(id).pathname]);
  });
});

describe("documents that are refused", () => {
  it.each<[string, () => string]>([
    ["of another application", () => publish({ client_id: `https://${host}/apps/another.json` })],
    ["that names no application", () => publish({ client_id: undefined })],
    ["in another spelling of its address", () => publish().replace("/apps/", "/apps/%2e/")],
    ["that redirects, even to one that is right", () => redirecting()],
    ["that is not found", () => `https://${host}/apps/missing.json`],
    ["that is huge", () => publish({ client_name: "x".repeat(6 * 1024) })],
    ["that is no JSON", () => publish({}, { headers: { "content-type": "text/html" } })],
    ["with a secret in it", () => publish({ token_endpoint_auth_method: "client_secret_basic" })],
    [
      "that proves itself in a way not known here",
      () => publish({ token_endpoint_auth_method: "private_key_jwt" }),
    ],
    ["without an address to answer at", () => publish({ redirect_uris: [] })],
    ["answered over plain http", () => publish({ redirect_uris: ["http://pal.example/back"] })],
    ["answered by a script", () => publish({ redirect_uris: ["javascript:alert(1)"] })],
    [
      "answered with a user in the address",
      () => publish({ redirect_uris: ["https://me@pal.example/back"] }),
    ],
    ["over plain http", () => publish().replace("https:", "http:")],
    ["at the root of a host", () => `https://${host}/`],
    ["with a query", () => `${publish()}?a=b`],
    ["with a user", () => publish().replace("https://", "https://me@")],
    ["with a fragment", () => `${publish()}#a`],
  ])("a document %s is refused", async (_, made) => {
    expect(await refused(made())).toBe(400);
  });

  it("a document at an address that is not public is refused, without a connection being made", async () => {
    const careful = await startOAuthService();
    try {
      for (const address of [
        host,
        "127.0.0.1",
        "localhost",
        "10.0.0.1",
        "169.254.169.254",
        "[::1]",
        "[::ffff:7f00:1]",
      ]) {
        const over = { client_id: `https://${address}/apps/1.json` };
        const response = await new TestBrowser(careful.origin, null).ask(
          authorizeUrl(careful, "x".repeat(43), over),
        );
        expect([address, response.status, response.headers.get("location")]).toEqual([address, 400, null]);
      }
      expect(requested).toEqual([]);
    } finally {
      await careful.close();
    }
  });

  it("a document is refused once somebody has had very many asked for", async () => {
    const browser = new TestBrowser(service.origin, null);
    const statuses: number[] = [];
    for (let i = 0; i < 21; i += 1) {
      const url = authorizeUrl(service, pkce().challenge, { client_id: `https://${host}/none/${i}.json` });
      statuses.push((await browser.ask(url)).status);
    }
    expect(new Set(statuses)).toEqual(new Set([400]));
    expect(requested).toHaveLength(20);
  });
});

it("an address is a document's only where it could be nobody else's, and never our own", () => {
  const ours = "https://prices.example";
  const fits = (id: string) => isDocumentAddress(id, ours);
  expect(fits("https://tools.example/agent.json")).toBe(true);
  for (const id of [
    "https://prices.example/agent.json",
    "https://tools.example",
    "http://tools.example/a",
    "tools",
    "",
  ])
    expect(fits(id)).toBe(false);
  expect(fits(`https://tools.example/${"a".repeat(500)}`)).toBe(false);
});

it("a name cannot break out of its line or turn the text around it", () => {
  expect(plainName("  Claude\n\tCode ")).toBe("Claude Code");
  expect(plainName("\u202eedualC\u2066")).toBe("edualC");
  expect(plainName("x".repeat(500))).toHaveLength(60);
  expect(plainName("\u200b")).toBe("");
});
