import { beforeEach, describe, expect, it } from "vitest";
import type { Role, Scope } from "@/server/domain/permissions";
import { openAgentEndpoint } from "@/server/testing/agents";
import { duringTests } from "@/server/testing/during-tests";
import { connected } from "@/server/testing/oauth";
import { startOAuthService } from "@/server/testing/oauth-service";

const [READ, WRITE, APPROVE] = [
  "recommendations:read",
  "recommendations:write",
  "recommendations:approve",
] as const;

const service = duringTests(startOAuthService);
const agents = duringTests(() => openAgentEndpoint(service));
let workspace: { id: string; userId: string };

beforeEach(async () => {
  workspace = await service.workspace();
});

const tokenOf = async (scopes: readonly Scope[], role: Role = "owner") => {
  const userId = await service.person({ workspaceId: workspace.id, role });
  return service.mintToken({ workspaceId: workspace.id, userId, scopes });
};
const IDS = ["rec_01k9zq0v7k3t5m8w2x4y6z0a1b"];
const EXTRA: Readonly<Record<string, object>> = {
  reject: { reason: "No." },
  snooze: { snooze_until: "2026-12-24T00:00:00Z" },
};
const create = (token: string, action: string) =>
  service.call("POST", "/decision-batches", { token, body: { action, ids: IDS, ...EXTRA[action] } });
const batch = (action: string) => service.make.batch(workspace.id, { action });
const change = (token: string, id: string, to: "confirm" | "cancel") =>
  service.call("POST", `/decision-batches/${id}/${to}`, { token, body: { hash: "another" } });
const refusal = async (answer: ReturnType<typeof create>) => {
  const { status, json, headers } = await answer;
  return [status, json?.["error"], json?.["required"], headers.get("www-authenticate")];
};
const lacking = (scope: Scope) => [
  403,
  "insufficient_scope",
  scope,
  `Bearer error="insufficient_scope", scope="${scope}"`,
];

const ACTIONS = [
  ["accept", WRITE, APPROVE],
  ["dismiss", WRITE, APPROVE],
  ["resolve", WRITE, APPROVE],
  ["snooze", WRITE, APPROVE],
  ["approve", APPROVE, WRITE],
  ["reject", APPROVE, WRITE],
] as const;

describe.each(ACTIONS)("a batch that is to %s", (action, needed, other) => {
  it.each([[[READ]], [[READ, other]]])(
    `is refused to a token with %j, and the refusal names ${needed}`,
    async (scopes) => {
      const token = await tokenOf(scopes);
      const id = await batch(action);
      expect(await refusal(create(token, action))).toEqual(lacking(needed));
      for (const to of ["confirm", "cancel"] as const)
        expect(await refusal(change(token, id, to)), to).toEqual(lacking(needed));
    },
  );

  it(`is made and canceled by a token with ${needed} alone`, async () => {
    const token = await tokenOf([needed]);
    expect((await create(token, action)).status).toBe(201);
    expect((await change(token, await batch(action), "confirm")).status, "of another hash").toBe(409);
    expect((await change(token, await batch(action), "cancel")).status).toBe(200);
  });
});

it("a batch of reverts is confirmed with the scope of approving", async () => {
  const id = await batch("revert");
  expect(await refusal(change(await tokenOf([READ, WRITE]), id, "confirm"))).toEqual(lacking(APPROVE));
});

it("a role that may not approve is named as the reason, not a scope", async () => {
  const token = await tokenOf([WRITE, APPROVE], "analyst");
  expect((await refusal(create(token, "approve"))).slice(0, 2)).toEqual([403, "forbidden_role"]);
  expect((await refusal(change(token, await batch("approve"), "confirm"))).slice(0, 2)).toEqual([
    403,
    "forbidden_role",
  ]);
});

it("taking back prices is refused in the same way for one, a run and a batch", async () => {
  const { make } = service;
  const paths = [
    `/write-backs/${await make.writeBack(workspace.id)}/revert`,
    `/runs/${await make.run(workspace.id)}/revert`,
    `/decision-batches/${await batch("approve")}/revert`,
  ];
  const [token, short] = [await tokenOf([WRITE, APPROVE], "analyst"), await tokenOf([READ, WRITE])];
  for (const path of paths) {
    const role = await refusal(service.call("POST", path, { token, body: {} }));
    expect(role.slice(0, 2), path).toEqual([403, "forbidden_role"]);
    expect(await refusal(service.call("POST", path, { token: short, body: {} })), path).toEqual(
      lacking(APPROVE),
    );
  }
});

describe("a request that does not say what it decides", () => {
  it.each([
    ["an unknown action", '{"action":"buy","ids":["rec_01k9zq0v7k3t5m8w2x4y6z0a1b"]}'],
    ["no action", '{"ids":["rec_01k9zq0v7k3t5m8w2x4y6z0a1b"]}'],
    ["no JSON", "{"],
    ["a list", "[]"],
  ])(
    "is told the declared scope without one, and what is wrong with one, when it has %s",
    async (_, text) => {
      const headers = { "content-type": "application/json" };
      const send = (token: string) =>
        service.call("POST", "/decision-batches", { token, body: text, headers });
      expect(await refusal(send(await tokenOf([READ])))).toEqual(lacking(WRITE));
      expect([400, 422]).toContain((await send(await tokenOf([APPROVE]))).status);
    },
  );

  it("is not found when the batch is unknown or another workspace's, with either scope", async () => {
    const stranger = await service.workspace();
    for (const id of ["bat_unknown", await service.make.batch(stranger.id, { action: "approve" })]) {
      for (const scope of [WRITE, APPROVE])
        expect((await change(await tokenOf([scope]), id, "confirm")).status).toBe(404);
      expect(await refusal(change(await tokenOf([READ]), id, "confirm"))).toEqual(lacking(WRITE));
    }
  });
});

describe("an agent", () => {
  const call = (name: string, toolArguments: object) => ({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: toolArguments },
  });

  it("is challenged for the scope of the action when it has an OAuth grant", async () => {
    const { workspace: own, tokens } = await connected(service, {
      over: { scope: `${READ} ${WRITE}`, resource: `${service.origin}/api/mcp` },
    });
    const id = await service.make.batch(own.id, { action: "approve" });
    for (const [tool, toolArguments] of [
      ["decision_batches_create", { action: "approve", ids: IDS }],
      ["decision_batches_confirm", { batch_id: id, hash: "another" }],
    ] as const) {
      const answer = await agents.post(call(tool, toolArguments), {
        authorization: `Bearer ${tokens.access}`,
      });
      expect([answer.status, answer.headers.get("www-authenticate")], tool).toEqual([
        403,
        expect.stringContaining(`scope="${APPROVE}"`),
      ]);
    }
  });

  it("learns the scope of the action from the tool's answer when it has an API token", async () => {
    const client = await agents.connect(await tokenOf([READ, WRITE]));
    const answer = await client.callTool({
      name: "decision_batches_create",
      arguments: { action: "reject", ids: IDS, reason: "No." },
    });
    expect(answer.structuredContent).toMatchObject({ error: "insufficient_scope", required: APPROVE });
  });
});
