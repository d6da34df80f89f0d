import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AgentDoor, message, openAgentDoor } from "@/server/testing/agents";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestService, type TestService } from "@/server/testing/service";

let service: TestService;
let place: TestWorkspace;
let door: AgentDoor;
let token: string;

beforeAll(async () => {
  service = await startTestService();
  place = await service.workspace({ plan: "max" });
  token = await service.mintToken({ workspaceId: place.id, userId: place.userId });
  door = await openAgentDoor(service);
});
afterAll(async () => {
  await door.close();
  await service.close();
});

describe.each(["new", "old"] as const)("a client of the %s revision", (era) => {
  it("connects, lists the tools and calls one", async () => {
    const client = await door.connect(token, era);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("recommendations_list");
    const answer = await client.callTool({ name: "recommendations_list", arguments: {} });
    expect(answer.isError).toBeFalsy();
    expect(answer.structuredContent).toEqual({ data: [], next_cursor: null });
  });
});
void message;
