import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inputsFor } from "@/eval/found/inputs";
import { SCOPES, type Scope } from "@/server/domain/permissions";
import { type AgentEndpoint, openAgentEndpoint } from "@/server/testing/agents";
import { startTestService, type TestService } from "@/server/testing/service";

const inputs = inputsFor(import.meta.filename);
const READING: readonly Scope[] = [
  "catalog:read",
  "recommendations:read",
  "schedules:read",
  "webhooks:read",
  "reports:read",
];
let service: TestService;
let agents: AgentEndpoint;

beforeAll(async () => {
  service = await startTestService();
  agents = await openAgentEndpoint(service);
});
afterAll(async () => {
  await agents.close();
  await service.close();
});

async function ask(scopes: readonly Scope[], accept: string) {
  const workspace = await service.workspace({ plan: "max" });
  const token = await service.mintToken({ workspaceId: workspace.id, userId: workspace.userId, scopes });
  const response = await fetch(agents.url, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", accept },
    body: inputs.text("ask.json"),
  });
  return { status: response.status, text: await response.text() };
}

describe("the list of tools", () => {
  const both = "application/json, text/event-stream";

  it("has at most 60,000 characters with all scopes", async () => {
    const { status, text } = await ask(SCOPES, both);
    expect(status).toBe(200);
    expect(text).toContain('"inputSchema"');
    expect(text.length).toBeLessThanOrEqual(60_000);
  });

  it("has at most 25,000 characters with five scopes that read", async () => {
    expect((await ask(READING, both)).text.length).toBeLessThanOrEqual(25_000);
  });

  it("is answered to a client that accepts anything", async () => {
    const { status, text } = await ask(READING, "*/*");
    expect([status, text]).toEqual([200, expect.stringContaining('"inputSchema"')]);
  });
});
