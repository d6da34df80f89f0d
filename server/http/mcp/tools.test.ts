import type { Client } from "@modelcontextprotocol/client";
import { beforeAll, describe, expect, it } from "vitest";
import { appRouter } from "@/server/api/root";
import { SCOPES, type Scope } from "@/server/domain/permissions";
import { message, openAgentEndpoint } from "@/server/testing/agents";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestService } from "@/server/testing/service";
import { BODIES, SUBJECTS } from "@/server/testing/subjects";
import { workspaceFingerprint } from "@/server/testing/workspace-fingerprint";
import { publishedRoutes, type Route } from "../routes";
import { toolName } from "./tools";

const routes = publishedRoutes(appRouter).filter(({ declaration }) => declaration.mcp !== false);

const service = duringTests(() => startTestService({ now: "2026-11-21T12:00:00.000Z" }));
const handler = duringTests(() => openAgentEndpoint(service));
let testWorkspace: TestWorkspace;
let client: Client;

const workspaceWithAgents = async (): Promise<TestWorkspace> => {
  const made = await service.workspace({ plan: "max" });
  await service.sql("UPDATE workspaces SET agents_may_approve = true WHERE id = $1", [made.id]);
  return made;
};
const connect = async (workspace: TestWorkspace, scopes?: readonly Scope[]) =>
  handler.connect(
    await service.mintToken({
      workspaceId: workspace.id,
      userId: workspace.userId,
      ...(scopes ? { scopes } : {}),
    }),
  );

beforeAll(async () => {
  testWorkspace = await workspaceWithAgents();
  client = await connect(testWorkspace);
});

/** The example of the OpenAPI document, with the id of an existing row, or its own ids made to exist. */
async function argumentsFor(route: Route, workspaceId: string): Promise<Record<string, unknown>> {
  const { declaration, parameters, procedurePath } = route;
  const values = BODIES[procedurePath] ?? declaration.example.request ?? {};
  const [parameter] = parameters;
  const subject = SUBJECTS[procedurePath];
  const id = await subject?.(service, workspaceId);
  if (parameter === undefined) return values;
  if (!id) throw new Error(`${procedurePath} needs a row in server/testing/subjects.ts`);
  return { ...values, [parameter]: id };
}

describe.each(routes.map((route) => [toolName(route.procedurePath), route] as const))("%s", (name, route) => {
  it("does what its hints say, and answers what the endpoint's schema says", async () => {
    const workspace = await workspaceWithAgents();
    const own = await connect(workspace);
    const { tools } = await own.listTools();
    const hints = tools.find((tool) => tool.name === name)?.annotations;
    // The examples of the OpenAPI document refer to this item.
    await service.make.item(workspace.id, { sku: "MUG-350" });
    const input = await argumentsFor(route, workspace.id);
    await own.callTool({ name: "workspace_status", arguments: {} });
    await expect.poll(() => noted(workspace.id)).toBe(true);
    const before = await workspaceFingerprint(service, workspace.id);
    const first = await own.callTool({ name, arguments: input });
    expect(first.isError, JSON.stringify(first.content)).toBeFalsy();
    expect(route.declaration.output.safeParse(first.structuredContent).error?.issues).toBeUndefined();
    const after = await workspaceFingerprint(service, workspace.id);
    expect(hints?.readOnlyHint).toBe(after === before);
    if (!hints?.idempotentHint) return;
    await own.callTool({ name, arguments: input });
    expect(await workspaceFingerprint(service, workspace.id)).toBe(after);
  });
});

async function noted(workspaceId: string): Promise<boolean> {
  const rows = await service.sql("SELECT FROM api_tokens WHERE workspace_id = $1 AND last_used_at IS NULL", [
    workspaceId,
  ]);
  return rows.length === 0;
}

it("gives every tool all four hints, a name that any client takes, and a schema of one type each", async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(routes.map(({ procedurePath }) => toolName(procedurePath)));
  for (const { name, annotations, inputSchema } of tools) {
    expect(name).toMatch(/^[a-z][a-z_]{2,63}$/);
    for (const hint of ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const)
      expect(typeof annotations?.[hint], `${name} ${hint}`).toBe("boolean");
    expect(inputSchema.type).toBe("object");
    expect(JSON.stringify(inputSchema)).not.toMatch(/"type":\[/);
  }
});

describe("the list of tools", () => {
  const sizeFor = async (scopes?: readonly Scope[]) => {
    const { tools } = await (await connect(testWorkspace, scopes)).listTools();
    // As it is sent: the message of an event stream.
    const message = JSON.stringify({ jsonrpc: "2.0", id: 1, result: { tools } });
    return `event: message\ndata: ${message}\n\n`.length;
  };

  it("has at most 60,000 characters", async () => {
    expect(await sizeFor()).toBeLessThanOrEqual(60_000);
  });

  it("has at most 25,000 characters for any five scopes that read", async () => {
    const sizes = await Promise.all(
      SCOPES.filter((scope) => scope.endsWith(":read")).map(async (scope) => ({
        scope,
        size: await sizeFor([scope]),
      })),
    );
    const largest = sizes.sort((a, b) => b.size - a.size).slice(0, 5);
    expect(largest.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(25_000);
    // Some tools need two scopes, and stand in none of the lists above.
    expect(await sizeFor(largest.map(({ scope }) => scope))).toBeLessThanOrEqual(25_000);
  });
});

describe("scopes", () => {
  it("show a caller exactly the tools it may use", async () => {
    for (const scope of SCOPES) {
      const { tools } = await (await connect(testWorkspace, [scope])).listTools();
      const expected = routes
        .filter(({ declaration: { alsoScopes = [] } }) => alsoScopes.every((each) => each === scope))
        .filter(({ declaration }) =>
          [declaration.scope, ...(declaration.alternativeScopes ?? [])].includes(scope),
        )
        .map(({ procedurePath }) => toolName(procedurePath));
      expect(tools.map(({ name }) => name)).toEqual(expected);
    }
  });

  it("show a caller also the tools that the minter's role gives today", async () => {
    const userId = await service.person({ workspaceId: testWorkspace.id, role: "viewer" });
    const { tools } = await (await connect({ ...testWorkspace, userId })).listTools();
    expect(tools.length).toBeGreaterThan(5);
    const changing = tools.filter(({ annotations }) => !annotations?.readOnlyHint);
    // A preview is stored for a while, and decides nothing.
    expect(changing.map(({ name }) => name)).toEqual(["policy_preview"]);
  });

  it("never activate a policy, whatever the token carries", async () => {
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name).filter((name) => name.startsWith("policy_"));
    expect(names.sort()).toEqual([
      "policy_active",
      "policy_lint",
      "policy_list",
      "policy_preview",
      "policy_trial",
      "policy_version",
      "policy_what_if",
    ]);
    for (const name of ["policy_set", "policy_restore"])
      await expect(client.callTool({ name, arguments: { document: {}, version: 1 } })).rejects.toMatchObject({
        code: -32_602,
      });
  });

  it("name what is missing when a tool is called without", async () => {
    const few = await connect(testWorkspace, ["runs:read"]);
    const response = await few.callTool({ name: "runs_trigger", arguments: {} });
    expect(response.isError).toBe(true);
    expect(response.structuredContent).toMatchObject({
      error: "insufficient_scope",
      required: "runs:trigger",
      next: expect.stringContaining("required"),
    });
    expect(await service.sql("SELECT FROM runs WHERE workspace_id = $1", [testWorkspace.id])).toEqual([]);
  });

  it("leave a deleted person's token what reads", async () => {
    const userId = await service.person({ workspaceId: testWorkspace.id });
    const orphan = await connect({ ...testWorkspace, userId });
    await service.sql("UPDATE users SET deleted_at = now() WHERE id = $1", [userId]);
    await service.sql("DELETE FROM memberships WHERE user_id = $1", [userId]);
    const { tools } = await orphan.listTools();
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    const response = await orphan.callTool({ name: "runs_trigger", arguments: {} });
    expect(response.structuredContent).toMatchObject({ error: "token_unusable" });
  });
});

describe("what goes wrong", () => {
  const refusal = async (name: string, values: Record<string, unknown>) => {
    const response = await client.callTool({ name, arguments: values });
    expect(response.isError).toBe(true);
    const [words, json] = response.content.flatMap((part) => (part.type === "text" ? [part.text] : []));
    expect(JSON.parse(json ?? "")).toEqual(response.structuredContent);
    return { words, stated: response.structuredContent };
  };

  it("is told field by field when it is in the arguments", async () => {
    const { words, stated } = await refusal("recommendations_list", { limit: 0, status: "gone" });
    expect(stated).toMatchObject({
      error: "validation_error",
      issues: [{ path: "limit" }, { path: "status" }],
      next: expect.stringContaining("issues"),
      docs_url: "http://localhost:3000/reference#validation_error",
    });
    expect(words).toContain("- limit:");
  });

  it("says what the state of things is and what moved when it comes from that", async () => {
    const item = await service.make.item(testWorkspace.id, { price: 2099n });
    const moved = await service.make.recommendation(testWorkspace.id, {
      item_id: item,
      status: "pending_approval",
    });
    expect((await refusal("recommendations_approve", { rec_id: moved })).stated).toMatchObject({
      error: "conflict",
      changed: ["price"],
      current_status: expect.any(String),
      next: expect.stringContaining("again"),
    });
  });

  it("looks as if it were not there when it is in another workspace", async () => {
    const other = await service.workspace({ plan: "max" });
    const foreign = await service.make.recommendation(other.id);
    const { stated } = await refusal("recommendations_get", { rec_id: foreign });
    expect(stated).toMatchObject({ error: "not_found" });
  });

  it("is not told when it is inside the service", async () => {
    const broken = await service.workspace({ plan: "max" });
    const id = await service.make.recommendation(broken.id, { evidence: "not what the engine writes" });
    const response = await (await connect(broken)).callTool({
      name: "recommendations_get",
      arguments: { rec_id: id },
    });
    expect(response.structuredContent).toMatchObject({ error: "internal_error" });
    expect(JSON.stringify(response)).not.toMatch(/Syntax|JSON at|Zod/i);
  });

  it("is an error of the protocol when it is in the protocol: unknown tools, calls without a name", async () => {
    await expect(client.callTool({ name: "no_such_tool", arguments: {} })).rejects.toMatchObject({
      code: -32_602,
    });
    const token = await service.mintToken({ workspaceId: testWorkspace.id, userId: testWorkspace.userId });
    for (const params of [{}, { name: 5 }, { name: "runs_list", arguments: [] }]) {
      const response = await handler.post(message("tools/call", params), {
        authorization: `Bearer ${token}`,
        "mcp-name": "runs_list",
      });
      expect(await response.json()).toMatchObject({ error: { code: expect.any(Number) } });
    }
  });
});

describe("what an agent did", () => {
  it("shows as such in the run and in the audit log", async () => {
    const workspace = await workspaceWithAgents();
    const own = await connect(workspace);
    const response = await own.callTool({ name: "runs_trigger", arguments: { subset_tags: ["lamps"] } });
    expect(response.structuredContent).toMatchObject({
      ok: true,
      run: { trigger: "mcp", subset_tags: ["lamps"] },
    });
    const events = await service.sql("SELECT action, via FROM audit_events WHERE workspace_id = $1", [
      workspace.id,
    ]);
    expect(events).toEqual([{ action: "run.trigger", via: "mcp" }]);
  });

  it("was asked for inside its own workspace only, whatever it sends", async () => {
    const other = await service.workspace({ plan: "max" });
    const foreign = await service.make.recommendation(other.id);
    const token = await service.mintToken({ workspaceId: testWorkspace.id, userId: testWorkspace.userId });
    const response = await handler.post(
      message("tools/call", { name: "recommendations_list", arguments: {} }),
      {
        authorization: `Bearer ${token}`,
        "x-workspace-id": other.id,
      },
    );
    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain(foreign);
  });
});
