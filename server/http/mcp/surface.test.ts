import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { agentSurface } from "@/server/api/agents/surface";
import type { Scope } from "@/server/domain/permissions";
import { message, openAgentEndpoint } from "@/server/testing/agents";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestService } from "@/server/testing/service";

const service = duringTests(startTestService);
const handler = duringTests(() => openAgentEndpoint(service));
let testWorkspace: TestWorkspace;

beforeAll(async () => {
  testWorkspace = await service.workspace({ plan: "max" });
});

const connect = async (scopes?: readonly Scope[]) =>
  handler.connect(
    await service.mintToken({
      workspaceId: testWorkspace.id,
      userId: testWorkspace.userId,
      ...(scopes ? { scopes } : {}),
    }),
  );

describe("resources", () => {
  it("are the same procedures: each that is listed can be read, as the caller may", async () => {
    const client = await connect();
    const rec = await service.make.recommendation(testWorkspace.id, { status: "pending_approval" });
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      "pricecheck://workspace/status",
      "pricecheck://queue/new",
      "pricecheck://queue/pending_approval",
      "pricecheck://docs/how-a-price-is-decided",
    ]);
    for (const { uri } of resources) expect((await client.readResource({ uri })).contents).toHaveLength(1);
    const [queue] = (await client.readResource({ uri: "pricecheck://queue/pending_approval" })).contents;
    expect(queue).toMatchObject({ mimeType: "application/json", text: expect.stringContaining(rec) });
    const [one] = (await client.readResource({ uri: `pricecheck://recommendations/${rec}` })).contents;
    expect(one).toMatchObject({ text: expect.stringContaining(`"id":"${rec}"`) });
  });

  it("show by scope, and refuse by scope", async () => {
    const few = await connect(["runs:read"]);
    expect((await few.listResources()).resources.map(({ name }) => name)).toEqual(["how-a-price-is-decided"]);
    expect((await few.listResourceTemplates()).resourceTemplates.map(({ name }) => name)).toEqual(["run"]);
    await expect(few.readResource({ uri: "pricecheck://workspace/status" })).rejects.toMatchObject({
      data: { error: "insufficient_scope", required: "workspace:read" },
    });
  });

  it("are not found when they are not there, or another workspace's", async () => {
    const other = await service.workspace({ plan: "max" });
    const foreign = await service.make.recommendation(other.id);
    const client = await connect();
    for (const uri of [
      `pricecheck://recommendations/${foreign}`,
      "pricecheck://recommendations/..%2f..",
      "pricecheck://nothing",
      "file:///etc/passwd",
      "pricecheck://docs/../package.json",
    ])
      await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32_602, data: { uri } });
  });

  it("name documents that are there", () => {
    for (const { file } of agentSurface.documents)
      expect(existsSync(join(import.meta.dirname, "..", "..", "..", file)), file).toBe(true);
  });

  it("complete the ids that the caller may list", async () => {
    const rec = await service.make.recommendation(testWorkspace.id);
    const complete = async (scopes: readonly Scope[], value: string) => {
      const client = await connect(scopes);
      const ref = { type: "ref/resource", uri: "pricecheck://recommendations/{rec_id}" } as const;
      return (await client.complete({ ref, argument: { name: "rec_id", value } })).completion.values;
    };
    expect(await complete(["recommendations:read"], rec.slice(0, -2))).toContain(rec);
    expect(await complete(["recommendations:read"], "rec_nothing")).toEqual([]);
    expect(await complete(["runs:read"], "rec_")).toEqual([]);
  });
});

describe("prompts", () => {
  it("are there for who may read what they attach", async () => {
    const names = async (scopes?: readonly Scope[]) =>
      (await (await connect(scopes)).listPrompts()).prompts.map(({ name }) => name);
    expect(await names()).toEqual(["explain-recommendation", "review-queue", "prepare-run"]);
    expect(await names(["workspace:read"])).toEqual(["prepare-run"]);
    expect(await names(["alerts:read"])).toEqual([]);
  });

  it("attach what they work on", async () => {
    const client = await connect();
    const rec = await service.make.recommendation(testWorkspace.id);
    const promptArguments = { "explain-recommendation": { rec_id: rec } } as const;
    const { prompts } = await client.listPrompts();
    for (const { name, arguments: declared } of prompts) {
      const { messages } = await client.getPrompt({
        name,
        ...(name in promptArguments ? { arguments: promptArguments["explain-recommendation"] } : {}),
      });
      expect(messages[0]?.content.type).toBe("text");
      expect(messages.slice(1).every(({ content }) => content.type === "resource")).toBe(true);
      expect(messages.length).toBeGreaterThan(1);
      expect(declared?.length ?? 0).toBe(name in promptArguments ? 1 : 0);
    }
  });

  it("say what they miss, and keep to scopes and workspace", async () => {
    const client = await connect();
    await expect(client.getPrompt({ name: "explain-recommendation", arguments: {} })).rejects.toMatchObject({
      code: -32_602,
    });
    await expect(client.getPrompt({ name: "nothing" })).rejects.toMatchObject({ code: -32_602 });
    const few = await connect(["runs:read"]);
    await expect(few.getPrompt({ name: "prepare-run" })).rejects.toMatchObject({
      data: { error: "insufficient_scope" },
    });
  });

  it("complete their argument as the resource does", async () => {
    const rec = await service.make.recommendation(testWorkspace.id);
    const client = await connect();
    const ref = { type: "ref/prompt", name: "explain-recommendation" } as const;
    const { completion } = await client.complete({ ref, argument: { name: "rec_id", value: rec } });
    expect(completion.values).toEqual([rec]);
  });
});

describe("streams", () => {
  it("are not held open for changes that never come", async () => {
    const token = await service.mintToken({ workspaceId: testWorkspace.id, userId: testWorkspace.userId });
    const listen = message("subscriptions/listen", { notifications: { toolsListChanged: true } }, 4);
    const response = await handler.post(listen, { authorization: `Bearer ${token}` });
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { id: 4, error: { code: -32_601 } },
    ]);
  });
});

it("has nothing of the official suite's fixtures", async () => {
  const client = await connect();
  const { tools } = await client.listTools();
  expect(tools.filter(({ name }) => name.startsWith("test_"))).toEqual([]);
  await expect(client.callTool({ name: "test_simple_text", arguments: {} })).rejects.toMatchObject({
    code: -32_602,
  });
  await expect(client.readResource({ uri: "test://static-text" })).rejects.toMatchObject({ code: -32_602 });
});
