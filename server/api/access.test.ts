import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { mintToken } from "@/server/credentials/token";
import { ROLE_PERMISSIONS, ROLES, type Role, SCOPES } from "@/server/domain/permissions";
import { publishedRoutes, type Route } from "@/server/http/routes";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestService, type TestResponse } from "@/server/testing/service";
import { BODIES, SUBJECTS } from "@/server/testing/subjects";
import { workspaceFingerprint } from "@/server/testing/workspace-fingerprint";
import { appRouter } from "./root";

const routes = publishedRoutes(appRouter);

const service = duringTests(startTestService);
let own: TestWorkspace;
let token: string;

beforeAll(async () => {
  own = await service.workspace();
  token = await service.mintToken({ workspaceId: own.id, userId: own.userId });
});

const NOBODYS: Readonly<Record<string, string>> = {
  rec_id: "rec_01k9zq0v7k3t5m8w2x4y6z0a1b",
  run_id: "run_01k9zq0v7k3t5m8w2x4y6z0a1b",
  alert_id: "alr_01k9zq0v7k3t5m8w2x4y6z0a1b",
  item_id: "itm_01k9zq0v7k3t5m8w2x4y6z0a1b",
  write_back_id: "wbk_01k9zq0v7k3t5m8w2x4y6z0a1b",
  offer_id: "off_01k9zq0v7k3t5m8w2x4y6z0a1b",
  schedule_id: "sch_01k9zq0v7k3t5m8w2x4y6z0a1b",
  observation_id: "obs_01k9zq0v7k3t5m8w2x4y6z0a1b",
  webhook_id: "whk_01k9zq0v7k3t5m8w2x4y6z0a1b",
  batch_id: "bat_01k9zq0v7k3t5m8w2x4y6z0a1b",
  delivery_id: "dlv_01k9zq0v7k3t5m8w2x4y6z0a1b",
  trial_id: "try_01k9zq0v7k3t5m8w2x4y6z0a1b",
  version: "999999999",
  integration_id: "int_01k9zq0v7k3t5m8w2x4y6z0a1b",
};

const pathTo = (route: Route, id: string): string =>
  route.parameters.reduce((path, name) => path.replace(`{${name}}`, id), route.declaration.path as string);

const nobodys = (route: Route): string => NOBODYS[route.parameters[0] ?? ""] ?? "none";

/** Inserts a row that the operation can act on and returns its id; "" for an operation that names none in its path. */
async function subject(route: Route, workspaceId: string): Promise<string> {
  const make = SUBJECTS[route.procedurePath];
  if (route.parameters.length === 0) {
    await make?.(service, workspaceId);
    return "";
  }
  if (!make) throw new Error(`${route.procedurePath} has no subject in server/testing/subjects.ts`);
  return make(service, workspaceId);
}

function call(
  route: Route,
  id: string,
  bearer: string | null,
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  const { method, example } = route.declaration;
  const values = BODIES[route.procedurePath] ?? example.request ?? {};
  const body = Object.fromEntries(
    Object.entries(values).filter(([name]) => !route.parameters.includes(name)),
  );
  return service.call(method, pathTo(route, id), {
    ...(bearer === null ? {} : { token: bearer }),
    headers: { "x-request-id": "access", ...headers },
    ...(method === "POST" ? { body } : {}),
  });
}

const statusAndError = (response: TestResponse) => [response.status, response.json?.["error"]];

function expected(route: Route, role: Role): [number, string] | null {
  const { scope, roles } = route.declaration;
  if (roles) return roles.includes(role) ? null : [403, "forbidden_role"];
  return ROLE_PERMISSIONS[role].has(scope) ? null : [403, "insufficient_scope"];
}

describe.each(routes.map((route) => [route.procedurePath, route] as const))("%s", (_, route) => {
  const { scope } = route.declaration;

  it("answers a caller who may", async () => {
    const response = await call(route, await subject(route, own.id), token);
    expect(response.status, response.text).toBe(route.declaration.status ?? 200);
  });

  it("refuses credentials that are missing, malformed, unknown, expired or revoked with 401", async () => {
    const of = { workspaceId: own.id, userId: own.userId };
    const past = new Date(service.clock.now() - 1);
    const unknown = mintToken(randomBytes(32));
    const bad = [
      null,
      "pck_short",
      `${unknown.slice(0, -1)}${unknown.endsWith("0") ? "1" : "0"}`,
      unknown,
      await service.mintToken({ ...of, expiresAt: past }),
      await service.mintToken({ ...of, revokedAt: past }),
      `${await service.sessionJwt(own.userId)}x`,
    ];
    for (const bearer of bad)
      expect(statusAndError(await call(route, nobodys(route), bearer))).toEqual([401, "unauthorized"]);
  });

  it("refuses a token without its scope, before it looks at the row, and names the scope", async () => {
    const admitting: readonly string[] = [scope, ...(route.declaration.alternativeScopes ?? [])];
    const scopes = SCOPES.filter((each) => !admitting.includes(each));
    const lacking = await service.mintToken({ workspaceId: own.id, userId: own.userId, scopes });
    const response = await call(route, nobodys(route), lacking);
    expect(statusAndError(response)).toEqual([403, "insufficient_scope"]);
    expect(response.json).toMatchObject({ required: scope });
    expect(response.headers.get("www-authenticate")).toContain(scope);
  });

  it.each(ROLES)(
    "gives the role %s what the one table of permissions says, by session and by token",
    async (role) => {
      const userId = await service.person({ workspaceId: own.id, role });
      const bearers = [
        await service.sessionJwt(userId),
        await service.mintToken({ workspaceId: own.id, userId }),
      ];
      for (const bearer of bearers) {
        const refusal = expected(route, role);
        const response = await call(route, refusal ? nobodys(route) : await subject(route, own.id), bearer);
        if (refusal) expect(statusAndError(response)).toEqual(refusal);
        else expect([401, 403]).not.toContain(response.status);
      }
    },
  );

  it("lets the token of a deleted person read and refuses every change as token_unusable", async () => {
    const userId = await service.person({ workspaceId: own.id, role: "viewer" });
    const orphan = await service.mintToken({ workspaceId: own.id, userId });
    await service.sql("UPDATE users SET deleted_at = now() WHERE id = $1", [userId]);
    await service.sql("DELETE FROM memberships WHERE user_id = $1", [userId]);
    const response = await call(route, await subject(route, own.id), orphan);
    if (route.kind === "mutation") expect(statusAndError(response)).toEqual([403, "token_unusable"]);
    else expect(response.status).toBe(200);
    const few = await service.mintToken({ workspaceId: own.id, userId, scopes: [] });
    expect(statusAndError(await call(route, nobodys(route), few))).toEqual([403, "insufficient_scope"]);
  });

  it("asks a session of several workspaces which one it means, and believes only its own", async () => {
    const other = await service.workspace();
    const userId = await service.person({ workspaceId: own.id, role: "owner" });
    await service.sql("INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, 'owner')", [
      other.id,
      userId,
    ]);
    const jwt = await service.sessionJwt(userId);
    const stranger = await service.workspace();
    const forbidden = [403, "workspace_forbidden"];
    expect(statusAndError(await call(route, nobodys(route), jwt))).toEqual(forbidden);
    for (const wrong of [stranger.id, "ws_nothing", ""])
      expect(statusAndError(await call(route, nobodys(route), jwt, { "x-workspace-id": wrong }))).toEqual(
        forbidden,
      );
    const right = await call(route, await subject(route, own.id), jwt, { "x-workspace-id": own.id });
    expect(right.status).toBe(route.declaration.status ?? 200);
  });

  it("ignores x-workspace-id with a token", async () => {
    const other = await service.workspace();
    const response = await call(route, await subject(route, own.id), token, { "x-workspace-id": other.id });
    expect(response.status).toBe(route.declaration.status ?? 200);
  });

  it("treats the row of another workspace exactly like one that is not there, and changes nothing in it", async () => {
    const foreign = await service.workspace();
    const id = await subject(route, foreign.id);
    for (const kind of ["item", "alert"] as const) await service.make[kind](foreign.id);
    const before = await workspaceFingerprint(service, foreign.id);
    const response = await call(route, id, token);
    expect(await workspaceFingerprint(service, foreign.id)).toBe(before);
    if (route.parameters.length === 0) return expect(response.text).not.toContain(foreign.id.slice(3));
    const missing = await call(route, nobodys(route), token);
    expect(statusAndError(response)).toEqual([404, "not_found"]);
    expect(response.text).toBe(missing.text);
  });

  it("shows nothing of another workspace", async () => {
    const foreign = await service.workspace();
    const ids = await Promise.all(
      (["item", "run", "recommendation", "alert"] as const).map((kind) => service.make[kind](foreign.id)),
    );
    const response = await call(route, await subject(route, own.id), token);
    for (const id of ids) expect(response.text).not.toContain(id);
  });

  it("reads in a suspended workspace and refuses to change it with 402", async () => {
    for (const lifecycle of ["suspended", "deleting"] as const) {
      const workspace = await service.workspace({ lifecycle });
      const bearer = await service.mintToken({ workspaceId: workspace.id, userId: workspace.userId });
      const id = await subject(route, workspace.id);
      const before = await workspaceFingerprint(service, workspace.id);
      const response = await call(route, id, bearer);
      if (route.kind === "query") {
        expect(response.status).toBe(200);
      } else {
        expect(statusAndError(response)).toEqual([402, "plan_limit"]);
        expect(response.json).toMatchObject({ limit: "lifecycle" });
        expect(withoutUse(await workspaceFingerprint(service, workspace.id))).toBe(withoutUse(before));
      }
    }
  });
});

/** Removes the token's last-used time from the fingerprint, since denied requests update it too. */
const withoutUse = (fingerprint: string): string => fingerprint.replace(/^api_tokens .*$/m, "");

it("keeps the order of checks: 401, 429, workspace, scope, deleted minter, role, body, input, row", async () => {
  const approve = routes.find((route) => route.procedurePath === "recommendations.approve");
  if (!approve) throw new Error("there is no approve");
  const post = (bearer: string | undefined, id: string, body: string) =>
    service.call("POST", pathTo(approve, id), { token: bearer, body });
  const viewer = await service.person({ workspaceId: own.id, role: "viewer" });
  const weak = await service.mintToken({ workspaceId: own.id, userId: viewer, scopes: ["runs:read"] });
  const low = await service.mintToken({ workspaceId: own.id, userId: viewer });
  const deleted = await service.person({ workspaceId: own.id, role: "viewer" });
  const gone = await service.mintToken({ workspaceId: own.id, userId: deleted });
  await service.sql("UPDATE users SET deleted_at = now() WHERE id = $1", [deleted]);
  expect(statusAndError(await post(undefined, "none", "{"))).toEqual([401, "unauthorized"]);
  expect(statusAndError(await post(weak, "none", "{"))).toEqual([403, "insufficient_scope"]);
  expect(statusAndError(await post(gone, "none", "{"))).toEqual([403, "token_unusable"]);
  expect(statusAndError(await post(low, "none", "{"))).toEqual([403, "forbidden_role"]);
  expect(statusAndError(await post(token, "none", "{"))).toEqual([400, "bad_request"]);
  expect(statusAndError(await post(token, "none", '{"version":"one"}'))).toEqual([422, "validation_error"]);
  expect(statusAndError(await post(token, "none", "{}"))).toEqual([404, "not_found"]);
});
