import * as oauth from "oauth4webapi";
import { describe, expect, it } from "vitest";
import { GRANT_SCOPES } from "@/server/domain/grants/grant";
import { duringTests } from "@/server/testing/during-tests";
import { connected, personWithBrowser, post } from "@/server/testing/oauth";
import { authorize, authorizeUrl, pkce } from "@/server/testing/oauth-browser";
import { REDIRECT, startOAuthService } from "@/server/testing/oauth-service";
import { addClient } from "@/server/usecases/grants/clients";

const service = duringTests(startOAuthService);

const plain = { [oauth.allowInsecureRequests]: true };
const rest = (path: string, token: string, init: RequestInit = {}) =>
  fetch(`${service.origin}/api/v1${path}`, { ...init, headers: { authorization: `Bearer ${token}` } });

async function discovered(): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(service.origin);
  const response = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...plain });
  return oauth.processDiscoveryResponse(issuer, response);
}

describe("a client that knows nothing but the standards", () => {
  it("finds the server from the resource, is let in, acts, renews and gives its access back", async () => {
    const resource = new URL(`${service.origin}/api/v1`);
    const described = await oauth.resourceDiscoveryRequest(resource, plain);
    const resourceMetadata = await oauth.processResourceDiscoveryResponse(resource, described);
    expect(resourceMetadata.authorization_servers).toEqual([service.origin]);
    const server = await discovered();
    const client = { client_id: service.clientId };
    const { workspace, browser } = await personWithBrowser(service);
    const verifier = oauth.generateRandomCodeVerifier();
    const challenge = await oauth.calculatePKCECodeChallenge(verifier);
    const url = authorizeUrl(service, challenge, { scope: "runs:read" });
    const back = await authorize(browser, url, { workspaceId: workspace.id });
    const parameters = oauth.validateAuthResponse(server, client, back, "a state");
    const extra = { ...plain, additionalParameters: { resource: resource.href } };
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      REDIRECT,
      verifier,
      extra,
    );
    const first = await oauth.processAuthorizationCodeResponse(server, client, response);
    expect(first).toMatchObject({ token_type: "bearer", expires_in: 600, scope: "runs:read" });
    expect((await rest("/runs", first.access_token)).status).toBe(200);
    const renewed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, oauth.None(), first.refresh_token ?? "", plain),
    );
    expect(renewed.refresh_token).not.toBe(first.refresh_token);
    expect((await rest("/runs", renewed.access_token)).status).toBe(200);
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, oauth.None(), renewed.refresh_token ?? "", plain),
    );
    expect((await rest("/runs", renewed.access_token)).status).toBe(401);
  });

  it("notices an answer that comes from another server than the one it asked", async () => {
    const server = await discovered();
    const client = { client_id: service.clientId };
    const { workspace, browser } = await personWithBrowser(service);
    const back = await authorize(browser, authorizeUrl(service, pkce().challenge), {
      workspaceId: workspace.id,
    });
    expect(back.searchParams.get("iss")).toBe(service.origin);
    for (const iss of ["https://evil.example", null]) {
      const mixed = new URL(back);
      if (iss === null) mixed.searchParams.delete("iss");
      else mixed.searchParams.set("iss", iss);
      expect(() => oauth.validateAuthResponse(server, client, mixed, "a state")).toThrow();
    }
  });
});

describe("the documents", () => {
  it("say what holds here and nothing of what is switched off", async () => {
    const metadata = await discovered();
    expect(metadata).toMatchObject({
      issuer: service.origin,
      authorization_endpoint: `${service.origin}/oauth/authorize`,
      token_endpoint: `${service.origin}/oauth/token`,
      revocation_endpoint: `${service.origin}/oauth/revoke`,
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      scopes_supported: [...GRANT_SCOPES],
    });
    for (const absent of ["registration_endpoint", "userinfo_endpoint", "introspection_endpoint"])
      expect(metadata).not.toHaveProperty(absent);
    const resources = { "": "/api/mcp", "/api/mcp": "/api/mcp", "/api/v1": "/api/v1" };
    for (const [path, resource] of Object.entries(resources)) {
      const response = await fetch(`${service.origin}/.well-known/oauth-protected-resource${path}`);
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(await response.json()).toMatchObject({
        resource: service.origin + resource,
        authorization_servers: [service.origin],
        bearer_methods_supported: ["header"],
        scopes_supported: [...GRANT_SCOPES],
      });
    }
  });

  it("name the installation's own address, whatever host a request or a proxy claims", async () => {
    const response = await fetch(`${service.origin}/.well-known/oauth-authorization-server`, {
      headers: { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https", host: "evil.example" },
    });
    expect(await response.text()).not.toContain("evil.example");
  });

  it("let nobody register by himself", async () => {
    for (const path of ["/oauth/register", "/reg"])
      expect((await post(service, path, {}).catch(() => ({ status: 404 }))).status).toBe(404);
  });
});

describe("what is granted", () => {
  it("is no more than was asked for, chosen and in the person's role, on every request anew", async () => {
    const { workspace, tokens } = await connected(service, {
      workspace: { role: "approver" },
      over: { scope: "runs:read runs:trigger catalog:write recommendations:approve nonsense openid" },
      scopes: ["runs:read", "runs:trigger", "catalog:write"],
    });
    expect(tokens.scope.split(" ").sort()).toEqual(["runs:read", "runs:trigger"]);
    const trigger = () => rest("/runs", tokens.access, { method: "POST" });
    expect((await trigger()).status).toBe(202);
    const refused = await rest("/recommendations/rec_1/approve", tokens.access, { method: "POST" });
    expect([refused.status, (await refused.json()).error]).toEqual([403, "insufficient_scope"]);
    await service.sql("UPDATE memberships SET role = 'viewer' WHERE workspace_id = $1", [workspace.id]);
    expect((await trigger()).status).toBe(403);
    expect((await rest("/runs", tokens.access)).status).toBe(200);
    await service.sql("UPDATE memberships SET role = 'owner' WHERE workspace_id = $1", [workspace.id]);
    expect((await rest("/catalog/items", tokens.access)).status).toBe(403);
  });

  it("is to read where nothing in particular was asked for", async () => {
    const { tokens } = await connected(service, { over: { scope: null } });
    expect(tokens.scope.split(" ").every((scope) => scope.endsWith(":read"))).toBe(true);
  });

  it("is told in the audit log: who let it in, and what it did in whose name, without an address", async () => {
    const { workspace, tokens, grantId } = await connected(service, { over: { scope: "runs:trigger" } });
    await rest("/runs", tokens.access, { method: "POST" });
    const events = await service.sql<{ actor: string; actor_label: string; action: string; via: string }>(
      "SELECT actor, actor_label, action, via FROM audit_events WHERE workspace_id = $1 ORDER BY seq",
      [workspace.id],
    );
    expect(events).toMatchObject([
      { actor: `user:${workspace.userId}`, action: "grant.create", via: "web" },
      {
        actor: `grant:${grantId}`,
        actor_label: `${workspace.userId} by application “Margin Helper”`,
        via: "api",
      },
    ]);
  });

  it("has a budget of its own, beside the person's", async () => {
    const few = await startOAuthService({ settings: { perMinute: 2 } });
    try {
      const one = await connected(few);
      const ask = (token: string) =>
        fetch(`${few.origin}/api/v1/runs`, { headers: { authorization: `Bearer ${token}` } });
      const statuses = [];
      for (let i = 0; i < 3; i += 1) statuses.push((await ask(one.tokens.access)).status);
      expect(statuses).toEqual([200, 200, 429]);
      const jwt = await few.sessionJwt(one.workspace.userId);
      expect((await ask(jwt)).status).toBe(200);
    } finally {
      await few.close();
    }
  });

  it("opens nothing that only a person may, and no page", async () => {
    const { tokens } = await connected(service);
    expect((await post(service, "/oauth/token", { grant_type: "client_credentials" })).status).not.toBe(200);
    expect((await rest("/openapi.json", tokens.access)).status).toBe(200);
    const response = await fetch(`${service.origin}/oauth/consent/aaaaaaaaaaaa/request`, {
      headers: { authorization: `Bearer ${tokens.access}` },
    });
    expect(response.status).toBe(401);
  });
});

describe("a confidential application", () => {
  it("needs its secret beside the verifier, and the secret is not kept", async () => {
    const { id, secret } = await addClient(service.services, {
      name: "Back office",
      redirectUris: [REDIRECT],
      confidential: true,
    });
    const stored = await service.sql("SELECT c::text AS text FROM oauth_clients c WHERE id = $1", [id]);
    expect(JSON.stringify(stored)).not.toContain(secret);
    const { workspace, browser } = await personWithBrowser(service);
    const attempt = async (headers: Record<string, string>, form: Record<string, string> = {}) => {
      const { verifier, challenge } = pkce();
      const url = authorizeUrl(service, challenge, { client_id: id });
      const back = await authorize(browser, url, { workspaceId: workspace.id });
      const code = back.searchParams.get("code") ?? "";
      const common = { grant_type: "authorization_code", code, redirect_uri: REDIRECT };
      const { status } = await post(
        service,
        "/oauth/token",
        { ...common, code_verifier: verifier, ...form },
        headers,
      );
      return status;
    };
    const basic = (password: string | null) => ({
      authorization: `Basic ${Buffer.from(`${id}:${password ?? ""}`).toString("base64")}`,
    });
    expect(await attempt(basic(secret))).toBe(200);
    expect(await attempt({}, { client_id: id, client_secret: secret ?? "" })).toBe(200);
    expect(await attempt(basic(`${secret ?? ""}x`))).toBe(401);
    expect(await attempt({}, { client_id: id })).toBe(401);
  });
});
