import { beforeEach, describe, expect, it } from "vitest";
import { message, openAgentEndpoint } from "@/server/testing/agents";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { connected } from "@/server/testing/oauth";
import { startOAuthService } from "@/server/testing/oauth-service";
import { SUBJECTS } from "@/server/testing/subjects";

const EVERYTHING = "runs:read recommendations:read recommendations:approve";

const service = duringTests(startOAuthService);
const handler = duringTests(() => openAgentEndpoint(service));
let grant: { access: string; workspaceId: string; userId: string };

async function grantFor(resource: "api/v1" | "api/mcp", scope = EVERYTHING) {
  const { workspace, tokens } = await connected(service, {
    over: { scope, resource: `${service.origin}/${resource}` },
  });
  return { access: tokens.access, workspaceId: workspace.id, userId: workspace.userId };
}

const subject = (operation: string, workspaceId: string): Promise<string> => {
  const make = SUBJECTS[operation];
  if (!make) throw new Error(`there is no subject for ${operation}`);
  return make(service, workspaceId);
};

const DECISIONS = [
  ["recommendations.approve", "recommendations_approve", "rec_id", "recommendations/ID/approve"],
  ["recommendations.reject", "recommendations_reject", "rec_id", "recommendations/ID/reject"],
  ["writeBacks.revert", "write_backs_revert", "write_back_id", "write-backs/ID/revert"],
  ["writeBacks.cancel", "write_backs_cancel", "write_back_id", "write-backs/ID/cancel"],
  ["runs.release", "runs_release", "run_id", "runs/ID/release"],
] as const;

describe.each(DECISIONS)("%s by an agent", (operation, tool, parameter, path) => {
  const body = operation.endsWith("reject") ? { reason: "Not this week." } : {};

  it("is for a person where the workspace has not said otherwise, and the agent learns where", async () => {
    const { workspaceId, access } = await grantFor("api/mcp");
    const id = await subject(operation, workspaceId);
    const client = await handler.connect(access);
    const response = await client.callTool({ name: tool, arguments: { [parameter]: id, ...body } });
    expect(response.structuredContent).toMatchObject({
      error: "forbidden_role",
      message: expect.stringContaining(`${service.origin}/w/${workspaceId}/approvals`),
    });
    expect(
      await service.sql("SELECT FROM audit_events WHERE workspace_id = $1 AND subject = $2", [
        workspaceId,
        id,
      ]),
    ).toEqual([]);
  });

  it("goes through once an owner has allowed it in the settings", async () => {
    const { workspaceId, userId, access } = await grantFor("api/mcp");
    const pages = await browserCaller(service, { userId, workspaceId });
    await pages.workspace.change({ agents_may_approve: true });
    const id = await subject(operation, workspaceId);
    const client = await handler.connect(access);
    const response = await client.callTool({ name: tool, arguments: { [parameter]: id, ...body } });
    expect(response.isError, JSON.stringify(response.content)).toBeFalsy();
    const [event] = await service.sql(
      "SELECT actor_label, via FROM audit_events WHERE workspace_id = $1 AND subject = $2",
      [workspaceId, id],
    );
    expect(event).toEqual({ actor_label: `${userId} by application “Margin Helper”`, via: "mcp" });
  });

  it("is as closed to a grant over REST, and as open as ever to a script with a token", async () => {
    const { workspaceId, userId, access } = await grantFor("api/v1");
    const id = await subject(operation, workspaceId);
    const at = `/${path.replace("ID", id)}`;
    const refused = await service.call("POST", at, { token: access, body });
    expect([refused.status, refused.json?.["error"]]).toEqual([403, "forbidden_role"]);
    expect(refused.json?.["message"]).toContain(`/w/${workspaceId}/approvals`);
    const token = await service.mintToken({ workspaceId, userId });
    expect((await service.call("POST", at, { token, body })).status).toBe(200);
  });
});

describe("a grant at the agents' handler", () => {
  beforeEach(async () => {
    grant = await grantFor("api/mcp", "runs:read");
  });

  it("sees the tools of its scopes alone", async () => {
    const { tools } = await (await handler.connect(grant.access)).listTools();
    expect(tools.map(({ name }) => name)).toEqual(["runs_list", "runs_get"]);
  });

  it("is told by the protocol which scope to ask its person for", async () => {
    const call = message("tools/call", { name: "runs_trigger", arguments: {} }, 9);
    const response = await handler.post(call, { authorization: `Bearer ${grant.access}` });
    expect(response.status).toBe(403);
    const challenge = response.headers.get("www-authenticate") ?? "";
    expect(challenge).toContain('error="insufficient_scope", scope="runs:trigger"');
    expect(challenge).toContain(
      `resource_metadata="${service.origin}/.well-known/oauth-protected-resource/api/mcp"`,
    );
    expect(await response.json()).toMatchObject({
      id: 9,
      error: { data: { error: "insufficient_scope", required: "runs:trigger" } },
    });
  });

  it("is refused where its token is for the other channel", async () => {
    const elsewhere = await grantFor("api/v1");
    await expect(handler.connect(elsewhere.access)).rejects.toThrow();
    expect((await service.call("GET", "/runs", { token: grant.access })).status).toBe(401);
  });

  it("ends for the next request when its person ends it", async () => {
    const client = await handler.connect(grant.access);
    const pages = await browserCaller(service, { userId: grant.userId, workspaceId: grant.workspaceId });
    const { data } = await pages.grants.list({});
    await pages.grants.end({ id: data[0]?.id ?? "" });
    await expect(client.listTools({}, { cacheMode: "refresh" })).rejects.toThrow();
  });

  it("gets 402 when the workspace's plan no longer has agents", async () => {
    await service.sql("UPDATE workspaces SET plan = 'pro' WHERE id = $1", [grant.workspaceId]);
    const response = await handler.post(message("tools/list"), { authorization: `Bearer ${grant.access}` });
    expect([response.status, await response.json()]).toMatchObject([
      402,
      { error: { data: { error: "plan_limit" } } },
    ]);
  });
});
