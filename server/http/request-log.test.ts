import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestSite } from "@/server/testing/site";

const site = duringTests(startTestSite);
let workspace: TestWorkspace;
let token: string;
let lines: object[];

beforeAll(async () => {
  workspace = await site.service.workspace({ plan: "max" });
  const { id: workspaceId, userId } = workspace;
  token = await site.service.mintToken({ workspaceId, userId });
});
beforeEach(() => {
  lines = [];
  vi.spyOn(site.service.services.log, "info").mockImplementation((fields, message) => {
    if (message === "request") lines.push(fields);
  });
});

async function ask(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(site.url + path, { headers });
  await response.text();
  return response;
}

it("tells of each request its route, who was let in where, how it ended and how long it took", async () => {
  const response = await ask("/api/v1/runs?limit=1", { authorization: `Bearer ${token}` });
  await expect.poll(() => lines).toHaveLength(1);
  expect(lines).toEqual([
    {
      method: "GET",
      route: "/api/v1/runs",
      status: 200,
      ms: expect.any(Number),
      request: response.headers.get("x-request-id"),
      workspace: workspace.id,
      credential: "token",
    },
  ]);
});

it("names nobody where nobody was let in, and never what an address holds", async () => {
  await ask("/api/v1/runs/run_of_somebody?code=secret", { authorization: "Bearer pck_wrong" });
  await ask("/confirm?code=secret");
  await expect.poll(() => lines).toHaveLength(2);
  expect(lines).toMatchObject([
    { route: "/api/v1/runs/{run_id}", status: 401 },
    { route: "page", status: 200 },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/secret|pck_|somebody|workspace/);
});

it("leaves out probes that go well", async () => {
  await ask("/healthz");
  await ask("/api/v1/runs");
  await expect.poll(() => lines).toHaveLength(1);
  expect(lines).toMatchObject([{ route: "/api/v1/runs", status: 401 }]);
});
